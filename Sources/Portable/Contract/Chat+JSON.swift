import Domain
import JSON
import Wire

extension ReadPosition {
  public var json: JSONValue {
    ["user_id": .string(personID.text), "seq": .integer(seq), "joined_seq": .integer(joinedSeq)]
  }

  public init?(json: JSONValue) {
    guard let id = json["user_id"]?.string, let seq = json["seq"]?.int64, seq >= 0 else { return nil }
    self.init(personID: ID(id), seq: seq, joinedSeq: max(json["joined_seq"]?.int64 ?? 0, 0))
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
    guard let id = json["reservation_id"]?.string, let opensAt = json["opens_at"]?.timestamp else { return nil }
    self.init(
      reservationID: id, start: json["starts_at"]?.timestamp, opensAt: opensAt,
      closesAt: json["closes_at"]?.timestamp, answerTime: json["answer_time"]?.string ?? "")
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
    guard let object = json.object, let id = object["room_id"]?.string,
      let createdAt = object["createdAt"]?.timestamp
    else { return nil }
    let lastMessage = object["lastChat"].flatMap(Message.init(json:))
    self.init(
      id: ID(id), participants: object["participants"]?.array?.compactMap(Person.init(json:)) ?? [],
      createdAt: createdAt, updatedAt: object["updatedAt"]?.timestamp ?? createdAt, lastMessage: lastMessage,
      lastSeq: max(object["last_seq"]?.int64 ?? lastMessage?.seq ?? 0, 0),
      unreadCount: Int(min(max(object["unread_count"]?.int64 ?? 0, 0), Int64(Int32.max))),
      reads: object["reads"]?.array?.compactMap(ReadPosition.init(json:)) ?? [],
      version: max(object["version"]?.int64 ?? 0, 0), isMuted: object["muted"]?.bool ?? false,
      pinned: object["pinned"].flatMap(Message.init(json:)), consult: object["consult"].flatMap(Consult.init(json:)))
  }
}

extension JSONValue {
  var timestamp: Timestamp? { string.flatMap(Timestamp.init(iso8601:)) }
}
