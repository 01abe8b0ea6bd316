import Contract
import Domain
import JSON
import Wire

/// One opening of a file of a consult.
public struct FileOpeningEntry: Equatable, Sendable {
  public var id: String
  /// As a message names the file.
  public var path: String
  public var title: String
  public var kind: FileKind
  public var roomID: ID<Room>
  public var person: Person
  public var isMe: Bool
  /// `original`, `width=320`, `page=1` …
  public var variant: String
  public var at: Timestamp

  public init(
    id: String, path: String, title: String, kind: FileKind, roomID: ID<Room>, person: Person, isMe: Bool,
    variant: String, at: Timestamp
  ) {
    self.id = id
    self.path = path
    self.title = title
    self.kind = kind
    self.roomID = roomID
    self.person = person
    self.isMe = isMe
    self.variant = variant
    self.at = at
  }

  static var form: APIForm<FileOpeningEntry> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("opening_id"), Schema.text("file"), Schema.text("title"),
      Schema.word("kind", FileKind.allCases.map { $0.rawValue }), Schema.text("room_id"),
      Schema.member("person", Schema.reference("Person")), Schema.flag("is_me"),
      Schema.text("variant"), Schema.date("opened_at"),
    ]) { entry in
      [
        "opening_id": .string(entry.id), "file": .string(entry.path), "title": .string(entry.title),
        "kind": .string(entry.kind.rawValue), "room_id": .string(entry.roomID.text), "person": entry.person.json,
        "is_me": .bool(entry.isMe), "variant": .string(entry.variant), "opened_at": .string(entry.at.iso8601),
      ]
    } read: { fields throws(APIError) in
      guard let person = fields.value("person").flatMap(Person.init(json:)), let at = try fields.date("opened_at")
      else { throw .badRequest }
      return FileOpeningEntry(
        id: try fields.required("opening_id"), path: fields.text("file") ?? "", title: fields.text("title") ?? "",
        kind: FileKind(rawValue: fields.text("kind") ?? "") ?? .file, roomID: ID(fields.text("room_id") ?? ""),
        person: person, isMe: try fields.flag("is_me"), variant: fields.text("variant") ?? "", at: at)
    }
  }
}

/// One line of what happened to an account.
public struct ActivityEntry: Equatable, Sendable {
  public var id: String
  /// A word for programs, such as `signed_in`; apps show words by it, and nothing where they do not know it.
  public var kind: String
  /// `person`, `operator`, `provider` or `server`.
  public var actor: String
  public var detail: String
  /// The network address that it came from; empty where there is none.
  public var address: String
  public var at: Timestamp

  public init(id: String, kind: String, actor: String, detail: String, address: String, at: Timestamp) {
    self.id = id
    self.kind = kind
    self.actor = actor
    self.detail = detail
    self.address = address
    self.at = at
  }

  static var form: APIForm<ActivityEntry> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("activity_id"), Schema.text("kind"), Schema.text("actor"), Schema.text("detail"),
      Schema.text("address"), Schema.date("at"),
    ]) { entry in
      [
        "activity_id": .string(entry.id), "kind": .string(entry.kind), "actor": .string(entry.actor),
        "detail": .string(entry.detail), "address": .string(entry.address), "at": .string(entry.at.iso8601),
      ]
    } read: { fields throws(APIError) in
      guard let at = try fields.date("at") else { throw .badRequest }
      return ActivityEntry(
        id: try fields.required("activity_id"), kind: fields.text("kind") ?? "", actor: fields.text("actor") ?? "",
        detail: fields.text("detail") ?? "", address: fields.text("address") ?? "", at: at)
    }
  }
}

/// Which entries are wanted.
public struct RecordQuery: Equatable, Sendable {
  public static let defaultLimit = 30
  public static let maximumLimit = 100

  /// From the last page; nil for the first.
  public var cursor: String?
  public var limit: Int

  public init(cursor: String? = nil, limit: Int = Self.defaultLimit) {
    self.cursor = cursor
    self.limit = limit
  }

  static var form: APIForm<RecordQuery> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("cursor").optional.inQuery, Schema.whole("limit").optional.inQuery]) { query in
      var object = JSONObject()
      if let cursor = query.cursor { object["cursor"] = .string(cursor) }
      if query.limit != defaultLimit { object["limit"] = .integer(Int64(query.limit)) }
      return object
    } read: { fields throws(APIError) in
      let cursor = fields.text("cursor") ?? ""
      let limit = try fields.number("limit") ?? Int64(defaultLimit)
      return RecordQuery(
        cursor: cursor.isEmpty ? nil : cursor, limit: Int(min(max(limit, 1), Int64(maximumLimit))))
    }
  }
}
