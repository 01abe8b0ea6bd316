import SQL
import Wire

public struct ClinicPictureStore {
  let connection: any SQLConnection

  private static let columns = "name, clinic_id, media_type, byte_count, file_key, created_at"

  public func insert(_ picture: PictureRow<ClinicRow>) throws(SQLError) {
    try connection.execute(
      "INSERT INTO clinic_pictures (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [
        .text(picture.name), .id(picture.owner), .text(picture.mediaType), .integer(picture.size),
        .text(picture.key), .timestamp(picture.createdAt),
      ])
  }

  public func find(_ name: String) throws(SQLError) -> PictureRow<ClinicRow>? {
    try connection.first("SELECT \(Self.columns) FROM clinic_pictures WHERE name = ?1", [.text(name)]) {
      (row) throws(SQLError) in
      PictureRow<ClinicRow>(
        name: try row.text(0), owner: try row.id(1), mediaType: try row.text(2), size: try row.int64(3),
        key: try row.text(4), createdAt: try row.timestamp(5))
    }
  }

  /// Forgets pictures by their paths: their bytes are then of no use.
  public func delete(_ paths: [String]) throws(SQLError) {
    for path in paths {
      try connection.execute(
        "DELETE FROM clinic_pictures WHERE name = ?1",
        [.text(String(path.dropFirst(ClinicRow.pictureFolder.count)))])
    }
  }
}
