import Domain
import Wire

/// Whoever, or whatever, has pictures.
public protocol Pictured {
  /// Before the names of its pictures.
  static var pictureFolder: String { get }
}

extension Person: Pictured { public static var pictureFolder: String { "/data/profiles/" } }
extension ClinicRow: Pictured { public static var pictureFolder: String { "/data/clinics/" } }

/// A picture of a person or of a clinic. Its bytes are sealed on the disk under `name`, in one folder for all.
public struct PictureRow<Owner: Pictured>: Equatable, Sendable {
  /// Random; with an end that says its kind.
  public var name: String
  public var owner: RowID<Owner>
  public var mediaType: String
  public var size: Int64
  /// Wrapped.
  public var key: String
  public var createdAt: Timestamp

  public init(name: String, owner: RowID<Owner>, mediaType: String, size: Int64, key: String, createdAt: Timestamp) {
    self.name = name
    self.owner = owner
    self.mediaType = mediaType
    self.size = size
    self.key = key
    self.createdAt = createdAt
  }

  /// As `PersonRow.profileImage` and `ClinicRow.pictures` name it.
  public var path: String { Owner.pictureFolder + name }
}
