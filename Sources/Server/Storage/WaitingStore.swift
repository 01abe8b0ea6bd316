import Domain
import SQL
import Wire

/// Somebody who waits for a free slot of a doctor.
public struct WaitingRow: Equatable, Sendable {
  public enum State: String, Sendable {
    case waiting
    /// A freed slot is kept for them for a while.
    case offered
    /// They reserved what they were offered.
    case taken
    /// They left, or the dates are over.
    case gone
  }

  public var id = RowID<WaitingRow>(0)
  public var realm: Realm
  public var doctor: RowID<Person>
  public var patient: RowID<Person>
  /// `YYYY-MM-DD` on the doctor's clock; both belong to it.
  public var from: String
  public var to: String
  public var state = State.waiting
  public var createdAt: Timestamp

  public init(
    realm: Realm, doctor: RowID<Person>, patient: RowID<Person>, from: String, to: String, createdAt: Timestamp
  ) {
    self.realm = realm
    self.doctor = doctor
    self.patient = patient
    self.from = from
    self.to = to
    self.createdAt = createdAt
  }
}

/// A freed slot that is kept for one who waits.
public struct WaitingOfferRow: Equatable, Sendable {
  public enum State: String, Sendable { case open, taken, over }

  public var id = RowID<WaitingOfferRow>(0)
  public var entry: RowID<WaitingRow>
  public var doctor: RowID<Person>
  public var startsAt: Timestamp
  public var endsAt: Timestamp
  public var until: Timestamp
  public var state = State.open
  public var createdAt: Timestamp

  public init(
    entry: RowID<WaitingRow>, doctor: RowID<Person>, startsAt: Timestamp, endsAt: Timestamp, until: Timestamp,
    createdAt: Timestamp
  ) {
    self.entry = entry
    self.doctor = doctor
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.until = until
    self.createdAt = createdAt
  }
}

extension WaitingRow: Identified { public static var identifierKind: UInt32 { 7 } }
extension WaitingOfferRow: Identified { public static var identifierKind: UInt32 { 8 } }

/// Who waits for slots, and what they were offered.
public struct WaitingStore {
  let connection: any SQLConnection

  private static let columns = "w.id, w.realm, w.doctor_id, w.patient_id, w.from_date, w.to_date, w.state, w.created_at"
  private static let offerColumns =
    "o.id, o.entry_id, o.doctor_id, o.starts_at, o.ends_at, o.until, o.state, o.created_at"

  public func insert(_ row: WaitingRow) throws(SQLError) -> RowID<WaitingRow> {
    let id = try connection.insert(
      """
      INSERT INTO waiting_entries (realm, doctor_id, patient_id, from_date, to_date, state, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .name(row.realm), .id(row.doctor), .id(row.patient), .text(row.from), .text(row.to), .name(row.state),
        .timestamp(row.createdAt),
      ])
    guard let id else { throw .mistake("one who waits without a number") }
    return RowID(id)
  }

  public func find(_ id: RowID<WaitingRow>) throws(SQLError) -> WaitingRow? {
    try all("WHERE w.id = ?1", [.id(id)]).first
  }

  /// Those of a person who wait or have an offer, the first first.
  public func open(of patient: RowID<Person>) throws(SQLError) -> [WaitingRow] {
    try all("WHERE w.patient_id = ?1 AND w.state IN ('waiting', 'offered') ORDER BY w.id LIMIT 100", [.id(patient)])
  }

  /// Who waits for a doctor on a date, in their order.
  public func queue(
    of doctor: RowID<Person>, on date: String, limit: Int
  ) throws(SQLError) -> [WaitingRow] {
    try all(
      """
      WHERE w.doctor_id = ?1 AND w.state IN ('waiting', 'offered') AND w.state = 'waiting'
        AND w.from_date <= ?2 AND w.to_date >= ?2
      ORDER BY w.id LIMIT ?3
      """, [.id(doctor), .text(date), .integer(Int64(limit))])
  }

  public func setDays(of entry: WaitingRow) throws(SQLError) {
    try connection.execute(
      "UPDATE waiting_entries SET from_date = ?2, to_date = ?3 WHERE id = ?1",
      [.id(entry.id), .text(entry.from), .text(entry.to)])
  }

  public func setState(_ state: WaitingRow.State, of id: RowID<WaitingRow>) throws(SQLError) {
    try connection.execute("UPDATE waiting_entries SET state = ?2 WHERE id = ?1", [.id(id), .name(state)])
  }

  public func insert(_ row: WaitingOfferRow) throws(SQLError) -> RowID<WaitingOfferRow> {
    let id = try connection.insert(
      """
      INSERT INTO waiting_offers (entry_id, doctor_id, starts_at, ends_at, until, state, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .id(row.entry), .id(row.doctor), .timestamp(row.startsAt), .timestamp(row.endsAt), .timestamp(row.until),
        .name(row.state), .timestamp(row.createdAt),
      ])
    guard let id else { throw .mistake("an offer without a number") }
    return RowID(id)
  }

  public func offer(_ id: RowID<WaitingOfferRow>) throws(SQLError) -> WaitingOfferRow? {
    try offers("WHERE o.id = ?1", [.id(id)]).first
  }

  /// The open offer of one who waits.
  public func offer(of entry: RowID<WaitingRow>) throws(SQLError) -> WaitingOfferRow? {
    try offers("WHERE o.entry_id = ?1 AND o.state = 'open' ORDER BY o.id DESC LIMIT 1", [.id(entry)]).first
  }

  /// Whether one who waits was offered that slot before.
  public func wasOffered(_ start: Timestamp, to entry: RowID<WaitingRow>) throws(SQLError) -> Bool {
    try !offers("WHERE o.entry_id = ?1 AND o.starts_at = ?2 LIMIT 1", [.id(entry), .timestamp(start)]).isEmpty
  }

  /// A doctor's open offers whose time is over.
  public func dueOffers(of doctor: RowID<Person>, at now: Timestamp, limit: Int) throws(SQLError) -> [WaitingOfferRow] {
    try offers(
      "WHERE o.doctor_id = ?1 AND o.until <= ?2 AND o.state = 'open' ORDER BY o.until, o.id LIMIT ?3",
      [.id(doctor), .timestamp(now), .integer(Int64(limit))])
  }

  /// false where it is not open any more.
  public func end(_ offer: RowID<WaitingOfferRow>, as state: WaitingOfferRow.State) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE waiting_offers SET state = ?2 WHERE id = ?1 AND state = 'open'", [.id(offer), .name(state)]) > 0
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [WaitingRow] {
    try connection.all("SELECT \(Self.columns) FROM waiting_entries w \(condition)", values) {
      (row) throws(SQLError) in
      var entry = WaitingRow(
        realm: try row.name(1, as: Realm.self), doctor: try row.id(2), patient: try row.id(3), from: try row.text(4),
        to: try row.text(5), createdAt: try row.timestamp(7))
      entry.id = try row.id(0)
      entry.state = try row.name(6, as: WaitingRow.State.self)
      return entry
    }
  }

  private func offers(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [WaitingOfferRow] {
    try connection.all("SELECT \(Self.offerColumns) FROM waiting_offers o \(condition)", values) {
      (row) throws(SQLError) in
      var offer = WaitingOfferRow(
        entry: try row.id(1), doctor: try row.id(2), startsAt: try row.timestamp(3), endsAt: try row.timestamp(4),
        until: try row.timestamp(5), createdAt: try row.timestamp(7))
      offer.id = try row.id(0)
      offer.state = try row.name(6, as: WaitingOfferRow.State.self)
      return offer
    }
  }
}
