import Domain
import SQL
import Wire

/// Where a page of reservations begins: after this one in its order.
public struct ReservationPlace: Equatable, Sendable {
  public var placedAt: Timestamp
  public var id: RowID<ReservationRow>

  public init(placedAt: Timestamp, id: RowID<ReservationRow>) {
    self.placedAt = placedAt
    self.id = id
  }
}

/// The reservation that a consult room is about.
public struct ConsultRow: Equatable, Sendable {
  public var reservation: RowID<ReservationRow>
  public var startsAt: Timestamp?
  public var opensAt: Timestamp
  public var closesAt: Timestamp?
  public var answerTime: String
}

/// Reservations. What they occupy is in `CellStore`.
public struct ReservationStore {
  let connection: any SQLConnection

  /// As whom somebody can be in one.
  private static let sides = ["patient_id", "doctor_id"]
  private static let openStates = "('held', 'requested', 'confirmed')"

  public func insert(_ row: ReservationRow) throws(SQLError) -> RowID<ReservationRow> {
    let id = try connection.insert(
      """
      INSERT INTO reservations
        (realm, doctor_id, patient_id, clinic_id, state, starts_at, ends_at, placed_at, zone, due_at, person_name,
         person_birth_date, symptoms, fee, currency, free_hours, part_hours, part_percent, needs_approval,
         approval_hours, lead_minutes, note, cancelled_by, cancel_reason, version, room_id, opens_at, closes_at,
         confirmed_at, finished_at, created_at, updated_at, time_by_doctor)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
        ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33)
      """, row.values)
    guard let id else { throw .mistake("a reservation without a number") }
    return RowID(id)
  }

  public func find(_ id: RowID<ReservationRow>) throws(SQLError) -> ReservationRow? {
    try all("WHERE r.id = ?1", [.id(id)]).first
  }

  /// Writes what may change: state, time, deadline, room and window, who cancelled and why; the version rises.
  /// - Parameter row: as it was read, with the version that it had then.
  /// - Returns: the row as it is now; nil where somebody else was first.
  public func change(_ row: ReservationRow, at now: Timestamp) throws(SQLError) -> ReservationRow? {
    var changed = row
    changed.version += 1
    changed.placedAt = row.startsAt ?? row.placedAt
    changed.updatedAt = now
    let done = try connection.execute(
      """
      UPDATE reservations SET state = ?3, starts_at = ?4, ends_at = ?5, placed_at = ?6, due_at = ?7,
        cancelled_by = ?8, cancel_reason = ?9, version = ?10, room_id = ?11, opens_at = ?12, closes_at = ?13,
        confirmed_at = ?14, finished_at = ?15, updated_at = ?16, zone = ?17, time_by_doctor = ?18
      WHERE id = ?1 AND version = ?2
      """,
      [
        .id(row.id), .integer(row.version), .text(changed.state), .optional(changed.startsAt?.milliseconds),
        .optional(changed.endsAt?.milliseconds), .timestamp(changed.placedAt), .optional(changed.dueAt?.milliseconds),
        .optional(changed.cancelledBy), .text(changed.cancelReason), .integer(changed.version),
        .optional(changed.room?.value), .optional(changed.opensAt?.milliseconds),
        .optional(changed.closesAt?.milliseconds), .optional(changed.confirmedAt?.milliseconds),
        .optional(changed.finishedAt?.milliseconds), .timestamp(now), .text(changed.zone),
        .integer(changed.isTimeByDoctor ? 1 : 0),
      ])
    return done > 0 ? changed : nil
  }

