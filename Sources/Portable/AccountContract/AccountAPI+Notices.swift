import Contract
import JSON
import Wire

/// Something that a person was told: one row of the notification inbox.
public struct Notice: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Something new in a room; one notice per room.
    case message
    /// What another person sent by `directPush`.
    case push
    /// From the server itself.
    case system
  }

  public var id: String
  public var kind: Kind
  public var title: String
  public var body: String
  /// A path below the app's own, such as `/chats/{room_id}`; empty: nothing opens.
  public var target: String
  public var createdAt: Timestamp
  public var isRead: Bool

  public init(
    id: String, kind: Kind, title: String, body: String, target: String, createdAt: Timestamp, isRead: Bool
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.body = body
    self.target = target
    self.createdAt = createdAt
    self.isRead = isRead
  }

  /// Also the payload of the realtime event `notice` in `/me`.
  public static var form: APIForm<Notice> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("id"), Schema.word("kind", Kind.allCases.map { $0.rawValue }), Schema.text("title"),
      Schema.text("body"), Schema.text("target"), Schema.date("created_at"), Schema.flag("is_read"),
    ]) { notice in
      [
        "id": .string(notice.id), "kind": .string(notice.kind.rawValue), "title": .string(notice.title),
        "body": .string(notice.body), "target": .string(notice.target),
        "created_at": .string(notice.createdAt.iso8601), "is_read": .bool(notice.isRead),
      ]
    } read: { fields throws(APIError) in
      guard let createdAt = try fields.date("created_at") else { throw .missingValue }
      // A kind of a later version is shown as one of the server's.
      return Notice(
        id: try fields.required("id"), kind: Kind(rawValue: try fields.required("kind")) ?? .system,
        title: fields.text("title") ?? "", body: fields.text("body") ?? "", target: fields.text("target") ?? "",
        createdAt: createdAt, isRead: try fields.flag("is_read"))
    }
  }
}

/// The newest first.
public struct NoticePage: Equatable, Sendable {
  public var notices: [Notice]
  /// Where the next page begins; empty after the last one.
  public var next: String
  /// In all.
  public var unread: Int64

  public init(notices: [Notice], next: String, unread: Int64) {
    self.notices = notices
    self.next = next
    self.unread = unread
  }

  static var form: APIForm<NoticePage> {
    typealias Schema = OpenAPI.Schema
    let element = Notice.form
    return APIForm([
      Schema.list("data", of: Schema.object(element.fields)), Schema.text("next_cursor"), Schema.whole("unread"),
    ]) { page in
      [
        "data": .array(page.notices.map { .object(element.print($0)) }), "next_cursor": .string(page.next),
        "unread": .integer(page.unread),
      ]
    } read: { fields throws(APIError) in
      NoticePage(
        notices: try element.list(in: fields, "data"), next: fields.text("next_cursor") ?? "",
        unread: try fields.requiredNumber("unread"))
    }
  }
}

/// Which part of the inbox.
public struct NoticeQuery: Equatable, Sendable {
  /// The `next` of the page before; empty: from the newest.
  public var cursor: String
  /// At most 100; nil: 30.
  public var limit: Int64?

  public init(cursor: String = "", limit: Int64? = nil) {
    self.cursor = cursor
    self.limit = limit
  }

  static var form: APIForm<NoticeQuery> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("cursor").optional.inQuery, Schema.whole("limit").optional.inQuery]) { query in
      var object: JSONObject = [:]
      if !query.cursor.isEmpty { object["cursor"] = .string(query.cursor) }
      if let limit = query.limit { object["limit"] = .integer(limit) }
      return object
    } read: { fields throws(APIError) in
      NoticeQuery(cursor: fields.text("cursor") ?? "", limit: try fields.number("limit"))
    }
  }
}

/// What was read.
public enum ReadNotices: Equatable, Sendable {
  case all
  case some([String])

  static var form: APIForm<ReadNotices> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.list("ids", of: Schema.string).optional, Schema.flag("all").optional]) { read in
      switch read {
      case .all: ["all": .bool(true)]
      case .some(let ids): ["ids": .array(ids.map { .string($0) })]
      }
    } read: { fields throws(APIError) in
      if try fields.flag("all") { return .all }
      return .some(try fields.required("ids") { $0.string })
    }
  }
}

extension AccountAPI {
  public static var notices: APICall<NoticeQuery, NoticePage> {
    APICall(
      .get, "/v1/me/notifications", "notifications", "What the caller was told, the newest first.",
      input: NoticeQuery.form, output: NoticePage.form)
  }

  /// Answers with what is still unread. Ids that are not the caller's are left alone.
  public static var readNotices: APICall<ReadNotices, Int64> {
    APICall(
      .post, "/v1/me/notifications/read", "readNotifications", "Marks some or all as read.",
      input: ReadNotices.form, output: unreadForm)
  }

  private static var unreadForm: APIForm<Int64> {
    APIForm([OpenAPI.Schema.whole("unread")]) { count in
      ["unread": .integer(count)]
    } read: { fields throws(APIError) in
      try fields.requiredNumber("unread")
    }
  }
}
