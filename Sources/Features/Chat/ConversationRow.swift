/// One row of a conversation, ready to be drawn. Keys are stable: a message keeps its key from the outbox to the room.
public enum ConversationRow: Equatable, Sendable {
  case day(key: String, text: String)
  /// Something is missing here and is being fetched.
  case gap(key: String, text: String)
  case bubble(Bubble)

  public struct Bubble: Equatable, Sendable {
    public var key: String
    public var isMine: Bool
    public var text: String
    /// Only on the first bubble of a group of somebody else.
    public var author: Author?
    /// Only on the last bubble of a group within one minute.
    public var time: String?
    /// The number of people who have not read it.
    public var unread: String?
    /// nil once it is in the room.
    public var delivery: Delivery?
    /// First of its group: more space above.
    public var startsGroup: Bool
    /// The whole of it for a screen reader: who, what, when, and its state.
    public var spoken: String
  }

  public struct Author: Equatable, Sendable {
    public var name: String
    public var avatar: Avatar
  }

  public enum Delivery: Equatable, Sendable {
    /// On its way, or waiting for its turn or for the connection. `removeLabel` where it can still be taken back.
    case pending(text: String, clientID: String, removeLabel: String?)
    case failed(text: String, clientID: String, retryLabel: String, removeLabel: String)
  }

  public var key: String {
    switch self {
    case .day(let key, _), .gap(let key, _): key
    case .bubble(let bubble): bubble.key
    }
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
