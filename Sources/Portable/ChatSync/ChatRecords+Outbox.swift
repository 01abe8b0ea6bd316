import Contract
import Domain
import JSON
import Wire

extension ChatRecords {
  /// The client's id keeps two tabs of one person, which count their orders apart, from overwriting each other.
  public static func key(_ item: OutboxItem, in room: ID<Room>) -> String {
    outboxes + room.text + "/" + padded(item.order, digits: 15) + "-" + item.clientID
  }

  static func write(_ item: OutboxItem, in room: ID<Room>) -> RecordWrite {
    RecordWrite(key: key(item, in: room), value: JSONValue.object(json(item)).text)
  }

  static func erase(_ item: OutboxItem, in room: ID<Room>) -> RecordWrite {
    RecordWrite(key: key(item, in: room), value: nil)
  }

  public static func outboxItem(_ value: String) -> OutboxItem? {
    guard let json = JSONValue.parsed(value), let clientID = json.string(at: "client_id"),
      let content = json.string(at: "content"), let instant = json.int64(at: "at"), let order = order(json),
      let state = json.string(at: "state")
    else { return nil }
    var item = OutboxItem(
      clientID: clientID, content: content, replyTo: json["reply_to"].flatMap(Quote.init(json:)),
      mentions: ids(json["mentions"]), files: json.array(at: "files")?.compactMap(file) ?? [],
      createdAt: Timestamp(milliseconds: instant), order: order, state: self.state(state, json))
    item.wish = wish(json)
    item.mayDiffer = json.bool(at: "differs") ?? false
    return item
  }

  private static func json(_ item: OutboxItem) -> JSONObject {
    var json: JSONObject = [
      "client_id": .string(item.clientID), "content": .string(item.content),
      "at": .integer(item.createdAt.milliseconds), "order": .integer(item.order),
    ]
    if let quote = item.replyTo { json["reply_to"] = quote.json }
    if !item.mentions.isEmpty { json["mentions"] = .array(item.mentions.map { .string($0.text) }) }
    if !item.files.isEmpty { json["files"] = .array(item.files.map { self.json($0) }) }
    switch item.state {
    case .waiting: json["state"] = "waiting"
    case .sending: json["state"] = "sending"
    case .unconfirmed: json["state"] = "unconfirmed"
    case .failed(let code): fail(code, &json)
    }
    if let wish = item.wish { json["wish"] = self.json(wish) }
    if item.mayDiffer { json["differs"] = true }
    return json
  }

  static func write(_ wish: OutboxWish, in room: ID<Room>) -> RecordWrite {
    let json: JSONValue = ["of": .string(wish.clientID), "wish": json(wish.wish), "number": .integer(wish.number)]
    return RecordWrite(key: key(wish, in: room), value: json.text)
  }

  static func erase(_ wish: OutboxWish, in room: ID<Room>) -> RecordWrite {
    RecordWrite(key: key(wish, in: room), value: nil)
  }

  /// Below the items, whose keys begin with a digit. No edit of another tab takes the place of a removal.
  private static func key(_ wish: OutboxWish, in room: ID<Room>) -> String {
    let place = outboxes + room.text + (wish.wish == .removal ? "/x" : "/w") + wish.clientID
    return wish.number == 0 ? place : place + "-" + String(wish.number)
  }

  static func wish(_ value: String) -> OutboxWish? {
    guard let json = JSONValue.parsed(value), let clientID = json.string(at: "of"), let wish = wish(json)
    else { return nil }
    return OutboxWish(clientID: clientID, wish: wish, number: json.int64(at: "number") ?? 0)
  }

  private static func wish(_ json: JSONValue) -> OutboxItem.Wish? {
    json["wish"].flatMap { $0.string == "removal" ? .removal : edit($0).map { .edit($0) } }
  }

  private static func json(_ wish: OutboxItem.Wish) -> JSONValue {
    switch wish {
    case .removal: "removal"
    case .edit(let edit): json(edit)
    }
  }

  static func fail(_ code: ErrorCode, _ json: inout JSONObject) {
    json["state"] = "failed"
    json["reason"] = .string(code.rawValue)
  }

