import Contract
import Domain
import JSON

/// The records that a chat keeps in the device's own store, as keys and JSON texts. Keys sort by their bytes, numbers
/// in them as numbers.
///
/// | key | value |
/// |---|---|
/// | `r/{room}` | Room |
/// | `k/{room}` | how much of the room the messages below are, and up to which version they are right |
/// | `m/{room}/{seq}` | Message |
/// | `o/{room}/{order}-{client id}` | an item of the outbox |
/// | `o/{room}/{order}+{message id}` | an edit, delete or reaction that is not confirmed |
/// | `s/{room}` | how far the room was marked as read, until the server has confirmed it |
/// | `d/{room}` | a draft |
/// | `doctors` | the list of doctors |
public enum ChatRecords {
  public static let rooms = "r/"
  /// Outboxes of all rooms: items and operations.
  public static let outboxes = "o/"
  public static let marks = "s/"
  public static let drafts = "d/"
  public static let doctors = "doctors"

  public static func messages(of room: ID<Room>) -> String { "m/" + room.text + "/" }
  public static func key(room: ID<Room>) -> String { rooms + room.text }
  public static func key(draft room: ID<Room>) -> String { drafts + room.text }

  public static func key(_ message: Message) -> String {
    messages(of: message.roomID) + padded(message.seq, digits: 16)
  }

  static func messages(of room: ID<Room>, from first: Int64, through last: Int64?) -> RecordRange {
    let start = messages(of: room)
    return RecordRange(
      from: start + padded(first, digits: 16), through: start + padded(last ?? MessageLog.highestSeq, digits: 16))
  }

  static func knowledge(of room: ID<Room>) -> RecordRange {
    RecordRange(from: "k/" + room.text, through: "k/" + room.text)
  }

  public static func write(_ message: Message) -> RecordWrite {
    RecordWrite(key: key(message), value: message.json.text)
  }

  public static func message(_ value: String) -> Message? {
    JSONValue.parsed(value).flatMap { Message(json: $0) }
  }

  public static func write(_ room: Room) -> RecordWrite {
    RecordWrite(key: key(room: room.id), value: room.json.text)
  }

  public static func room(_ value: String) -> Room? {
    JSONValue.parsed(value).flatMap { Room(json: $0) }
  }

  public static func write(_ doctors: [Doctor]) -> RecordWrite {
    RecordWrite(key: Self.doctors, value: JSONValue.array(doctors.map { $0.json }).text)
  }

  public static func doctors(_ value: String) -> [Doctor] {
    JSONValue.parsed(value)?.array?.compactMap { Doctor(json: $0) } ?? []
  }

  /// With zeros before it, so that the order of keys is the order of numbers.
  static func padded(_ number: Int64, digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
