import Domain
import JSON

extension RoomRead {
  var json: JSONValue { ["room_id": .string(room.text), "seq": .integer(seq)] }

  init?(json: JSONValue) {
    guard let room = json.string(at: "room_id"), let seq = json.int64(at: "seq"), seq >= 0 else { return nil }
    self.init(room: ID(room), seq: seq)
  }
}

extension MessagePage {
  var json: JSONValue {
    [
      "data": .array(messages.map { $0.json }), "version": .integer(version), "last_seq": .integer(lastSeq),
    ]
  }

  init?(json: JSONValue) {
    guard let messages = Answer.read(json["data"], Message.init(json:)), let version = json.int64(at: "version"),
      let lastSeq = json.int64(at: "last_seq")
    else { return nil }
    self.init(messages: messages, version: version, lastSeq: lastSeq)
  }
}

extension ChangePage {
  var json: JSONValue {
    [
      "data": .array(messages.map { $0.json }), "version": .integer(version), "last_seq": .integer(lastSeq),
      "more": .bool(hasMore),
    ]
  }

  init?(json: JSONValue) {
    guard let messages = Answer.read(json["data"], Message.init(json:)), let version = json.int64(at: "version"),
      let lastSeq = json.int64(at: "last_seq")
    else { return nil }
    self.init(messages: messages, version: version, lastSeq: lastSeq, hasMore: json.bool(at: "more") ?? false)
  }
}

extension SearchPage {
  var json: JSONValue {
    ["data": .array(messages.map { $0.json }), "next_cursor": .string(nextCursor ?? "0")]
  }

  init?(json: JSONValue) {
    guard let messages = Answer.read(json["data"], Message.init(json:)) else { return nil }
    let cursor = json.string(at: "next_cursor") ?? "0"
    self.init(messages: messages, nextCursor: cursor == "0" || cursor.isEmpty ? nil : cursor)
  }
}

extension FileLink {
  init?(json: JSONValue) {
    guard let url = json.string(at: "url"), let seconds = json.int64(at: "expires_in"), seconds >= 0 else { return nil }
    self.init(url: url, expiresInSeconds: Int(clamping: seconds))
  }
}
