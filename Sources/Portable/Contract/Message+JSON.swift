import Domain
import JSON
import Wire

extension Message {
  /// What clients that know no tombstones show in place of the text.
  static let deletedText = "삭제된 메시지입니다."

  public var json: JSONValue {
    var object: JSONObject = [
      "chat_id": .string(id.text), "room_id": .string(roomID.text), "seq": .integer(seq),
      "version": .integer(version),
    ]
    if let clientID { object["client_id"] = .string(clientID) }
    object["content"] = .string(isDeleted ? Self.deletedText : content)
    object["createdAt"] = .string(createdAt.iso8601)
    object["updatedAt"] = .string(updatedAt.iso8601)
    if let editedAt { object["editedAt"] = .string(editedAt.iso8601) }
    object["sender"] = sender.json
    object["files"] = .array(files.map { .string($0) })
    if !attachments.isEmpty { object["attachments"] = .array(attachments.map { $0.json }) }
    if let replyTo { object["reply_to"] = replyTo.json }
    if !mentions.isEmpty { object["mentions"] = .array(mentions.map { .string($0.text) }) }
    if !reactions.isEmpty { object["reactions"] = .array(reactions.map { $0.json }) }
    if isDeleted { object["deleted"] = true }
    if isHidden { object["hidden"] = true }
    return .object(object)
  }

  /// nil without ids, `seq`, a date and a sender; all else may be missing.
  public init?(json: JSONValue) {
    guard let object = json.object, let id = object.string(at: "chat_id"), let room = object.string(at: "room_id"),
      let seq = object.int64(at: "seq"), seq > 0, let createdAt = object.timestamp(at: "createdAt"),
      let sender = object["sender"].flatMap(Person.init(json:))
    else { return nil }
    let isGone = object.bool(at: "deleted") == true || object.bool(at: "hidden") == true
    self.init(
      id: ID(id), roomID: ID(room), seq: seq, version: max(object.int64(at: "version") ?? 0, 0),
      clientID: object.string(at: "client_id"), content: isGone ? "" : object.string(at: "content") ?? "",
      files: object.array(at: "files")?.compactMap { $0.string } ?? [],
      attachments: object.array(at: "attachments")?.compactMap(Attachment.init(json:)) ?? [], sender: sender,
      createdAt: createdAt, updatedAt: object.timestamp(at: "updatedAt") ?? createdAt,
      editedAt: object.timestamp(at: "editedAt"), replyTo: object["reply_to"].flatMap(Quote.init(json:)),
      mentions: object.array(at: "mentions")?.compactMap { $0.string.map { ID($0) } } ?? [],
      reactions: object.array(at: "reactions")?.compactMap(Reaction.init(json:)) ?? [],
      isDeleted: object.bool(at: "deleted") == true, isHidden: object.bool(at: "hidden") == true)
  }
}

extension Attachment {
  public var json: JSONValue {
    var object: JSONObject = [
      "path": .string(path), "kind": .string(kind.rawValue), "name": .string(name), "size": .integer(size),
    ]
    if let width { object["width"] = .integer(Int64(width)) }
    if let height { object["height"] = .integer(Int64(height)) }
    if let pageCount { object["pages"] = .integer(Int64(pageCount)) }
    return .object(object)
  }

  /// nil without a path. A kind that this version does not know is a plain file.
  public init?(json: JSONValue) {
    guard let path = json.string(at: "path") else { return nil }
    self.init(
      path: path, kind: json.string(at: "kind").flatMap(FileKind.init(rawValue:)) ?? .file,
      name: json.string(at: "name") ?? "", size: max(json.int64(at: "size") ?? 0, 0), width: Self.count(json["width"]),
      height: Self.count(json["height"]), pageCount: Self.count(json["pages"]))
  }

  private static func count(_ json: JSONValue?) -> Int? {
    guard let number = json?.int64, number > 0, number <= Int64(Int32.max) else { return nil }
    return Int(number)
  }
}

extension Quote {
  public var json: JSONValue {
    var object: JSONObject = [
      "chat_id": .string(id.text), "seq": .integer(seq), "user_id": .string(senderID.text),
      "excerpt": .string(excerpt),
    ]
    if let fileKind { object["kind"] = .string(fileKind.rawValue) }
    if isDeleted { object["deleted"] = true }
    return .object(object)
  }

  public init?(json: JSONValue) {
    guard let id = json.string(at: "chat_id"), let seq = json.int64(at: "seq"), seq > 0,
      let sender = json.string(at: "user_id")
    else { return nil }
    self.init(
      id: ID(id), seq: seq, senderID: ID(sender), excerpt: json.string(at: "excerpt") ?? "",
      fileKind: json.string(at: "kind").flatMap(FileKind.init(rawValue:)), isDeleted: json.bool(at: "deleted") == true)
  }
}

extension Reaction {
  public var json: JSONValue {
    ["emoji": .string(emoji), "user_ids": .array(personIDs.map { .string($0.text) })]
  }

  public init?(json: JSONValue) {
    guard let emoji = json.string(at: "emoji"), !emoji.isEmpty, let ids = json.array(at: "user_ids") else { return nil }
    self.init(emoji: emoji, personIDs: ids.compactMap { $0.string.map { ID($0) } })
  }
}
