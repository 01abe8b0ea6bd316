import Contract
import Domain
import JSON
import Wire

/// The records that a chat keeps in the browser's own store, as keys and JSON texts.
public enum ChatRecords {
  public static let rooms = "r/"
  public static let outboxes = "o/"
  public static let drafts = "d/"
  public static let doctors = "doctors"

  public static func messages(of room: ID<Room>) -> String { "m/" + room.text + "/" }
  public static func key(room: ID<Room>) -> String { rooms + room.text }
  public static func key(draft room: ID<Room>) -> String { drafts + room.text }

  public static func key(_ message: Message) -> String {
    messages(of: message.roomID) + padded(message.seq, digits: 12)
  }

  /// The client's id keeps two tabs of one person, which count their orders apart, from overwriting each other.
  public static func key(_ item: OutboxItem, in room: ID<Room>) -> String {
    outboxes + room.text + "/" + padded(item.order, digits: 15) + "-" + item.clientID
  }

  public static func write(_ message: Message) -> RecordWrite {
    RecordWrite(key: key(message), value: message.json.text)
  }

  public static func message(_ value: String) -> Message? {
    (try? JSONValue(parsing: value)).flatMap { Message(json: $0) }
  }

  public static func write(_ room: Room) -> RecordWrite {
    RecordWrite(key: key(room: room.id), value: room.json.text)
  }

  public static func room(_ value: String) -> Room? {
    (try? JSONValue(parsing: value)).flatMap { Room(json: $0) }
  }

  public static func write(_ doctors: [Doctor]) -> RecordWrite {
    RecordWrite(key: Self.doctors, value: JSONValue.array(doctors.map { $0.json }).text)
  }

  public static func doctors(_ value: String) -> [Doctor] {
    (try? JSONValue(parsing: value))?.array?.compactMap { Doctor(json: $0) } ?? []
  }

  static func write(_ item: OutboxItem, in room: ID<Room>) -> RecordWrite {
    RecordWrite(key: key(item, in: room), value: text(item))
  }

  static func erase(_ item: OutboxItem, in room: ID<Room>) -> RecordWrite {
    RecordWrite(key: key(item, in: room), value: nil)
  }

  /// The room that a record of an outbox belongs to.
  public static func room(ofOutboxKey key: String) -> ID<Room>? {
    let rest = key.utf8.dropFirst(outboxes.utf8.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return ID(String(decoding: rest[..<end], as: UTF8.self))
  }

  public static func outboxItem(_ value: String) -> OutboxItem? {
    guard let json = try? JSONValue(parsing: value), let clientID = json["client_id"]?.string,
      let content = json["content"]?.string, let instant = json["at"]?.int64, let order = json["order"]?.int64,
      (0..<MessageLog.highestSeq).contains(order),
      let state = json["state"]?.string
    else { return nil }
    return OutboxItem(
      clientID: clientID, content: content, createdAt: Timestamp(milliseconds: instant), order: order,
      state: self.state(state, reason: json["reason"]?.string))
  }

  private static func text(_ item: OutboxItem) -> String {
    var json: JSONObject = [
      "client_id": .string(item.clientID), "content": .string(item.content),
      "at": .integer(item.createdAt.milliseconds), "order": .integer(item.order),
    ]
    switch item.state {
    case .waiting: json["state"] = "waiting"
    case .sending: json["state"] = "sending"
    case .unconfirmed: json["state"] = "unconfirmed"
    case .failed(let code):
      json["state"] = "failed"
      json["reason"] = .string(code.rawValue)
    }
    return JSONValue.object(json).text
  }

  private static func state(_ name: String, reason: String?) -> OutboxItem.State {
    switch name {
    case "waiting": .waiting
    case "failed": .failed(reason.flatMap { ErrorCode(rawValue: $0) } ?? .badRequest)
    default: .unconfirmed
    }
  }

  /// With zeros before it, so that the order of keys is the order of numbers.
  private static func padded(_ number: Int64, digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
