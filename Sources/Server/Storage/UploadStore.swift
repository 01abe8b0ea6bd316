import Domain
import SQL
import Wire

/// A resumable upload. Its bytes lie in so many sealed segments on the disk.
public struct UploadRow: Equatable, Sendable {
  public var id: RowID<UploadRow>
  /// Random; names it on the wire and on the disk.
  public var name: String
  public var roomID: RowID<Room>
  public var uploaderID: RowID<Person>
  public var title: String
  /// As the client sent it.
  public var metadata: String
  public var size: Int64
  public var received: Int64
  public var segments: Int64
  public var key: String
  /// The finished file.
  public var fileID: RowID<FileRow>?
  public var expiresAt: Timestamp
}

public struct NewUpload: Equatable, Sendable {
  public var name: String
  public var roomID: RowID<Room>
  public var uploaderID: RowID<Person>
  public var title: String
  public var metadata: String
  public var size: Int64
  public var key: String

  public init(
    name: String, roomID: RowID<Room>, uploaderID: RowID<Person>, title: String, metadata: String, size: Int64,
    key: String
  ) {
    self.name = name
    self.roomID = roomID
    self.uploaderID = uploaderID
    self.title = title
    self.metadata = metadata
    self.size = size
    self.key = key
  }
}

public struct UploadStore {
  let connection: any SQLConnection

  private static let columns = """
    u.id, u.name, u.room_id, u.uploader_id, u.title, u.metadata, u.byte_count, u.received, u.segments, u.file_key,
    u.file_id, u.expires_at
    """

  public func insert(_ upload: NewUpload, at now: Timestamp, expires: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO uploads (
        name, room_id, uploader_id, title, metadata, byte_count, received, segments, file_key, created_at, expires_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, ?7, ?8, ?9)
      """,
      [
        .text(upload.name), .id(upload.roomID), .id(upload.uploaderID), .text(upload.title), .text(upload.metadata),
        .integer(upload.size), .text(upload.key), .timestamp(now), .timestamp(expires),
      ])
  }

  public func find(_ name: String, of uploader: RowID<Person>) throws(SQLError) -> UploadRow? {
    try connection.first(
      "SELECT \(Self.columns) FROM uploads u WHERE u.name = ?1 AND u.uploader_id = ?2", [.text(name), .id(uploader)]
    ) { (row) throws(SQLError) in try UploadRow(row) }
  }

  /// Uploads of a person that are not complete.
  public func openCount(of uploader: RowID<Person>) throws(SQLError) -> Int64 {
    try connection.first(
      "SELECT COUNT(*) FROM uploads u WHERE u.uploader_id = ?1 AND u.file_id IS NULL", [.id(uploader)]
    ) { (row) throws(SQLError) in try row.int64(0) } ?? 0
  }

  /// One more segment is on the disk. false where the upload has moved or gone since.
  public func advance(_ row: UploadRow, by count: Int64, expires: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      """
      UPDATE uploads SET received = received + ?3, segments = segments + 1, expires_at = ?4
      WHERE id = ?1 AND received = ?2 AND file_id IS NULL
      """, [.id(row.id), .integer(row.received), .integer(count), .timestamp(expires)]) == 1
  }

  /// false where it was completed or removed before.
  public func complete(_ id: RowID<UploadRow>, with file: RowID<FileRow>) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE uploads SET file_id = ?2 WHERE id = ?1 AND file_id IS NULL", [.id(id), .id(file)]) == 1
  }

  @discardableResult
  public func delete(_ id: RowID<UploadRow>) throws(SQLError) -> Bool {
    try connection.execute("DELETE FROM uploads WHERE id = ?1", [.id(id)]) == 1
  }

  /// Removes all of a person, and says what that was.
  public func delete(of uploader: RowID<Person>) throws(SQLError) -> [UploadRow] {
    let rows = try connection.all("SELECT \(Self.columns) FROM uploads u WHERE u.uploader_id = ?1", [.id(uploader)]) {
      (row) throws(SQLError) in try UploadRow(row)
    }
    for row in rows { try delete(row.id) }
    return rows
  }

  /// Removes what has expired, and says what that was.
  public func deleteExpired(at now: Timestamp, limit: Int) throws(SQLError) -> [UploadRow] {
    let rows = try connection.all(
      "SELECT \(Self.columns) FROM uploads u WHERE u.expires_at <= ?1 ORDER BY u.expires_at LIMIT ?2",
      [.timestamp(now), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in try UploadRow(row) }
    for row in rows { try delete(row.id) }
    return rows
  }

  public func exists(_ name: String) throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM uploads WHERE name = ?1", [.text(name)]) {
      (_) throws(SQLError) in true
    } ?? false
  }
}

extension UploadRow {
  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    name = try row.text(1)
    roomID = try row.id(2)
    uploaderID = try row.id(3)
    title = try row.text(4)
    metadata = try row.text(5)
    size = try row.int64(6)
    received = try row.int64(7)
    segments = try row.int64(8)
    key = try row.text(9)
    fileID = try row.optionalInt64(10).map { RowID($0) }
    expiresAt = try row.timestamp(11)
  }
}
