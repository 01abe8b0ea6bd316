import Domain
import JSON
import Wire

extension ReadPosition {
  public var json: JSONValue {
    ["user_id": .string(personID.text), "seq": .integer(seq), "joined_seq": .integer(joinedSeq)]
  }

  public init?(json: JSONValue) {
    guard let id = json.string(at: "user_id"), let seq = json.int64(at: "seq"), seq >= 0 else { return nil }
    self.init(personID: ID(id), seq: seq, joinedSeq: max(json.int64(at: "joined_seq") ?? 0, 0))
  }
}

extension Consult {
  public var json: JSONValue {
    var object: JSONObject = [
      "reservation_id": .string(reservationID), "opens_at": .string(opensAt.iso8601),
      "answer_time": .string(answerTime),
    ]
    if let start { object["starts_at"] = .string(start.iso8601) }
    if let closesAt { object["closes_at"] = .string(closesAt.iso8601) }
    return .object(object)
  }

  public init?(json: JSONValue) {
    guard let id = json.string(at: "reservation_id"), let opensAt = json.timestamp(at: "opens_at") else { return nil }
    self.init(
      reservationID: id, start: json.timestamp(at: "starts_at"), opensAt: opensAt,
      closesAt: json.timestamp(at: "closes_at"), answerTime: json.string(at: "answer_time") ?? "")
  }
}

extension Room {
  public var json: JSONValue {
    var object: JSONObject = [
      "room_id": .string(id.text), "createdAt": .string(createdAt.iso8601), "updatedAt": .string(updatedAt.iso8601),
      "participants": .array(participants.map { $0.json }),
    ]
    if let lastMessage { object["lastChat"] = lastMessage.json }
    object["last_seq"] = .integer(lastSeq)
    object["unread_count"] = .integer(Int64(unreadCount))
    object["reads"] = .array(reads.map { $0.json })
    object["version"] = .integer(version)
    object["muted"] = .bool(isMuted)
    if let pinned { object["pinned"] = pinned.json }
    if let consult { object["consult"] = consult.json }
    return .object(object)
  }

  /// nil without an id and a date. A last message that cannot be read counts as none.
  public init?(json: JSONValue) {
    guard let object = json.object, let id = object.string(at: "room_id"),
      let createdAt = object.timestamp(at: "createdAt")
    else { return nil }
    let lastMessage = object["lastChat"].flatMap(Message.init(json:))
    self.init(
      id: ID(id), participants: object.array(at: "participants")?.compactMap(Person.init(json:)) ?? [],
      createdAt: createdAt, updatedAt: object.timestamp(at: "updatedAt") ?? createdAt, lastMessage: lastMessage,
      lastSeq: max(object.int64(at: "last_seq") ?? lastMessage?.seq ?? 0, 0),
      unreadCount: Int(min(max(object.int64(at: "unread_count") ?? 0, 0), Int64(Int32.max))),
      reads: object.array(at: "reads")?.compactMap(ReadPosition.init(json:)) ?? [],
      version: max(object.int64(at: "version") ?? 0, 0), isMuted: object.bool(at: "muted") ?? false,
      pinned: object["pinned"].flatMap(Message.init(json:)), consult: object["consult"].flatMap(Consult.init(json:)))
  }
}

extension JSONValue {
  @inline(never) func timestamp(at name: String) -> Timestamp? { self[name]?.timestamp }
  var timestamp: Timestamp? { string.flatMap(Timestamp.init(iso8601:)) }
}

extension JSONObject {
  @inline(never) func timestamp(at name: String) -> Timestamp? { self[name]?.timestamp }
}
