import Domain

/// One row of a conversation, ready to be drawn. Keys are stable: a message keeps its key from the outbox to the room.
public indirect enum ConversationRow: Equatable, Sendable {
  case line(Line, key: String, text: String)
  case bubble(Bubble)

  /// What stands between messages, by the class that the style sheet knows.
  public enum Line: String, Sendable {
    case day
    /// Something is missing here and is being fetched.
    case gap
    /// Up to here the person had read when the room was opened.
    case unread = "unread-line"
    /// Nothing is before this.
    case start
  }

  public struct Bubble: Equatable, Sendable {
    public var key: String
    public var target: Target
    public var isMine: Bool
    public var text: [TextPart]
    /// A tombstone; `text` says so.
    public var isDeleted = false
    public var quote: Quoted?
    public var files: [FileTile] = []
    public var reactions: [Reacted] = []
    /// Set where the text was changed.
    public var edited: String?
    /// Only on the first bubble of a group of somebody else.
    public var author: Author?
    /// Only on the last bubble of a group within one minute.
    public var time: String?
    /// The number of people who have not read it.
    public var unread: String?
    /// An edit, a delete or a reaction that the server refused.
    public var failedChange: FailedChange?
    /// nil once it is in the room.
    public var delivery: Delivery?
    /// First of its group: more space above.
    public var startsGroup: Bool
    /// The person was led to this one.
    public var isFound = false
    /// Of the button that opens its menu; nil where there is none.
    public var menuLabel: String?
    /// The whole of it for a screen reader: who, what, when, and its state.
    public var spoken: String
  }

  /// What a menu on a bubble acts on.
  public enum Target: Equatable, Sendable {
    case message(Int64)
    case item(clientID: String)
  }

  public struct Author: Equatable, Sendable {
    public var name: String
    public var avatar: Avatar
  }

  /// The message that this one answers.
  public struct Quoted: Equatable, Sendable {
    public var name: String
    public var text: String
    /// nil where there is nothing to go to.
    public var seq: Int64?
    public var label: String
  }

  /// One emoji, and how many chose it.
  public struct Reacted: Equatable, Sendable {
    public var emoji: String
    public var count: String
    public var isMine: Bool
    public var label: String
  }

  public struct FailedChange: Equatable, Sendable {
    public var text: String
    public var id: String
    public var retryLabel: String
    public var dropLabel: String
  }

  public enum Delivery: Equatable, Sendable {
    /// On its way, or waiting for its turn or for the connection. `removeLabel` where it can still be taken back.
    case pending(text: String, clientID: String, removeLabel: String?)
    case failed(text: String, clientID: String, retryLabel: String, removeLabel: String)
  }

  public var key: String {
    switch self {
    case .line(_, let key, _): key
    case .bubble(let bubble): bubble.key
    }
  }
}

// What is spoken holds most of what is drawn; a comparison of all parts would be a large piece of program.
extension ConversationRow.Bubble {
  /// Whether both are drawn alike and do the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.spoken == b.spoken && a.key == b.key && a.time == b.time && a.menuLabel == b.menuLabel
      && a.failedChange?.id == b.failedChange?.id && a.looks == b.looks && FileTile.areAlike(a.files, b.files)
  }

  /// What can change while the rest stays.
  private var looks: [Int64] {
    var flags: Int64 = 0
    for flag in [isMine, isDeleted, startsGroup, isFound, quote?.seq != nil] { flags = flags << 1 | (flag ? 1 : 0) }
    for reaction in reactions { flags = flags << 1 | (reaction.isMine ? 1 : 0) }
    var seq: Int64 = 0
    if case .message(let number) = target { seq = number }
    var step: Int64 = 0
    switch delivery {
    case nil: break
    case .pending(_, _, let removeLabel): step = removeLabel == nil ? 1 : 2
    case .failed: step = 3
    }
    return [flags, seq, step, Int64(text.count), Int64(reactions.count)]
  }
}

extension [TextPart] {
  /// All of it as one text.
  public var joined: String {
    var text = ""
    for part in self { text += part.text }
    return text
  }
}

/// What a list shows instead of rows, or beside them.
public enum ListFace: Equatable, Sendable {
  case loading
  case rows
  /// The server said that there is nothing.
  case empty(title: String, text: String)
  /// Nothing is known and nothing could be asked.
  case failed(title: String, text: String, retryLabel: String)
}
