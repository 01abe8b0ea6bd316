import Wire

/// What was said in a room, as one person sees it.
public struct Message: Hashable, Sendable {
  public var id: ID<Message>
  public var roomID: ID<Room>
  /// 1, 2, 3 … in the order of commits within the room. Every number has a message: deleted and hidden ones stay.
  public var seq: Int64
  /// The version of the room at which this message last changed; the higher one of two states is the newer one.
  public var version: Int64
  /// The sender's own name for the message, unique per sender and room for ever.
  public var clientID: String?
  /// Empty where it is deleted or hidden.
  public var content: String
  /// Paths, as older clients know them; `attachments` tells more about the same files.
  public var files: [String]
  public var attachments: [Attachment]
  public var sender: Person
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  public var editedAt: Timestamp?
  public var replyTo: Quote?
  public var mentions: [ID<Person>]
  public var reactions: [Reaction]
  /// A tombstone: the sender took it back.
  public var isDeleted: Bool
  /// The viewer had blocked the sender when it was sent. It keeps its place in the log and is never drawn.
  public var isHidden: Bool

  public init(
    id: ID<Message>, roomID: ID<Room>, seq: Int64, version: Int64 = 0, clientID: String?, content: String,
    files: [String] = [], attachments: [Attachment] = [], sender: Person, createdAt: Timestamp, updatedAt: Timestamp,
    editedAt: Timestamp? = nil, replyTo: Quote? = nil, mentions: [ID<Person>] = [], reactions: [Reaction] = [],
    isDeleted: Bool = false, isHidden: Bool = false
  ) {
    self.id = id
    self.roomID = roomID
    self.seq = seq
    self.version = version
    self.clientID = clientID
    self.content = content
    self.files = files
    self.attachments = attachments
    self.sender = sender
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.editedAt = editedAt
    self.replyTo = replyTo
    self.mentions = mentions
    self.reactions = reactions
    self.isDeleted = isDeleted
    self.isHidden = isHidden
  }
}

/// The message that another one answers, as it stands now: nothing is left of what was deleted or is hidden.
public struct Quote: Hashable, Sendable {
  public var id: ID<Message>
  public var seq: Int64
  public var senderID: ID<Person>
  /// The beginning of the text, at most 120 characters.
  public var excerpt: String
  /// The kind of the first file, where the message has files.
  public var fileKind: FileKind?
  public var isDeleted: Bool

  public init(
    id: ID<Message>, seq: Int64, senderID: ID<Person>, excerpt: String, fileKind: FileKind? = nil,
    isDeleted: Bool = false
  ) {
    self.id = id
    self.seq = seq
    self.senderID = senderID
    self.excerpt = excerpt
    self.fileKind = fileKind
    self.isDeleted = isDeleted
  }
}

/// One emoji on a message, and who put it there, in the order in which they did.
public struct Reaction: Hashable, Sendable {
  public var emoji: String
  public var personIDs: [ID<Person>]

  public init(emoji: String, personIDs: [ID<Person>]) {
    self.emoji = emoji
    self.personIDs = personIDs
  }
}

/// What a file is, decided by its content.
public enum FileKind: String, CaseIterable, Hashable, Sendable {
  case image, pdf, video, audio
  /// Anything else that may be sent: it can only be downloaded.
  case file
}

/// A file of a message.
public struct Attachment: Hashable, Sendable {
  /// Path under the API root.
  public var path: String
  public var kind: FileKind
  /// As the sender called it; for display and download only.
  public var name: String
  /// In bytes.
  public var size: Int64
  /// Of an upright image or a video, in pixels; of a PDF's first page, in points. Rows keep their place by it.
  public var width: Int?
  public var height: Int?
  public var pageCount: Int?

  public init(
    path: String, kind: FileKind, name: String, size: Int64, width: Int? = nil, height: Int? = nil,
    pageCount: Int? = nil
  ) {
    self.path = path
    self.kind = kind
    self.name = name
    self.size = size
    self.width = width
    self.height = height
    self.pageCount = pageCount
  }
}
