import Domain
import SQL
import Wire

/// A picture of a person. Its bytes are sealed on the disk under `name`.
public struct PictureRow: Equatable, Sendable {
  public static let folder = "/data/profiles/"

  /// Random; with an end that says its kind.
  public var name: String
  public var person: RowID<Person>
  public var mediaType: String
  public var size: Int64
  /// Wrapped.
  public var key: String
  public var createdAt: Timestamp

  public init(
    name: String, person: RowID<Person>, mediaType: String, size: Int64, key: String, createdAt: Timestamp
  ) {
    self.name = name
    self.person = person
    self.mediaType = mediaType
    self.size = size
    self.key = key
    self.createdAt = createdAt
  }

  /// As `PersonRow.profileImage` names it.
  public var path: String { Self.folder + name }
}

/// Pictures that people uploaded of themselves; one of them is in the profile.
public struct PictureStore {
  let connection: any SQLConnection

  private static let columns = "c.name, c.person_id, c.media_type, c.byte_count, c.file_key, c.created_at"

  public func insert(_ picture: PictureRow) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO profile_pictures (name, person_id, media_type, byte_count, file_key, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      [
        .text(picture.name), .id(picture.person), .text(picture.mediaType), .integer(picture.size),
        .text(picture.key), .timestamp(picture.createdAt),
      ])
  }

  public func find(_ name: String) throws(SQLError) -> PictureRow? {
    try all("WHERE c.name = ?1", [.text(name)]).first
  }

  public func list(of person: RowID<Person>) throws(SQLError) -> [PictureRow] {
    try all("WHERE c.person_id = ?1 ORDER BY c.id", [.id(person)])
  }

  /// Removes all pictures of a person but one, and says which: their bytes are then of no use.
  public func delete(of person: RowID<Person>, except path: String?) throws(SQLError) -> [PictureRow] {
    let rows = try list(of: person).filter { $0.path != path }
    for row in rows { try delete(row) }
    return rows
  }

  /// Removes pictures that are older than an instant and in no profile.
  public func deleteUnused(before instant: Timestamp, limit: Int) throws(SQLError) -> [PictureRow] {
    let rows = try all(
      """
      JOIN people p ON p.id = c.person_id
      WHERE c.created_at < ?1 AND (p.profile_image IS NULL OR p.profile_image <> ?3 || c.name)
      ORDER BY c.created_at LIMIT ?2
      """, [.timestamp(instant), .integer(Int64(limit)), .text(PictureRow.folder)])
    for row in rows { try delete(row) }
    return rows
  }

  private func delete(_ row: PictureRow) throws(SQLError) {
    try connection.execute("DELETE FROM profile_pictures WHERE name = ?1", [.text(row.name)])
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [PictureRow] {
    try connection.all("SELECT \(Self.columns) FROM profile_pictures c \(condition)", values) {
      (row) throws(SQLError) in
      PictureRow(
        name: try row.text(0), person: try row.id(1), mediaType: try row.text(2), size: try row.int64(3),
        key: try row.text(4), createdAt: try row.timestamp(5))
    }
  }
}
