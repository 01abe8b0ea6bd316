import JSON

/// What the API description says about a route.
extension APIRoute {
  /// A word for the route, for logs and generated clients.
  public var name: String {
    switch self {
    case .health: "health"
    case .validateEmail: "validateEmail"
    case .join: "join"
    case .login: "login"
    case .logout: "logout"
    case .refresh: "refresh"
    case .refreshWebSession: "refreshWebSession"
    case .doctors: "doctors"
    case .rooms: "rooms"
    case .openRoom: "openRoom"
    case .messages: "messages"
    case .send: "send"
    case .markRead: "markRead"
    case .markAllRead: "markAllRead"
    case .history: "history"
    case .changes: "changes"
    case .edit: "edit"
    case .delete: "delete"
    case .react: "react"
    case .pin: "pin"
    case .mute: "mute"
    case .search: "search"
    case .report: "report"
    case .block: "block"
    case .blocks: "blocks"
    case .fileLink: "fileLink"
    }
  }

  var summary: String {
    switch self {
    case .health: "Whether the server is there."
    case .validateEmail: "Whether an account can have that e-mail."
    case .join: "Makes an account and signs in."
    case .login: "Signs in."
    case .logout: "Ends the session of the access token."
    case .refresh: "Turns a refresh token into a new pair."
    case .refreshWebSession: "The same for a browser, whose refresh token is in a cookie."
    case .doctors: "The doctors that a patient can consult."
    case .rooms: "The caller's rooms, the last changed one first."
    case .openRoom: "The room with another person, made where there is none."
    case .messages: "Messages newer than the cursor, oldest first; without one, all."
    case .send: "Says something. A repeated client_id is answered with the original."
    case .markRead: "Moves the caller's read position forward, never back."
    case .markAllRead: "Moves the caller's read positions in several rooms."
    case .history: "The newest messages below a seq, oldest first."
    case .changes: "Messages that changed above a version, by version."
    case .edit: "Changes the text of a message of the caller's own."
    case .delete: "Takes back a message of the caller's own; a tombstone stays."
    case .react: "Puts an emoji on a message, or takes the caller's own away."
    case .pin: "Pins a message for everybody in the room; without one, takes the pin away."
    case .mute: "Whether the caller hears of new messages in the room."
    case .search: "Messages that contain a text, newest first; next_cursor is 0 at the end."
    case .report: "Brings a message before the operator."
    case .block: "Blocks a person, or lifts the block."
    case .blocks: "Whom the caller has blocked."
    case .fileLink: "A short-lived link to a file that the caller may see."
    }
  }

  /// The schema of the body of a success.
  var answer: String? {
    switch self {
    case .logout, .markRead, .markAllRead, .report, .block: nil
    case .health, .validateEmail: "Note"
    case .join, .login, .refresh, .refreshWebSession: "Session"
    case .doctors: "Doctors"
    case .rooms: "Rooms"
    case .openRoom, .pin, .mute: "Room"
    case .messages: "Messages"
    case .send, .edit, .delete, .react: "Message"
    case .history: "MessagePage"
    case .changes: "ChangePage"
    case .search: "SearchPage"
    case .blocks: "People"
    case .fileLink: "FileLink"
    }
  }

  private static var moreOfJoin: [OpenAPI.Field] {
    typealias Schema = OpenAPI.Schema
    return JoinForm.moreNames.map { name in
      switch name {
      case "hashTags": Schema.list(name, of: Schema.string)
      case "consents": Schema.list(name, of: Schema.object([Schema.text("kind"), Schema.text("version")]))
      case "over14": Schema.flag(name)
      default: Schema.text(name)
      }
    }.map { $0.optional }
  }

