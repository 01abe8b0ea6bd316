import Domain

/// How many messages of a room are unread: the server's count as of one message, and the numbers of those that came
/// after it. A repeated or late message changes nothing.
struct UnreadCount: Equatable, Sendable {
  static let most = 10_000

  /// The server counted up to this message.
  private var lastSeq: Int64
  private var counted: Int
  private var later: Set<Int64> = []

  init(_ room: Room) {
    lastSeq = room.lastSeq
    counted = min(room.unreadCount, Self.most)
  }

  var number: Int { min(counted + later.count, Self.most) }

  /// The server has counted again.
  mutating func begin(_ room: Room) {
    lastSeq = room.lastSeq
    counted = min(room.unreadCount, Self.most)
    later = later.filter { $0 > room.lastSeq }
  }

  /// - Returns: false where only the server can tell how many are left.
  mutating func take(_ message: Message, me: ID<Person>) -> Bool {
    guard message.sender.id != me else { return true }
    guard message.seq > lastSeq else { return !message.isHidden || counted == 0 }
    if message.isHidden {
      later.remove(message.seq)
    } else if later.count < Self.most {
      later.insert(message.seq)
    }
    return true
  }

  /// Whether the server's count stands for messages of which it is not known here who sent them.
  var isEstimate: Bool { counted > 0 }

  mutating func read(through seq: Int64) {
    counted = min(counted, Int(clamping: max(0, lastSeq - seq)))
    later = later.filter { $0 > seq }
  }
}
