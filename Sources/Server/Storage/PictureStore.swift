import Domain
import SQL
import Wire

/// Pictures that people uploaded of themselves; one of them is in the profile.
public struct PictureStore {
  let connection: any SQLConnection

  private static let columns = "c.name, c.person_id, c.media_type, c.byte_count, c.file_key, c.created_at"

  public func insert(_ picture: PictureRow<Person>) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO profile_pictures (name, person_id, media_type, byte_count, file_key, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      [
        .text(picture.name), .id(picture.owner), .text(picture.mediaType), .integer(picture.size),
        .text(picture.key), .timestamp(picture.createdAt),
      ])
  }

  public func find(_ name: String) throws(SQLError) -> PictureRow<Person>? {
    try all("WHERE c.name = ?1", [.text(name)]).first
  }

  public func list(of person: RowID<Person>) throws(SQLError) -> [PictureRow<Person>] {
    try all("WHERE c.person_id = ?1 ORDER BY c.id", [.id(person)])
  }

  /// Removes all pictures of a person but one, and says which: their bytes are then of no use.
  public func delete(of person: RowID<Person>, except path: String?) throws(SQLError) -> [PictureRow<Person>] {
    let rows = try list(of: person).filter { $0.path != path }
    for row in rows { try delete(row) }
    return rows
  }

  /// Removes pictures that are older than an instant and in no profile.
  public func deleteUnused(before instant: Timestamp, limit: Int) throws(SQLError) -> [PictureRow<Person>] {
    let rows = try all(
      """
      JOIN people p ON p.id = c.person_id
      WHERE c.created_at < ?1 AND (p.profile_image IS NULL OR p.profile_image <> ?3 || c.name)
      ORDER BY c.created_at LIMIT ?2
      """, [.timestamp(instant), .integer(Int64(limit)), .text(Person.pictureFolder)])
    for row in rows { try delete(row) }
    return rows
  }

  private func delete(_ row: PictureRow<Person>) throws(SQLError) {
    try connection.execute("DELETE FROM profile_pictures WHERE name = ?1", [.text(row.name)])
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [PictureRow<Person>] {
    try connection.all("SELECT \(Self.columns) FROM profile_pictures c \(condition)", values) {
      (row) throws(SQLError) in
      PictureRow<Person>(
        name: try row.text(0), owner: try row.id(1), mediaType: try row.text(2), size: try row.int64(3),
        key: try row.text(4), createdAt: try row.timestamp(5))
    }
  }
}
