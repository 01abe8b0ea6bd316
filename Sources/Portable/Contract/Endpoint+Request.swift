import Domain
import JSON
import Wire

extension Endpoint {
  public var route: APIRoute {
    switch self {
    case .health: .health
    case .validateEmail: .validateEmail
    case .join: .join
    case .login: .login
    case .logout: .logout
    case .refresh: .refresh
    case .refreshWebSession: .refreshWebSession
    case .doctors: .doctors
    case .rooms: .rooms
    case .openRoom: .openRoom
    case .messages: .messages
    case .send: .send
    case .markRead: .markRead
    }
  }

  public var needsAccessToken: Bool { route.needsAccessToken }

  /// Percent-encoded, without the query.
  public var path: String {
    switch self {
    case .refreshWebSession(let app): "/v1/web/" + app.rawValue + "/session/refresh"
    case .messages(let room, _), .send(let room, _): Self.chatPath(room)
    case .markRead(let room, _): Self.chatPath(room) + "/read"
    default: route.template
    }
  }

  private static func chatPath(_ room: ID<Room>) -> String {
    "/v1/chats/" + PercentEncoding.encode(segment: room.text)
  }

  /// The request as a client sends it.
  /// - Parameters:
  ///   - key: names realm and app (header `SeSACKey`).
  ///   - accessToken: sent raw, and only where the route reads it.
  ///   - web: true in a browser, where a cookie holds the refresh token (header `X-Maru-Web`).
  public func request(key: String, accessToken: String? = nil, web: Bool = false) -> HTTPRequest {
    var request = HTTPRequest(route.method, path)
    request.headers.add("SeSACKey", key)
    if let accessToken, needsAccessToken { request.headers.add("Authorization", accessToken) }
    if web { request.headers.add("X-Maru-Web", "1") }
    switch self {
    case .refresh(let refreshToken):
      if let accessToken { request.headers.add("Authorization", accessToken) }
      request.headers.add("RefreshToken", refreshToken)
    case .refreshWebSession:
      request.headers["X-Maru-Web"] = "1"
    case .messages(_, let after?):
      request.query = ["next": after.iso8601]
    default: break
    }
    if let body {
      request.headers.add("Content-Type", "application/json")
      request.body = JSONValue.object(body).bytes
    }
    return request
  }

  private var body: JSONObject? {
    switch self {
    case .validateEmail(let email): ["email": .string(email)]
    case .join(let form):
      [
        "email": .string(form.email), "password": .string(form.password), "nick": .string(form.nick),
        "phoneNum": .string(form.phoneNumber), "introduction": .string(form.introduction),
      ]
    case .login(let form): ["email": .string(form.email), "password": .string(form.password)]
    case .openRoom(let opponent): ["opponent_id": .string(opponent.text)]
    case .send(_, let draft): draft.body
    case .markRead(_, let seq): ["seq": .integer(seq)]
    case .health, .logout, .refresh, .refreshWebSession, .doctors, .rooms, .messages: nil
    }
  }
}

extension MessageDraft {
  fileprivate var body: JSONObject {
    var body: JSONObject = ["content": .string(content), "files": .array(files.map { .string($0) })]
    if let clientID { body["client_id"] = .string(clientID) }
    return body
  }
}
