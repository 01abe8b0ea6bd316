import Contract
import Domain
import JSON

/// What is needed to go on with an upload later, also in another process.
public struct UploadTicket: Equatable, Sendable {
  /// The server's name of the upload.
  public var upload: String
  public var room: ID<Room>
  /// Of the file, in bytes.
  public var size: Int64

  public init(upload: String, room: ID<Room>, size: Int64) {
    self.upload = upload
    self.room = room
    self.size = size
  }

  /// For keeping it.
  public var text: String {
    JSONValue.object([
      "upload": .string(upload), "room_id": .string(room.text), "size": .integer(size),
    ]).text
  }

  /// nil where the text is no ticket.
  public init?(_ text: String) {
    guard let json = try? JSONValue(parsing: text), let upload = json["upload"]?.string, !upload.isEmpty,
      let room = json["room_id"]?.string, let size = json["size"]?.int64, size >= 0
    else { return nil }
    self.init(upload: upload, room: ID(room), size: size)
  }
}
