import Domain
import SQL
import Wire

/// Files of messages, and who opened them.
public struct FileStore {
  let connection: any SQLConnection

  @discardableResult
  public func insert(_ file: NewFile, at now: Timestamp) throws(SQLError) -> RowID<FileRow> {
    let id: RowID<FileRow>? = try connection.first(
      """
      INSERT INTO files (
        name, realm, room_id, uploader_id, kind, media_type, title, byte_count, width, height, page_count, file_key,
        created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      RETURNING id
      """,
      [
        .text(file.name), .name(file.realm), .id(file.roomID), .id(file.uploaderID), .name(file.kind),
        .text(file.mediaType), .text(file.title), .integer(file.size), .optional(file.width.map { Int64($0) }),
        .optional(file.height.map { Int64($0) }), .optional(file.pageCount.map { Int64($0) }), .text(file.key),
        .timestamp(now),
      ]
    ) { (row) throws(SQLError) in try row.id(0) }
    guard let id else { throw .mistake("no id for a file") }
    return id
  }

  public func find(_ id: RowID<FileRow>) throws(SQLError) -> FileRow? {
    try connection.first("SELECT \(FileRow.columns) FROM files f WHERE f.id = ?1", [.id(id)]) {
      (row) throws(SQLError) in try FileRow(row)
    }
  }

  /// The files that a person may put into a message of a room: uploaded there by nobody else, and in no message yet. In
  /// the order of the paths; nil where one of them is not such a file, or is named twice.
  public func waiting(
    _ paths: [String], of uploader: RowID<Person>, in room: RowID<Room>
  ) throws(SQLError) -> [FileRow]? {
    guard Set(paths).count == paths.count else { return nil }
    var found: [FileRow] = []
    for path in paths {
      guard path.hasPrefix(FileRow.folder) else { return nil }
      let row = try connection.first(
        """
        SELECT \(FileRow.columns) FROM files f
        WHERE f.name = ?1 AND f.uploader_id = ?2 AND f.room_id = ?3 AND f.message_id IS NULL
        """, [.text(String(path.dropFirst(FileRow.folder.count))), .id(uploader), .id(room)]
      ) { (row) throws(SQLError) in try FileRow(row) }
      guard let row else { return nil }
      found.append(row)
    }
    return found
  }

  /// Gives files to a message; false where one of them belongs to another by now.
  public func attach(_ files: [FileRow], to message: RowID<Message>) throws(SQLError) -> Bool {
    for file in files {
      let count = try connection.execute(
        "UPDATE files SET message_id = ?2 WHERE id = ?1 AND message_id IS NULL", [.id(file.id), .id(message)])
      guard count == 1 else { return false }
    }
    return true
  }

  /// A file as far as a person may open it: until it is in a message, its uploader; then who can see the message.
  public func find(_ name: String, visibleTo viewer: RowID<Person>) throws(SQLError) -> FileRow? {
    try connection.first(
      """
      SELECT \(FileRow.columns) FROM files f
      WHERE f.name = ?2
        AND EXISTS (SELECT 1 FROM room_members m WHERE m.room_id = f.room_id AND m.person_id = ?1)
        AND CASE WHEN f.message_id IS NULL THEN f.uploader_id = ?1 ELSE EXISTS (
          SELECT 1 FROM messages x
          WHERE x.id = f.message_id AND x.deleted_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM hidden_messages h
            WHERE h.room_id = x.room_id AND h.seq = x.seq AND h.person_id = ?1)) END
      """, [.id(viewer), .text(name)]
    ) { (row) throws(SQLError) in try FileRow(row) }
  }

  /// Bytes that a person keeps here: files, and uploads that are not complete.
  public func byteCount(of uploader: RowID<Person>) throws(SQLError) -> Int64 {
    try connection.first(
      """
      SELECT CAST(
        (SELECT COALESCE(SUM(f.byte_count), 0) FROM files f WHERE f.uploader_id = ?1)
        + (SELECT COALESCE(SUM(u.byte_count), 0) FROM uploads u WHERE u.uploader_id = ?1 AND u.file_id IS NULL)
        AS BIGINT)
      """, [.id(uploader)]
    ) { (row) throws(SQLError) in try row.int64(0) } ?? 0
  }

  /// Removes files that came into no message before an instant, and says which: their bytes are then of no use.
  public func deleteWaiting(before instant: Timestamp, limit: Int) throws(SQLError) -> [FileRow] {
    let rows = try connection.all(
      """
      SELECT \(FileRow.columns) FROM files f
      WHERE f.message_id IS NULL AND f.created_at < ?1 ORDER BY f.created_at LIMIT ?2
      """, [.timestamp(instant), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in try FileRow(row) }
    for row in rows {
      try connection.execute("DELETE FROM files WHERE id = ?1 AND message_id IS NULL", [.id(row.id)])
    }
    return rows
  }

  public func exists(_ name: String) throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM files WHERE name = ?1", [.text(name)]) {
      (_) throws(SQLError) in true
    } ?? false
  }

  // MARK: Openings

  public func insertOpening(
    of file: RowID<FileRow>, by person: RowID<Person>, variant: String, address: String, at now: Timestamp
  ) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO file_openings (file_id, person_id, variant, address, opened_at) VALUES (?1, ?2, ?3, ?4, ?5)
      """, [.id(file), .id(person), .text(variant), .text(address), .timestamp(now)])
  }

  /// The last ones first.
  /// - Parameter name: of one file; nil for all.
  public func openings(of name: String? = nil, limit: Int = 1_000) throws(SQLError) -> [FileOpening] {
    let values: [SQLValue] = [.integer(Int64(limit))] + (name.map { [.text($0)] } ?? [])
    return try connection.all(
      """
      SELECT f.name, o.person_id, o.variant, o.address, o.opened_at
      FROM file_openings o JOIN files f ON f.id = o.file_id
      \(name == nil ? "" : "WHERE f.name = ?2")
      ORDER BY o.id DESC LIMIT ?1
      """, values
    ) { (row) throws(SQLError) in
      FileOpening(
        fileName: try row.text(0), person: try row.id(1), variant: try row.text(2), address: try row.text(3),
        openedAt: try row.timestamp(4))
    }
  }
}
