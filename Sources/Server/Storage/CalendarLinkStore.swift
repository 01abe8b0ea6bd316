import Domain
import SQL
import Wire

/// Which of a person's calendar addresses is the present one: all others have ended.
public struct CalendarLinkStore {
  let connection: any SQLConnection

  /// 0: the first one.
  public func number(of person: RowID<Person>) throws(SQLError) -> Int64 {
    try connection.first("SELECT number FROM calendar_links WHERE person_id = ?1", [.id(person)]) {
      (row) throws(SQLError) in try row.int64(0)
    } ?? 0
  }

  /// - Returns: the number of the new one.
  public func renew(of person: RowID<Person>, at now: Timestamp) throws(SQLError) -> Int64 {
    try connection.first(
      """
      INSERT INTO calendar_links (person_id, number, created_at) VALUES (?1, 1, ?2)
      ON CONFLICT (person_id) DO UPDATE SET number = calendar_links.number + 1, created_at = ?2 RETURNING number
      """, [.id(person), .timestamp(now)]
    ) { (row) throws(SQLError) in try row.int64(0) } ?? 0
  }
}