  var fields: [OpenAPI.Field] {
    typealias Schema = OpenAPI.Schema
    return switch self {
    case .validateEmail: [Schema.text("email")]
    case .join:
      [
        Schema.text("email"), Schema.text("password"), Schema.text("nick"), Schema.text("phoneNum").optional,
        Schema.text("introduction").optional,
      ] + Self.moreOfJoin
    case .login: [Schema.text("email"), Schema.text("password"), Schema.text("deviceToken").optional]
    case .openRoom: [Schema.text("opponent_id")]
    case .send:
      [
        Schema.text("content").optional, Schema.list("files", of: Schema.string).optional,
        Schema.text("client_id").optional, Schema.text("reply_to").optional,
        Schema.list("mentions", of: Schema.string).optional,
      ]
    case .markRead: [Schema.whole("seq")]
    case .markAllRead: [Schema.list("reads", of: Schema.object([Schema.text("room_id"), Schema.whole("seq")]))]
    case .edit: [Schema.text("content"), Schema.list("mentions", of: Schema.string).optional]
    case .react: [Schema.text("emoji"), Schema.flag("on")]
    case .pin: [Schema.text("chat_id").optional]
    case .mute: [Schema.flag("muted")]
    case .report:
      [
        OpenAPI.Field(name: "reason", schema: Schema.oneOf(Report.Reason.allCases.map { $0.rawValue })),
        Schema.text("note").optional,
      ]
    case .block: [Schema.flag("blocked")]
    case .fileLink: [Schema.text("file")]
    case .health, .logout, .refresh, .refreshWebSession, .doctors, .rooms, .messages, .history, .changes, .delete,
      .search, .blocks:
      []
    }
  }

  var parameters: [JSONValue] {
    let room = OpenAPI.parameter("room_id", in: "path", OpenAPI.Schema.string)
    let message = OpenAPI.parameter("chat_id", in: "path", OpenAPI.Schema.string)
    let limit = OpenAPI.parameter("limit", in: "query", OpenAPI.Schema.whole("").schema)
    return switch self {
    case .messages:
      [room] + ["next", "cursor_date"].map { OpenAPI.parameter($0, in: "query", OpenAPI.Schema.date("").schema) }
    case .send, .markRead, .pin, .mute: [room]
    case .history: [room, OpenAPI.parameter("before_seq", in: "query", OpenAPI.Schema.whole("").schema), limit]
    case .changes:
      [room, OpenAPI.parameter("after_version", in: "query", OpenAPI.Schema.whole("").schema, isRequired: true), limit]
    case .edit, .delete, .react: [room, message]
    case .report: [message]
    case .block: [OpenAPI.parameter("user_id", in: "path", OpenAPI.Schema.string)]
    case .search:
      [OpenAPI.parameter("q", in: "query", OpenAPI.Schema.string, isRequired: true)]
        + ["room_id", "cursor"].map { OpenAPI.parameter($0, in: "query", OpenAPI.Schema.string) } + [limit]
    case .refreshWebSession:
      [
        OpenAPI.parameter("app", in: "path", OpenAPI.Schema.string),
        OpenAPI.parameter("X-Maru-Web", in: "header", ["const": "1"], isRequired: true),
      ]
    case .join, .login, .logout: [OpenAPI.parameter("X-Maru-Web", in: "header", ["const": "1"])]
    default: []
    }
  }

  /// Statuses beside 200, ascending.
  var refusals: [Int] {
    var statuses: Set<Int> = [420, 429, 500]
    if needsAccessToken { statuses.formUnion([401, 403, 419]) }
    switch self {
    case .validateEmail: statuses.formUnion([400, 409])
    case .join: statuses.formUnion([400, 402, 409])
    case .login: statuses.formUnion([400, 401])
    case .refresh: statuses.formUnion([400, 401, 403, 418])
    case .refreshWebSession: statuses.formUnion([400, 418, 444])
    case .openRoom: statuses.formUnion([400, 404])
    case .messages, .send, .markRead, .markAllRead, .history, .changes, .edit, .delete, .react, .pin, .mute,
      .search, .fileLink:
      statuses.formUnion([400, 404, 445])
    case .report, .block: statuses.formUnion([400, 404])
    case .health, .logout, .doctors, .rooms, .blocks: break
    }
    return statuses.sorted()
  }
}
