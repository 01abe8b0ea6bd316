import Domain
import SQL

/// Files seen from the person: for the archive, and for erasing.
extension FileStore {
  /// Removes the files of a person that came into no message, and says which.
  public func deleteWaiting(of uploader: RowID<Person>) throws(SQLError) -> [FileRow] {
    let rows = try connection.all(
      "SELECT \(FileRow.columns) FROM files f WHERE f.uploader_id = ?1 AND f.message_id IS NULL", [.id(uploader)]
    ) { (row) throws(SQLError) in try FileRow(row) }
    for row in rows {
      try connection.execute("DELETE FROM files WHERE id = ?1 AND message_id IS NULL", [.id(row.id)])
    }
    return rows
  }

  /// Files for which a condition of the privacy table holds, by number.
  /// - Parameter condition: SQL over the columns of `files`; the person is `?1`.
  public func list(
    where condition: String, person: RowID<Person>, after id: Int64, limit: Int
  ) throws(SQLError) -> [FileRow] {
    try connection.all(
      """
      SELECT \(FileRow.columns) FROM files f
      WHERE f.id > ?2 AND f.id IN (SELECT id FROM files WHERE \(condition)) ORDER BY f.id LIMIT ?3
      """, [.id(person), .integer(id), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in try FileRow(row) }
  }
}
