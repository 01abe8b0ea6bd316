import Domain
import JSON
import Wire

extension Message {
  public var json: JSONValue {
    var object: JSONObject = [
      "chat_id": .string(id.text), "room_id": .string(roomID.text), "seq": .integer(seq),
    ]
    if let clientID { object["client_id"] = .string(clientID) }
    object["content"] = .string(content)
    object["createdAt"] = .string(createdAt.iso8601)
    object["updatedAt"] = .string(updatedAt.iso8601)
    object["sender"] = sender.json
    object["files"] = .array(files.map { .string($0) })
    return .object(object)
  }

  /// nil without ids, `seq`, a date and a sender; all else may be missing.
  public init?(json: JSONValue) {
    guard let object = json.object, let id = object["chat_id"]?.string, let room = object["room_id"]?.string,
      let seq = object["seq"]?.int64, seq > 0, let createdAt = object["createdAt"]?.timestamp,
      let sender = object["sender"].flatMap(Person.init(json:))
    else { return nil }
    self.init(
      id: ID(id), roomID: ID(room), seq: seq, clientID: object["client_id"]?.string,
      content: object["content"]?.string ?? "", files: object["files"]?.array?.compactMap { $0.string } ?? [],
      sender: sender, createdAt: createdAt, updatedAt: object["updatedAt"]?.timestamp ?? createdAt)
  }
}

extension ReadPosition {
  public var json: JSONValue { ["user_id": .string(personID.text), "seq": .integer(seq)] }

  public init?(json: JSONValue) {
    guard let id = json["user_id"]?.string, let seq = json["seq"]?.int64, seq >= 0 else { return nil }
    self.init(personID: ID(id), seq: seq)
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
      reads: object["reads"]?.array?.compactMap(ReadPosition.init(json:)) ?? [])
  }
}

extension JSONValue {
  fileprivate var timestamp: Timestamp? { string.flatMap(Timestamp.init(iso8601:)) }
}