  /// What the doctor writes for the patient; no change of version.
  public func setNote(_ note: String, of id: RowID<ReservationRow>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      "UPDATE reservations SET note = ?2, updated_at = ?3 WHERE id = ?1", [.id(id), .text(note), .timestamp(now)])
  }

  /// The hold of a time that a patient has already.
  public func held(
    by patient: RowID<Person>, of doctor: RowID<Person>, at start: Timestamp
  ) throws(SQLError) -> ReservationRow? {
    try all(
      """
      WHERE r.patient_id = ?1 AND r.placed_at = ?3 AND r.doctor_id = ?2 AND r.starts_at = ?3 AND r.state = 'held'
      LIMIT 1
      """, [.id(patient), .id(doctor), .timestamp(start)]
    ).first
  }

  /// What a patient has with a doctor without a time: held for the payment, or for nothing and not over yet.
  public func openTimeless(
    by patient: RowID<Person>, of doctor: RowID<Person>, at now: Timestamp
  ) throws(SQLError) -> ReservationRow? {
    try all(
      """
      WHERE r.patient_id = ?1 AND r.doctor_id = ?2 AND r.starts_at IS NULL
        AND (r.state = 'held' AND r.due_at > ?3 OR r.state = 'confirmed' AND r.fee = 0)
      ORDER BY r.placed_at DESC, r.id DESC LIMIT 1
      """, [.id(patient), .id(doctor), .timestamp(now)]
    ).first
  }

  /// For whom a hold is; no change of version.
  public func setPerson(
    _ person: TreatedPerson, of row: ReservationRow, at now: Timestamp
  ) throws(SQLError) -> ReservationRow {
    try connection.execute(
      """
      UPDATE reservations SET person_name = ?2, person_birth_date = ?3, symptoms = ?4, updated_at = ?5 WHERE id = ?1
      """,
      [.id(row.id), .text(person.name), .optional(person.birthDate), .text(person.symptoms), .timestamp(now)])
    var changed = row
    changed.personName = person.name
    changed.personBirthDate = person.birthDate
    changed.symptoms = person.symptoms
    changed.updatedAt = now
    return changed
  }

  /// A patient's open ones that are not over yet, the next first.
  public func upcoming(
    of patient: RowID<Person>, at now: Timestamp, after place: ReservationPlace?, limit: Int
  ) throws(SQLError) -> [ReservationRow] {
    let place = place ?? ReservationPlace(placedAt: Timestamp(milliseconds: .min), id: RowID(0))
    return try all(
      """
      WHERE r.patient_id = ?1 AND (r.placed_at, r.id) > (?2, ?3) AND r.state IN \(Self.openStates)
        AND (r.ends_at IS NULL OR r.ends_at > ?4)
      ORDER BY r.placed_at, r.id LIMIT ?5
      """,
      [.id(patient), .timestamp(place.placedAt), .id(place.id), .timestamp(now), .integer(Int64(limit))])
  }

  /// All others of a patient, the last first.
  public func past(
    of patient: RowID<Person>, at now: Timestamp, after place: ReservationPlace?, limit: Int
  ) throws(SQLError) -> [ReservationRow] {
    let place = place ?? ReservationPlace(placedAt: Timestamp(milliseconds: .max), id: RowID(.max))
    return try all(
      """
      WHERE r.patient_id = ?1 AND (r.placed_at, r.id) < (?2, ?3)
        AND NOT (r.state IN \(Self.openStates) AND (r.ends_at IS NULL OR r.ends_at > ?4))
      ORDER BY r.placed_at DESC, r.id DESC LIMIT ?5
      """,
      [.id(patient), .timestamp(place.placedAt), .id(place.id), .timestamp(now), .integer(Int64(limit))])
  }

  /// A doctor's that begin in a span, and those without a time that are open; holds that ended are left out.
  public func list(
    of doctor: RowID<Person>, from: Timestamp, to: Timestamp, limit: Int
  ) throws(SQLError) -> [ReservationRow] {
    try all(
      """
      WHERE r.doctor_id = ?1 AND r.state <> 'expired' AND (
        (r.placed_at >= ?2 AND r.placed_at < ?3 AND r.starts_at IS NOT NULL)
        OR (r.starts_at IS NULL AND r.state = 'confirmed'))
      ORDER BY r.placed_at, r.id LIMIT ?4
      """, [.id(doctor), .timestamp(from), .timestamp(to), .integer(Int64(limit))])
  }

  /// In a person's calendar, a patient's or a doctor's: every one with a time that was ever confirmed, the last first.
  public func inCalendar(of person: RowID<Person>, since: Timestamp, limit: Int) throws(SQLError) -> [ReservationRow] {
    var rows: [ReservationRow] = []
    for column in Self.sides {
      rows += try all(
        """
        WHERE r.\(column) = ?1 AND r.placed_at >= ?2 AND r.starts_at IS NOT NULL AND r.confirmed_at IS NOT NULL
        ORDER BY r.placed_at DESC, r.id DESC LIMIT ?3
        """, [.id(person), .timestamp(since), .integer(Int64(limit))])
    }
    return Array(rows.sorted { ($0.placedAt, $0.id.value) > ($1.placedAt, $1.id.value) }.prefix(limit))
  }

  /// A doctor's whose hold, or time to answer, is over.
  public func due(of doctor: RowID<Person>, at now: Timestamp, limit: Int) throws(SQLError) -> [ReservationRow] {
    try all(
      "WHERE r.doctor_id = ?1 AND r.due_at <= ?2 AND r.due_at IS NOT NULL ORDER BY r.due_at, r.id LIMIT ?3",
      [.id(doctor), .timestamp(now), .integer(Int64(limit))])
  }

  /// Open ones that are not over: what must be settled before a person can go.
  public func open(of person: RowID<Person>, at now: Timestamp, limit: Int) throws(SQLError) -> [ReservationRow] {
    var rows: [ReservationRow] = []
    for column in Self.sides {
      rows += try all(
        """
        WHERE r.\(column) = ?1 AND r.state IN \(Self.openStates) AND (r.ends_at IS NULL OR r.ends_at > ?2)
        ORDER BY r.placed_at, r.id LIMIT ?3
        """, [.id(person), .timestamp(now), .integer(Int64(limit))])
    }
    return rows
  }

  /// How many holds of a patient have not ended.
  public func holdCount(of patient: RowID<Person>, at now: Timestamp) throws(SQLError) -> Int64 {
    try connection.first(
      "SELECT COUNT(*) FROM reservations WHERE patient_id = ?1 AND state = 'held' AND due_at > ?2",
      [.id(patient), .timestamp(now)]
    ) { (row) throws(SQLError) in try row.int64(0) } ?? 0
  }

  /// Whether a patient may write to a doctor.
  public func isConsultOpen(
    patient: RowID<Person>, doctor: RowID<Person>, at now: Timestamp
  ) throws(SQLError) -> Bool {
    try connection.first(
      """
      SELECT 1 FROM reservations WHERE patient_id = ?1 AND doctor_id = ?2 AND opens_at IS NOT NULL AND opens_at <= ?3
        AND (closes_at IS NULL OR closes_at > ?3) LIMIT 1
      """, [.id(patient), .id(doctor), .timestamp(now)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  /// What a person's consult rooms, or one of them, are about: the next reservation in it whose consult has not closed,
  /// or else the last.
  public func consults(
    ofRoomsOf person: RowID<Person>, only room: RowID<Room>? = nil, at now: Timestamp
  ) throws(SQLError) -> [(room: RowID<Room>, consult: ConsultRow)] {
    let confirmed = "FROM reservations r WHERE r.room_id = own.room_id AND r.opens_at IS NOT NULL"
    return try connection.all(
      """
      SELECT own.room_id, c.id, c.starts_at, c.opens_at, c.closes_at, COALESCE(s.answer_time, '')
      FROM room_members own
      JOIN reservations c ON c.id = COALESCE(
        (SELECT r.id \(confirmed) AND (r.closes_at IS NULL OR r.closes_at > ?2)
          ORDER BY r.placed_at, r.id LIMIT 1),
        (SELECT r.id \(confirmed) ORDER BY r.placed_at DESC, r.id DESC LIMIT 1))
      LEFT JOIN doctor_schedules s ON s.doctor_id = c.doctor_id
      WHERE own.person_id = ?1\(room == nil ? "" : " AND own.room_id = ?3")
      """, [.id(person), .timestamp(now)] + (room.map { [.id($0)] } ?? [])
    ) { (row) throws(SQLError) in
      (
        room: try row.id(0),
        consult: ConsultRow(
          reservation: try row.id(1), startsAt: try row.optionalTimestamp(2), opensAt: try row.timestamp(3),
          closesAt: try row.optionalTimestamp(4), answerTime: try row.text(5))
      )
    }
  }

  /// Whether a patient has a reservation with a doctor that is not over.
  public func hasOpen(
    patient: RowID<Person>, doctor: RowID<Person>, at now: Timestamp
  ) throws(SQLError) -> Bool {
    try connection.first(
      """
      SELECT 1 FROM reservations WHERE patient_id = ?1 AND doctor_id = ?2 AND state IN \(Self.openStates)
        AND (ends_at IS NULL OR ends_at > ?3) LIMIT 1
      """, [.id(patient), .id(doctor), .timestamp(now)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [ReservationRow] {
    try connection.all("SELECT \(ReservationRow.columns) FROM reservations r \(condition)", values) {
      (row) throws(SQLError) in try ReservationRow(row)
    }
  }
}
