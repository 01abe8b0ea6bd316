import Domain
import SQL
import Wire

/// A code that was sent to an address or a number, as the seed that it is made from with a
/// key that is not in the database.
public struct CodeRow: Equatable, Sendable {
  /// What a code is good for; none is good for anything else.
  public enum Purpose: String, Sendable { case reset, email, phone }

  public var id: Int64
  /// Whose account it is about; nil where that is not known yet, or nobody's.
  public var person: RowID<Person>?
  public var seed: String
  public var failures: Int64
  public var createdAt: Timestamp
  public var expiresAt: Timestamp
  public var isUsed: Bool

  public init(
    id: Int64 = 0, person: RowID<Person>?, seed: String, failures: Int64 = 0, createdAt: Timestamp,
    expiresAt: Timestamp, isUsed: Bool = false
  ) {
    self.id = id
    self.person = person
    self.seed = seed
    self.failures = failures
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.isUsed = isUsed
  }
}

/// Where a code was sent, and what for.
public struct CodePlace: Hashable, Sendable {
  public var realm: Realm
  public var purpose: CodeRow.Purpose
  /// An address or a number, normalised.
  public var subject: String

  public init(realm: Realm, purpose: CodeRow.Purpose, subject: String) {
    self.realm = realm
    self.purpose = purpose
    self.subject = subject
  }

  var values: [SQLValue] { [.name(realm), .name(purpose), .text(subject)] }
}

public struct CodeStore {
  let connection: any SQLConnection

  public func insert(_ row: CodeRow, at place: CodePlace) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO codes (realm, purpose, subject, person_id, seed, failures, created_at, expires_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      place.values + [
        .optional(row.person?.value), .text(row.seed), .integer(row.failures), .timestamp(row.createdAt),
        .timestamp(row.expiresAt),
      ])
  }

  /// All of a place since an instant, the newest first: valid ones, and those whose failures still count.
  public func list(at place: CodePlace, since instant: Timestamp) throws(SQLError) -> [CodeRow] {
    try connection.all(
      """
      SELECT id, person_id, seed, failures, created_at, expires_at, used_at FROM codes
      WHERE realm = ?1 AND purpose = ?2 AND subject = ?3 AND created_at >= ?4 ORDER BY created_at DESC, id DESC
      """, place.values + [.timestamp(instant)]
    ) { (row) throws(SQLError) in
      CodeRow(
        id: try row.int64(0), person: row.isNull(1) ? nil : try row.id(1), seed: try row.text(2),
        failures: try row.int64(3), createdAt: try row.timestamp(4), expiresAt: try row.timestamp(5),
        isUsed: !row.isNull(6))
    }
  }

  public func countFailure(of id: Int64) throws(SQLError) {
    try connection.execute("UPDATE codes SET failures = failures + 1 WHERE id = ?1", [.integer(id)])
  }

  /// Every code of the place is spent with the one that was right.
  public func markUsed(at place: CodePlace, _ now: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      UPDATE codes SET used_at = ?4
      WHERE realm = ?1 AND purpose = ?2 AND subject = ?3 AND used_at IS NULL
      """, place.values + [.timestamp(now)])
  }

  /// Forgets those whose failures count no longer, after two days, and says how many.
  @discardableResult
  public func deleteOld(at now: Timestamp) throws(SQLError) -> Int {
    try connection.execute(
      "DELETE FROM codes WHERE created_at < ?1", [.timestamp(now.adding(milliseconds: -2 * 24 * 3_600_000))])
  }

  /// Forgets those for an address or a number, also where they name no account.
  public func delete(for subject: String, realm: Realm) throws(SQLError) {
    try connection.execute("DELETE FROM codes WHERE realm = ?1 AND subject = ?2", [.name(realm), .text(subject)])
  }
}
