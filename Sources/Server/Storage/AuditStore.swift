import Domain
import SQL
import Wire

/// The record of what happened to accounts. There is no way to change an entry, and the database refuses to lose one
/// before its date (`Migration.audit`).
public struct AuditStore {
  let connection: any SQLConnection

  public static let keepMilliseconds = Retention.accessRecord.milliseconds
  private static let detailLimit = 500

  /// In the transaction of what it tells about, so that neither is there without the other.
  public func record(_ entry: AuditEntry) throws(SQLError) {
    try connection.enqueue(
      """
      INSERT INTO audit_entries (person_id, session_id, actor, kind, detail, address, happened_at, keep_until)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .optional(entry.person?.value), .optional(entry.session?.value), .name(entry.actor), .name(entry.kind),
        .text(String(entry.detail.prefix(Self.detailLimit))), .text(entry.address), .timestamp(entry.at),
        .timestamp(entry.at.adding(milliseconds: Self.keepMilliseconds)),
      ])
  }

  /// The last ones first, below a number.
  public func list(
    of person: RowID<Person>, before id: Int64 = .max, limit: Int
  ) throws(SQLError) -> [AuditRow] {
    try all(
      "WHERE a.person_id = ?1 AND a.id < ?2 ORDER BY a.id DESC LIMIT ?3",
      [.id(person), .integer(id), .integer(Int64(limit))])
  }

  /// Of everybody, the last ones first; for the operator.
  public func list(before id: Int64 = .max, limit: Int) throws(SQLError) -> [AuditRow] {
    try all("WHERE a.id < ?1 ORDER BY a.id DESC LIMIT ?2", [.integer(id), .integer(Int64(limit))])
  }

  /// Removes what has been kept long enough, and says how much that was.
  public func deleteKept(until now: Timestamp, limit: Int) throws(SQLError) -> Int {
    try connection.execute(
      """
      DELETE FROM audit_entries WHERE id IN (
        SELECT a.id FROM audit_entries a WHERE a.keep_until <= ?1 ORDER BY a.keep_until LIMIT ?2)
      """, [.timestamp(now), .integer(Int64(limit))])
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [AuditRow] {
    try connection.all(
      """
      SELECT a.id, a.person_id, a.session_id, a.actor, a.kind, a.detail, a.address, a.happened_at
      FROM audit_entries a \(condition)
      """, values
    ) { (row) throws(SQLError) in
      let entry = AuditEntry(
        person: try row.optionalInt64(1).map { RowID($0) }, session: try row.optionalInt64(2).map { RowID($0) },
        actor: try row.name(3, as: AuditActor.self), kind: try row.name(4, as: AuditKind.self),
        detail: try row.text(5), address: try row.text(6), at: try row.timestamp(7))
      return AuditRow(id: try row.int64(0), entry: entry)
    }
  }
}
