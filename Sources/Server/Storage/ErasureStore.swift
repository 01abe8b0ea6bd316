import Domain
import SQL
import Wire

/// Erasures of people: asked for, and finished once nothing is left to do.
public struct ErasureStore {
  let connection: any SQLConnection

  /// false where it was asked for before.
  public func insert(_ person: RowID<Person>, by actor: AuditActor, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      """
      INSERT INTO erasures (person_id, actor, asked_at) VALUES (?1, ?2, ?3) ON CONFLICT (person_id) DO NOTHING
      """, [.id(person), .name(actor), .timestamp(now)]) == 1
  }

  /// Not finished yet.
  public func open(limit: Int) throws(SQLError) -> [RowID<Person>] {
    try connection.all(
      "SELECT e.person_id FROM erasures e WHERE e.finished_at IS NULL ORDER BY e.person_id LIMIT ?1",
      [.integer(Int64(limit))]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  public func finish(_ person: RowID<Person>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      "UPDATE erasures SET finished_at = ?2 WHERE person_id = ?1 AND finished_at IS NULL",
      [.id(person), .timestamp(now)])
  }

  /// From now on the row of the person is nobody's.
  public func markErased(_ person: RowID<Person>, at now: Timestamp) throws(SQLError) {
    try connection.execute("UPDATE people SET erased_at = ?2 WHERE id = ?1", [.id(person), .timestamp(now)])
  }
}
