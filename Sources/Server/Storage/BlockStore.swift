import Domain
import SQL
import Wire

/// Who wants to hear nothing of whom.
public struct BlockStore {
  let connection: any SQLConnection

  /// false where it was so before.
  @discardableResult
  public func insert(
    _ blocked: RowID<Person>, by blocker: RowID<Person>, at now: Timestamp
  ) throws(SQLError) -> Bool {
    try connection.execute(
      "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
      [.id(blocker), .id(blocked), .timestamp(now)]) > 0
  }

  /// false where there was none.
  @discardableResult
  public func delete(_ blocked: RowID<Person>, by blocker: RowID<Person>) throws(SQLError) -> Bool {
    try connection.execute(
      "DELETE FROM blocks WHERE blocker_id = ?1 AND blocked_id = ?2", [.id(blocker), .id(blocked)]) > 0
  }

  /// The last one first.
  public func list(of blocker: RowID<Person>) throws(SQLError) -> [PersonRow] {
    try connection.all(
      """
      SELECT \(PeopleStore.columns) FROM blocks b JOIN people p ON p.id = b.blocked_id
      WHERE b.blocker_id = ?1 ORDER BY b.created_at DESC, b.blocked_id DESC
      """, [.id(blocker)]
    ) { (row) throws(SQLError) in try PersonRow(row) }
  }
}
