import Contract
import Crypto
import Domain
import JSON
import SQL
import SearchText
import Wire

/// A message as stored, and as far as one person may see it.
public struct MessageRow: Equatable, Sendable {
  public var id: RowID<Message>
  public var roomID: RowID<Room>
  public var seq: Int64
  public var version: Int64
  public var senderID: RowID<Person>
  public var clientID: String?
  /// Still here where it is deleted or hidden: whoever makes a view of it leaves it out.
  public var content: String
  public var files: [String]
  public var attachments: [Attachment]
  public var mentions: [RowID<Person>]
  public var reactions: [ReactionRow]
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  public var editedAt: Timestamp?
  public var deletedAt: Timestamp?
  /// Of what was first said under the client id.
  public var bodyDigest: String?
  public var quote: QuotedRow?
  /// The person for whom it was read must not see it.
  public var isHidden: Bool
}

/// One emoji of a message, and who put it there, in that order.
public struct ReactionRow: Equatable, Sendable {
  public var emoji: String
  public var people: [RowID<Person>]
  /// By person: who must not see that they are among them, because they were blocked when they put it there.
  public var hidden: [RowID<Person>: [RowID<Person>]]

  public init(emoji: String, people: [RowID<Person>], hidden: [RowID<Person>: [RowID<Person>]] = [:]) {
    self.emoji = emoji
    self.people = people
    self.hidden = hidden
  }

  /// Those of the people whom somebody may see.
  public func people(for viewer: RowID<Person>) -> [RowID<Person>] {
    people.filter { !(hidden[$0]?.contains(viewer) ?? false) }
  }
}

/// What a message answers, as it is now.
public struct QuotedRow: Equatable, Sendable {
  public var id: RowID<Message>
  public var seq: Int64
  public var senderID: RowID<Person>
  /// The beginning of the text.
  public var content: String
  public var attachments: [Attachment]
  public var hasFiles: Bool
  public var isDeleted: Bool
  public var isHidden: Bool
}

public struct NewMessage: Equatable, Sendable {
  public let roomID: RowID<Room>
  public let senderID: RowID<Person>
  public let clientID: String?
  public let content: String
  public let files: [String]
  public let replyTo: RowID<Message>?
  public var attachments: [Attachment] = []
  public var mentions: [RowID<Person>] {
    didSet { bodyDigest = digest }
  }
  /// Tells a repeat from another body under the same client id, also when the message has changed since; nil where
  /// there is no client id.
  public private(set) var bodyDigest: String?
  /// Of the content, for who searches before it is indexed.
  let signature: Int64

  /// Computes what is stored beside the content: better before a transaction begins than inside of it.
  public init(
    roomID: RowID<Room>, senderID: RowID<Person>, clientID: String? = nil, content: String, files: [String] = [],
    replyTo: RowID<Message>? = nil, mentions: [RowID<Person>] = []
  ) {
    self.roomID = roomID
    self.senderID = senderID
    self.clientID = clientID
    self.content = content
    self.files = files
    self.replyTo = replyTo
    self.mentions = mentions
    signature = SearchText(content).signature
    bodyDigest = digest
  }

  private var digest: String? {
    if clientID == nil { return nil }
    let parts: [JSONValue] = [
      .string(content), .array(files.map { .string($0) }), .integer(replyTo?.value ?? 0),
      .array(mentions.map { .integer($0.value) }),
    ]
    return Hex.encode(Array(Hashing.sha256(JSONValue.array(parts).bytes).prefix(16)))
  }
}

extension MessageRow {
  /// What `init(_:)` reads. The message is `x`, what it answers is `q`; the viewer is parameter `?1`.
  static let columns = """
    x.id, x.room_id, x.seq, x.version, x.sender_id, x.client_id, x.content, x.files, x.attachments, x.mentions,
    x.reactions, x.created_at, x.updated_at, x.edited_at, x.deleted_at, x.body_digest, \(isHidden("x")),
    q.id, q.seq, q.sender_id, SUBSTR(q.content, 1, 500), q.attachments, q.files, q.deleted_at, \(isHidden("q"))
    """

