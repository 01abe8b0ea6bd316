import Domain
import SQL
import Wire

/// On which days somebody was there.
public struct AttendanceStore {
  let connection: any SQLConnection

  /// - Parameter day: `YYYY-MM-DD`.
  /// - Returns: false where the day was counted before.
  public func add(_ day: String, of person: RowID<Person>, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      """
      INSERT INTO attendances (person_id, day, created_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (person_id, day) DO NOTHING
      """,
      [.id(person), .text(day), .timestamp(now)]) > 0
  }

  public func count(of person: RowID<Person>) throws(SQLError) -> Int64 {
    try connection.first("SELECT COUNT(*) FROM attendances WHERE person_id = ?1", [.id(person)]) {
      (row) throws(SQLError) in try row.int64(0)
    } ?? 0
  }
}
