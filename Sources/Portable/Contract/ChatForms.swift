import Domain

/// How far the caller has read in one of several rooms.
public struct RoomRead: Equatable, Sendable {
  /// So many go in one call.
  public static let most = 1_000

  public var room: ID<Room>
  public var seq: Int64

  public init(room: ID<Room>, seq: Int64) {
    self.room = room
    self.seq = seq
  }
}

/// The new text of a message; its files stay.
public struct MessageEdit: Equatable, Sendable {
  public var content: String
  public var mentions: [ID<Person>]

  public init(content: String, mentions: [ID<Person>] = []) {
    self.content = content
    self.mentions = mentions
  }
}

/// What to look for: a part of the text, in one room or in all of the caller's.
public struct MessageSearch: Equatable, Sendable {
  public var text: String
  public var room: ID<Room>?
  /// From the page before; nil for the newest.
  public var cursor: String?
  public var limit: Int?

  public init(text: String, room: ID<Room>? = nil, cursor: String? = nil, limit: Int? = nil) {
    self.text = text
    self.room = room
    self.cursor = cursor
    self.limit = limit
  }
}

/// Why somebody brings a message before the operator.
public struct Report: Equatable, Sendable {
  public enum Reason: String, CaseIterable, Sendable {
    case spam, abuse, harm, privacy, other
  }

  public var reason: Reason
  public var note: String

  public init(reason: Reason, note: String = "") {
    self.reason = reason
    self.note = note
  }
}

/// A stretch of a room's log without holes, oldest first.
public struct MessagePage: Equatable, Sendable {
  public var messages: [Message]
  /// The version of the room when it was read: later changes are above it.
  public var version: Int64
  /// The seq of the newest message of the room.
  public var lastSeq: Int64

  public init(messages: [Message], version: Int64, lastSeq: Int64) {
    self.messages = messages
    self.version = version
    self.lastSeq = lastSeq
  }
}

/// Messages that changed, by ascending version, as they are now.
public struct ChangePage: Equatable, Sendable {
  public var messages: [Message]
  /// Every change up to this version is known with this page.
  public var version: Int64
  public var lastSeq: Int64
  public var hasMore: Bool

  public init(messages: [Message], version: Int64, lastSeq: Int64, hasMore: Bool) {
    self.messages = messages
    self.version = version
    self.lastSeq = lastSeq
    self.hasMore = hasMore
  }
}

/// What was found, newest first.
public struct SearchPage: Equatable, Sendable {
  public var messages: [Message]
  /// Opaque; nil where there is no more (`"0"` on the wire).
  public var nextCursor: String?

  public init(messages: [Message], nextCursor: String? = nil) {
    self.messages = messages
    self.nextCursor = nextCursor
  }
}

/// A link that opens one file without a header, for a short while.
public struct FileLink: Equatable, Sendable {
  /// Path and query, below the host.
  public var url: String
  public var expiresInSeconds: Int

  public init(url: String, expiresInSeconds: Int) {
    self.url = url
    self.expiresInSeconds = expiresInSeconds
  }
}