  static let source = "messages x LEFT JOIN messages q ON q.id = x.reply_to_id"

  private static func isHidden(_ name: String) -> String {
    """
    CASE WHEN EXISTS (
      SELECT 1 FROM hidden_messages h
      WHERE h.room_id = \(name).room_id AND h.seq = \(name).seq AND h.person_id = ?1) THEN 1 ELSE 0 END
    """
  }

  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    roomID = try row.id(1)
    seq = try row.int64(2)
    version = try row.int64(3)
    senderID = try row.id(4)
    clientID = try row.optionalText(5)
    content = try row.text(6)
    files = try row.list(7) { $0.string }
    attachments = try row.list(8, Attachment.init(json:))
    mentions = try row.list(9) { $0.int64.map { RowID($0) } }
    reactions = try row.list(10, ReactionRow.init(json:))
    createdAt = try row.timestamp(11)
    updatedAt = try row.timestamp(12)
    editedAt = try row.optionalTimestamp(13)
    deletedAt = try row.optionalTimestamp(14)
    bodyDigest = try row.optionalText(15)
    isHidden = try row.int64(16) != 0
    quote = row.isNull(17) ? nil : try QuotedRow(row, from: 17)
  }
}

extension MessageRow {
  /// A new message that answers nothing and is hidden from nobody, as it was stored.
  public init(_ new: NewMessage, id: RowID<Message>, at place: RoomPlace) {
    self.id = id
    roomID = new.roomID
    seq = place.seq
    version = place.version
    senderID = new.senderID
    clientID = new.clientID
    content = new.content
    files = new.files
    attachments = new.attachments
    mentions = new.mentions
    reactions = []
    createdAt = place.at
    updatedAt = place.at
    isHidden = false
  }
}

extension QuotedRow {
  init(_ row: SQLRow, from first: Int) throws(SQLError) {
    id = try row.id(first)
    seq = try row.int64(first + 1)
    senderID = try row.id(first + 2)
    content = try row.text(first + 3)
    attachments = try row.list(first + 4, Attachment.init(json:))
    hasFiles = try !row.list(first + 5) { $0.string }.isEmpty
    isDeleted = !row.isNull(first + 6)
    isHidden = try row.int64(first + 7) != 0
  }
}

extension ReactionRow {
  /// `{"emoji", "people": [id, …], "hidden": [[id, viewer, …], …]}`, the last only where there is something.
  var json: JSONValue {
    var object: JSONObject = ["emoji": .string(emoji), "people": Self.list(people)]
    let lists = people.compactMap { person in hidden[person].map { Self.list([person] + $0) } }
    if !lists.isEmpty { object["hidden"] = .array(lists) }
    return .object(object)
  }

  private static func list(_ people: [RowID<Person>]) -> JSONValue { .array(people.map { .integer($0.value) }) }

  private static func people(_ list: JSONValue) -> [RowID<Person>]? {
    list.array?.compactMap { $0.int64.map { RowID($0) } }
  }

  init?(json: JSONValue) {
    guard let emoji = json["emoji"]?.string, let people = json["people"].flatMap(Self.people) else { return nil }
    self.init(emoji: emoji, people: people)
    for case let list? in json["hidden"]?.array?.map(Self.people) ?? [] {
      if let person = list.first { hidden[person] = Array(list.dropFirst()) }
    }
  }
}

extension SQLRow {
  /// The elements of a JSON array.
  func list<Element>(
    _ column: Int, _ read: (JSONValue) -> Element?
  ) throws(SQLError) -> [Element] {
    let text = try text(column)
    if text == "[]" { return [] }
    guard let values = try? JSONValue(parsing: text).array else { throw .columnType(column) }
    return values.compactMap(read)
  }
}

extension SQLValue {
  static func list(_ elements: [JSONValue]) -> SQLValue {
    elements.isEmpty ? "[]" : .text(JSONValue.array(elements).text)
  }
}
