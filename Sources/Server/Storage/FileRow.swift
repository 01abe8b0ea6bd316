import Domain
import SQL
import Wire

/// A file as stored. Its bytes are sealed on the disk under `name`.
public struct FileRow: Equatable, Sendable {
  public var id: RowID<FileRow>
  /// Random; with an end that says its kind. The last part of its path.
  public var name: String
  public var realm: Realm
  public var roomID: RowID<Room>
  public var uploaderID: RowID<Person>
  /// nil until a message has it.
  public var messageID: RowID<Message>?
  public var kind: FileKind
  public var mediaType: String
  /// As the sender called it.
  public var title: String
  public var size: Int64
  public var width: Int?
  public var height: Int?
  public var pageCount: Int?
  /// Wrapped.
  public var key: String
  public var createdAt: Timestamp

  public var path: String { Self.folder + name }

  public var attachment: Attachment {
    Attachment(
      path: path, kind: kind, name: title, size: size, width: width, height: height, pageCount: pageCount)
  }

  static let folder = "/data/chats/"
}

public struct NewFile: Equatable, Sendable {
  public var name: String
  public var realm: Realm
  public var roomID: RowID<Room>
  public var uploaderID: RowID<Person>
  public var kind: FileKind
  public var mediaType: String
  public var title: String
  public var size: Int64
  public var width: Int?
  public var height: Int?
  public var pageCount: Int?
  public var key: String

  public init(
    name: String, realm: Realm, roomID: RowID<Room>, uploaderID: RowID<Person>, kind: FileKind, mediaType: String,
    title: String, size: Int64, width: Int? = nil, height: Int? = nil, pageCount: Int? = nil, key: String
  ) {
    self.name = name
    self.realm = realm
    self.roomID = roomID
    self.uploaderID = uploaderID
    self.kind = kind
    self.mediaType = mediaType
    self.title = title
    self.size = size
    self.width = width
    self.height = height
    self.pageCount = pageCount
    self.key = key
  }
}

/// One opening of a file of a consult.
public struct FileOpening: Equatable, Sendable {
  public var fileName: String
  public var person: RowID<Person>
  /// `original`, `width=320`, `page=1` …
  public var variant: String
  public var address: String
  public var openedAt: Timestamp

  public init(fileName: String, person: RowID<Person>, variant: String, address: String, openedAt: Timestamp) {
    self.fileName = fileName
    self.person = person
    self.variant = variant
    self.address = address
    self.openedAt = openedAt
  }
}

extension FileRow {
  /// The file is `f`.
  static let columns = """
    f.id, f.name, f.realm, f.room_id, f.uploader_id, f.message_id, f.kind, f.media_type, f.title, f.byte_count,
    f.width, f.height, f.page_count, f.file_key, f.created_at
    """

  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    name = try row.text(1)
    realm = try row.name(2, as: Realm.self)
    roomID = try row.id(3)
    uploaderID = try row.id(4)
    messageID = try row.optionalInt64(5).map { RowID($0) }
    kind = try row.name(6, as: FileKind.self)
    mediaType = try row.text(7)
    title = try row.text(8)
    size = try row.int64(9)
    width = try row.optionalInt64(10).map { Int(clamping: $0) }
    height = try row.optionalInt64(11).map { Int(clamping: $0) }
    pageCount = try row.optionalInt64(12).map { Int(clamping: $0) }
    key = try row.text(13)
    createdAt = try row.timestamp(14)
  }
}