  static func reason(_ json: JSONValue) -> ErrorCode {
    json.string(at: "reason").flatMap { ErrorCode(rawValue: $0) } ?? .badRequest
  }

  static func order(_ json: JSONValue) -> Int64? {
    guard let order = json.int64(at: "order"), (0..<MessageLog.highestSeq).contains(order) else { return nil }
    return order
  }

  static func json(_ edit: MessageEdit) -> JSONValue {
    ["content": .string(edit.content), "mentions": .array(edit.mentions.map { .string($0.text) })]
  }

  static func edit(_ json: JSONValue) -> MessageEdit? {
    json.string(at: "content").map { MessageEdit(content: $0, mentions: ids(json["mentions"])) }
  }

  private static func ids(_ json: JSONValue?) -> [ID<Person>] {
    json?.array?.compactMap { $0.string.map { ID($0) } } ?? []
  }

  private static func state(_ name: String, _ json: JSONValue) -> OutboxItem.State {
    switch name {
    case "waiting": .waiting
    case "failed": .failed(reason(json))
    default: .unconfirmed
    }
  }
}

extension ChatRecords {
  private static func json(_ file: OutboxFile) -> JSONValue {
    var json: JSONObject = [
      "id": .string(file.id), "name": .string(file.name), "kind": .string(file.kind.rawValue),
      "size": .integer(file.size),
    ]
    if let width = file.width { json["width"] = .integer(Int64(width)) }
    if let height = file.height { json["height"] = .integer(Int64(height)) }
    switch file.state {
    case .waiting: break
    case .uploaded(let attachment): json["uploaded"] = attachment.json
    case .failed(let code): fail(code, &json)
    }
    return .object(json)
  }

  private static func file(_ json: JSONValue) -> OutboxFile? {
    guard let id = json.string(at: "id") else { return nil }
    var file = OutboxFile(
      id: id, name: json.string(at: "name") ?? "",
      kind: json.string(at: "kind").flatMap(FileKind.init(rawValue:)) ?? .file,
      size: max(json.int64(at: "size") ?? 0, 0), width: json.int64(at: "width").flatMap { Int(exactly: $0) },
      height: json.int64(at: "height").flatMap { Int(exactly: $0) })
    if let attachment = json["uploaded"].flatMap(Attachment.init(json:)) {
      file.state = .uploaded(attachment)
    } else if json.string(at: "state") == "failed" {
      file.state = .failed(reason(json))
    }
    return file
  }
}

extension ChatRecords {
  static func write(_ operation: MessageOperation, in room: ID<Room>) -> RecordWrite {
    RecordWrite(key: key(operation, in: room), value: JSONValue.object(json(operation)).text)
  }

  static func erase(_ operation: MessageOperation, in room: ID<Room>) -> RecordWrite {
    RecordWrite(key: key(operation, in: room), value: nil)
  }

  private static func key(_ operation: MessageOperation, in room: ID<Room>) -> String {
    outboxes + room.text + "/" + operation.id
  }

  private static func json(_ operation: MessageOperation) -> JSONObject {
    var json: JSONObject = ["message": .string(operation.messageID.text), "order": .integer(operation.order)]
    switch operation.kind {
    case .edit(let edit): json["edit"] = self.json(edit)
    case .delete: json["delete"] = true
    case .react(let emoji, let isOn):
      json["emoji"] = .string(emoji)
      json["on"] = .bool(isOn)
    }
    if case .failed(let code) = operation.state { fail(code, &json) }
    return json
  }

  static func operation(_ value: String) -> MessageOperation? {
    guard let json = JSONValue.parsed(value), let message = json.string(at: "message"), let order = order(json)
    else { return nil }
    let kind: MessageOperation.Kind
    if let edit = json["edit"].flatMap({ edit($0) }) {
      kind = .edit(edit)
    } else if json.bool(at: "delete") == true {
      kind = .delete
    } else if let emoji = json.string(at: "emoji"), let isOn = json.bool(at: "on") {
      kind = .react(emoji: emoji, isOn: isOn)
    } else {
      return nil
    }
    let isFailed = json.string(at: "state") == "failed"
    return MessageOperation(
      messageID: ID(message), kind: kind, order: order, state: isFailed ? .failed(reason(json)) : .waiting)
  }
}
