import Domain
import Wire

/// What a tab that does not send wants of an item: a record of its own, which the tab that sends takes up. So neither
/// ever overwrites what the other one knows.
public struct OutboxWish: Equatable, Sendable {
  public let clientID: String
  public let wish: OutboxItem.Wish
  /// Counts the edits of an item: each is a record of its own, so that whoever takes up one does not erase the next.
  public let number: Int64

  public init(clientID: String, wish: OutboxItem.Wish, number: Int64 = 0) {
    self.clientID = clientID
    self.wish = wish
    self.number = number
  }
}

/// What a device kept of a room's outbox, in order.
public struct KeptOutbox: Equatable, Sendable {
  public var items: [OutboxItem]
  public var operations: [MessageOperation]
  public var wishes: [OutboxWish]

  public init(items: [OutboxItem] = [], operations: [MessageOperation] = [], wishes: [OutboxWish] = []) {
    self.items = items
    self.operations = operations
    self.wishes = wishes
  }

  /// Two tabs that wrote at the same moment may have left an item under two orders.
  fileprivate mutating func take(_ item: OutboxItem) {
    if !items.contains(where: { $0.clientID == item.clientID }) { items.append(item) }
  }

  static func ordered(_ items: [OutboxItem]) -> [OutboxItem] {
    items.ordered { ($0.order, $0.clientID) < ($1.order, $1.clientID) }
  }

  static func ordered(_ wishes: [OutboxWish]) -> [OutboxWish] {
    wishes.ordered { ($0.clientID, $0.number) < ($1.clientID, $1.number) }
  }

  static func ordered(_ operations: [MessageOperation]) -> [MessageOperation] {
    operations.ordered { $0.id < $1.id }
  }
}

extension ChatRecords {
  /// The outboxes of all rooms, from the records below `outboxes`. What cannot be read is left out.
  public static func outboxes(_ records: [StoredRecord]) -> [ID<Room>: KeptOutbox] {
    var rooms: [ID<Room>: KeptOutbox] = [:]
    for record in records {
      guard let room = room(ofOutboxKey: record.key) else { continue }
      if let item = outboxItem(record.value) {
        rooms[room, default: KeptOutbox()].take(item)
      } else if let operation = operation(record.value) {
        rooms[room, default: KeptOutbox()].operations.append(operation)
      } else if let wish = wish(record.value) {
        rooms[room, default: KeptOutbox()].wishes.append(wish)
      }
    }
    for (room, kept) in rooms {
      rooms[room] = KeptOutbox(
        items: KeptOutbox.ordered(kept.items), operations: KeptOutbox.ordered(kept.operations),
        wishes: KeptOutbox.ordered(kept.wishes))
    }
    return rooms
  }

  /// Whether these changes of a machine are of its outbox; those of one transaction all are, or none is.
  public static func isOutbox(_ changes: [RecordWrite]) -> Bool { changes.first?.key.utf8.first == UInt8(ascii: "o") }

  /// The room that a record of an outbox belongs to.
  public static func room(ofOutboxKey key: String) -> ID<Room>? {
    let rest = key.utf8.dropFirst(outboxes.utf8.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return ID(String(decoding: rest[..<end], as: UTF8.self))
  }
}
