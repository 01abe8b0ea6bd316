import Domain
import SQL
import Wire

/// A guardian's consent that the operator was given: it lets one child sign up.
public struct GuardianRow: Equatable, Sendable {
  /// The e-mail address or the telephone number with which the child signs up, as sign-ups know it.
  public var address: String
  public var realm: Realm
  /// Who consented, and how that was seen; the operator's words.
  public var note: String
  public var createdAt: Timestamp
  /// The child; nil until they have signed up.
  public var person: RowID<Person>?

  public init(
    address: String, realm: Realm, note: String, createdAt: Timestamp, person: RowID<Person>? = nil
  ) {
    self.address = address
    self.realm = realm
    self.note = note
    self.createdAt = createdAt
    self.person = person
  }
}

/// Consents of guardians.
public struct GuardianStore {
  /// One that nobody has used for so long is forgotten: 90 days.
  private static let unusedMilliseconds: Int64 = 90 * 24 * 3_600_000
  let connection: any SQLConnection

  /// Adds one, or changes the note of one that nobody has used.
  /// - Returns: false where somebody has signed up with it.
  public func put(_ row: GuardianRow) throws(SQLError) -> Bool {
    try connection.execute(
      """
      INSERT INTO guardians (realm, address, note, created_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (realm, address) DO UPDATE SET note = ?3, created_at = ?4 WHERE guardians.person_id IS NULL
      """, [.name(row.realm), .text(row.address), .text(row.note), .timestamp(row.createdAt)]) > 0
  }

  /// Whether there is a consent for an address that nobody has used.
  public func wait(for address: String, realm: Realm) throws(SQLError) -> Bool {
    try connection.first(
      "SELECT 1 FROM guardians WHERE realm = ?1 AND address = ?2 AND person_id IS NULL",
      [.name(realm), .text(address)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  /// Gives the consent for an address to the child who signs up with it.
  public func use(_ address: String, realm: Realm, by person: RowID<Person>) throws(SQLError) {
    try connection.execute(
      "UPDATE guardians SET person_id = ?3 WHERE realm = ?1 AND address = ?2 AND person_id IS NULL",
      [.name(realm), .text(address), .id(person)])
  }

  /// Whether a guardian has consented to somebody's account.
  public func have(_ person: RowID<Person>) throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM guardians WHERE person_id = ?1", [.id(person)]) { (_) throws(SQLError) in true }
      ?? false
  }

  /// Takes back what nobody has used. false where there is none.
  public func remove(_ address: String, realm: Realm) throws(SQLError) -> Bool {
    try connection.execute(
      "DELETE FROM guardians WHERE realm = ?1 AND address = ?2 AND person_id IS NULL", [.name(realm), .text(address)])
      > 0
  }

  /// The last first.
  public func list(limit: Int) throws(SQLError) -> [GuardianRow] {
    try connection.all(
      """
      SELECT address, realm, note, created_at, person_id FROM guardians ORDER BY created_at DESC, address LIMIT ?1
      """, [.integer(Int64(limit))]
    ) { (row) throws(SQLError) in
      GuardianRow(
        address: try row.text(0), realm: try row.name(1, as: Realm.self), note: try row.text(2),
        createdAt: try row.timestamp(3),
        person: row.isNull(4) ? nil : try row.id(4))
    }
  }

  /// Forgets what nobody has used. Says how many.
  public func deleteUnused(at now: Timestamp) throws(SQLError) -> Int {
    try connection.execute(
      "DELETE FROM guardians WHERE person_id IS NULL AND created_at < ?1",
      [.timestamp(now.adding(milliseconds: -Self.unusedMilliseconds))])
  }
}
