import SQL
import Wire

/// A picture of a clinic. Its bytes are sealed on the disk under `name`, beside those of people.
public struct ClinicPictureRow: Equatable, Sendable {
  public static let folder = "/data/clinics/"

  /// Random; with an end that says its kind.
  public var name: String
  public var clinic: RowID<ClinicRow>
  public var mediaType: String
  public var size: Int64
  /// Wrapped.
  public var key: String
  public var createdAt: Timestamp

  public init(
    name: String, clinic: RowID<ClinicRow>, mediaType: String, size: Int64, key: String, createdAt: Timestamp
  ) {
    self.name = name
    self.clinic = clinic
    self.mediaType = mediaType
    self.size = size
    self.key = key
    self.createdAt = createdAt
  }

  /// As `ClinicRow.pictures` names it.
  public var path: String { Self.folder + name }
}

public struct ClinicPictureStore {
  let connection: any SQLConnection

  private static let columns = "name, clinic_id, media_type, byte_count, file_key, created_at"

  public func insert(_ picture: ClinicPictureRow) throws(SQLError) {
    try connection.execute(
      "INSERT INTO clinic_pictures (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [
        .text(picture.name), .id(picture.clinic), .text(picture.mediaType), .integer(picture.size),
        .text(picture.key), .timestamp(picture.createdAt),
      ])
  }

  public func find(_ name: String) throws(SQLError) -> ClinicPictureRow? {
    try connection.first("SELECT \(Self.columns) FROM clinic_pictures WHERE name = ?1", [.text(name)]) {
      (row) throws(SQLError) in
      ClinicPictureRow(
        name: try row.text(0), clinic: try row.id(1), mediaType: try row.text(2), size: try row.int64(3),
        key: try row.text(4), createdAt: try row.timestamp(5))
    }
  }

  /// Forgets pictures by their paths: their bytes are then of no use.
  public func delete(_ paths: [String]) throws(SQLError) {
    for path in paths {
      try connection.execute(
        "DELETE FROM clinic_pictures WHERE name = ?1",
        [.text(String(path.dropFirst(ClinicPictureRow.folder.count)))])
    }
  }
}
