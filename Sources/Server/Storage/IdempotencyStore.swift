import Domain
import SQL
import Wire

/// First answers to requests that a client may send twice (header `Idempotency-Key`,
/// draft-ietf-httpapi-idempotency-key-header). An answer is written in the transaction of what was done: both are
/// there, or neither. What was refused leaves none, and may be tried again.
public struct IdempotencyStore {
  let connection: any SQLConnection

  /// How long a repeat gets the first answer.
  public static let keepMilliseconds: Int64 = 7 * 24 * 3_600_000

  public enum Found: Equatable, Sendable {
    case nothing
    /// The first answer, as it was written.
    case answer(String)
    /// The key came with another request before.
    case otherRequest
  }

  /// - Parameters:
  ///   - scope: which route.
  ///   - key: as the client made it; an empty one is none.
  ///   - digest: of the request's values.
  public func find(
    _ key: String, of person: RowID<Person>, scope: String, digest: String
  ) throws(SQLError) -> Found {
    guard !key.isEmpty else { return .nothing }
    return try connection.first(
      "SELECT digest, answer FROM idempotency_keys WHERE person_id = ?1 AND scope = ?2 AND request_key = ?3",
      [.id(person), .text(scope), .text(key)]
    ) { (row) throws(SQLError) in
      try row.text(0) == digest ? .answer(try row.text(1)) : .otherRequest
    } ?? .nothing
  }

  /// The first answer stays. An empty key is not kept.
  public func keep(
    _ answer: String, for key: String, of person: RowID<Person>, scope: String, digest: String, at now: Timestamp
  ) throws(SQLError) {
    guard !key.isEmpty else { return }
    try connection.execute(
      """
      INSERT INTO idempotency_keys (person_id, scope, request_key, digest, answer, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (person_id, scope, request_key) DO NOTHING
      """, [.id(person), .text(scope), .text(key), .text(digest), .text(answer), .timestamp(now)])
  }

  /// Forgets what has been kept long enough, and says how much that was.
  public func deleteKept(until now: Timestamp, limit: Int) throws(SQLError) -> Int {
    try connection.execute(
      """
      DELETE FROM idempotency_keys WHERE (person_id, scope, request_key) IN (
        SELECT i.person_id, i.scope, i.request_key FROM idempotency_keys i WHERE i.created_at <= ?1
        ORDER BY i.created_at LIMIT ?2)
      """, [.timestamp(now.adding(milliseconds: -Self.keepMilliseconds)), .integer(Int64(limit))])
  }
}
