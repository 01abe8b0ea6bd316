import Wire

/// What was said in a room, as one person sees it.
///
/// Its fields lie together behind one reference, copied when one of them is written: a message goes through many hands,
/// and the browser's program would carry the code for copying twenty fields at each of them.
public struct Message: Hashable, Sendable {
  private var box: Box

  public var id: ID<Message> {
    get { box.fields.id }
    set { write { $0.id = newValue } }
  }
  public var roomID: ID<Room> {
    get { box.fields.roomID }
    set { write { $0.roomID = newValue } }
  }
  /// 1, 2, 3 … in the order of commits within the room. Every number has a message: deleted and hidden ones stay.
  public var seq: Int64 {
    get { box.fields.seq }
    set { write { $0.seq = newValue } }
  }
  /// The version of the room at which this message last changed; the higher one of two states is the newer one.
  public var version: Int64 {
    get { box.fields.version }
    set { write { $0.version = newValue } }
  }
  /// The sender's own name for the message, unique per sender and room for ever.
  public var clientID: String? {
    get { box.fields.clientID }
    set { write { $0.clientID = newValue } }
  }
  /// Empty where it is deleted or hidden.
  public var content: String {
    get { box.fields.content }
    set { write { $0.content = newValue } }
  }
  /// Paths, as older clients know them; `attachments` tells more about the same files.
  public var files: [String] {
    get { box.fields.files }
    set { write { $0.files = newValue } }
  }
  public var attachments: [Attachment] {
    get { box.fields.attachments }
    set { write { $0.attachments = newValue } }
  }
  public var sender: Person {
    get { box.fields.sender }
    set { write { $0.sender = newValue } }
  }
  public var createdAt: Timestamp {
    get { box.fields.createdAt }
    set { write { $0.createdAt = newValue } }
  }
  public var updatedAt: Timestamp {
    get { box.fields.updatedAt }
    set { write { $0.updatedAt = newValue } }
  }
  public var editedAt: Timestamp? {
    get { box.fields.editedAt }
    set { write { $0.editedAt = newValue } }
  }
  public var replyTo: Quote? {
    get { box.fields.replyTo }
    set { write { $0.replyTo = newValue } }
  }
  public var mentions: [ID<Person>] {
    get { box.fields.mentions }
    set { write { $0.mentions = newValue } }
  }
  public var reactions: [Reaction] {
    get { box.fields.reactions }
    set { write { $0.reactions = newValue } }
  }
  /// A tombstone: the sender took it back.
  public var isDeleted: Bool {
    get { box.fields.isDeleted }
    set { write { $0.isDeleted = newValue } }
  }
  /// The viewer had blocked the sender when it was sent. It keeps its place in the log and is never drawn.
  public var isHidden: Bool {
    get { box.fields.isHidden }
    set { write { $0.isHidden = newValue } }
  }

  public init(
    id: ID<Message>, roomID: ID<Room>, seq: Int64, version: Int64 = 0, clientID: String?, content: String,
    files: [String] = [], attachments: [Attachment] = [], sender: Person, createdAt: Timestamp, updatedAt: Timestamp,
    editedAt: Timestamp? = nil, replyTo: Quote? = nil, mentions: [ID<Person>] = [], reactions: [Reaction] = [],
    isDeleted: Bool = false, isHidden: Bool = false
  ) {
    box = Box(
      Fields(
        id: id, roomID: roomID, seq: seq, version: version, clientID: clientID, content: content, files: files,
        attachments: attachments, sender: sender, createdAt: createdAt, updatedAt: updatedAt, editedAt: editedAt,
        replyTo: replyTo, mentions: mentions, reactions: reactions, isDeleted: isDeleted, isHidden: isHidden))
  }

  @inline(never)
  private mutating func write(_ change: (inout Fields) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.fields) }
    change(&box.fields)
  }

  public static func == (a: Message, b: Message) -> Bool { a.box === b.box || a.box.fields == b.box.fields }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(version)
  }

  private struct Fields: Equatable {
    var id: ID<Message>
    var roomID: ID<Room>
    var seq: Int64
    var version: Int64
    var clientID: String?
    var content: String
    var files: [String]
    var attachments: [Attachment]
    var sender: Person
    var createdAt: Timestamp
    var updatedAt: Timestamp
    var editedAt: Timestamp?
    var replyTo: Quote?
    var mentions: [ID<Person>]
    var reactions: [Reaction]
    var isDeleted: Bool
    var isHidden: Bool
  }

  /// Written only by a message that holds it alone, so it may cross threads with it.
  private final class Box: @unchecked Sendable {
    var fields: Fields

    init(_ fields: Fields) {
      self.fields = fields
    }
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
