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
    }
  }

  /// The schema of the body of a success.
  var answer: String? {
    switch self {
    case .logout, .markRead: nil
    case .health, .validateEmail: "Note"
    case .join, .login, .refresh, .refreshWebSession: "Session"
    case .doctors: "Doctors"
    case .rooms: "Rooms"
    case .openRoom: "Room"
    case .messages: "Messages"
    case .send: "Message"
    }
  }

  var fields: [OpenAPI.Field] {
    typealias Schema = OpenAPI.Schema
    return switch self {
    case .validateEmail: [Schema.text("email")]
    case .join:
      [
        Schema.text("email"), Schema.text("password"), Schema.text("nick"), Schema.text("phoneNum").optional,
        Schema.text("introduction").optional,
      ]
    case .login: [Schema.text("email"), Schema.text("password")]
    case .openRoom: [Schema.text("opponent_id")]
    case .send:
      [
        Schema.text("content").optional, Schema.list("files", of: Schema.string).optional,
        Schema.text("client_id").optional,
      ]
    case .markRead: [Schema.whole("seq")]
    case .health, .logout, .refresh, .refreshWebSession, .doctors, .rooms, .messages: []
    }
  }

  var parameters: [JSONValue] {
    let room = Self.parameter("room_id", in: "path", OpenAPI.Schema.string)
    return switch self {
    case .messages:
      [room] + ["next", "cursor_date"].map { Self.parameter($0, in: "query", OpenAPI.Schema.date("").schema) }
    case .send, .markRead: [room]
    case .refreshWebSession:
      [
        Self.parameter("app", in: "path", OpenAPI.Schema.string),
        Self.parameter("X-Maru-Web", in: "header", ["const": "1"], isRequired: true),
      ]
    case .join, .login, .logout: [Self.parameter("X-Maru-Web", in: "header", ["const": "1"])]
    default: []
    }
  }

  private static func parameter(
    _ name: String, in place: String, _ schema: JSONValue, isRequired: Bool = false
  ) -> JSONValue {
    [
      "name": .string(name), "in": .string(place), "required": .bool(isRequired || place == "path"),
      "schema": schema,
    ]
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
    case .refreshWebSession: statuses.formUnion([400, 418])
    case .openRoom: statuses.formUnion([400, 404])
    case .messages, .send, .markRead: statuses.formUnion([400, 404, 445])
    case .health, .logout, .doctors, .rooms: break
    }
    return statuses.sorted()
  }
}
