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
    case .markAllRead: .markAllRead
    case .history: .history
    case .changes: .changes
    case .edit: .edit
    case .delete: .delete
    case .react: .react
    case .pin: .pin
    case .mute: .mute
    case .search: .search
    case .report: .report
    case .block: .block
    case .blocks: .blocks
    case .fileLink: .fileLink
    }
  }

  public var needsAccessToken: Bool { route.needsAccessToken }

  /// Percent-encoded, without the query.
  public var path: String {
    switch self {
    case .refreshWebSession(let app): "/v1/web/" + app.rawValue + "/session/refresh"
    case .messages(let room, _), .send(let room, _): Self.chatPath(room)
    case .markRead(let room, _): Self.chatPath(room) + "/read"
    case .history(let room, _, _): Self.chatPath(room) + "/history"
    case .changes(let room, _, _): Self.chatPath(room) + "/changes"
    case .edit(let room, let message, _), .delete(let room, let message): Self.messagePath(room, message)
    case .react(let room, let message, _, _): Self.messagePath(room, message) + "/reactions"
    case .pin(let room, _): Self.chatPath(room) + "/pin"
    case .mute(let room, _): Self.chatPath(room) + "/mute"
    case .report(let message, _): "/v1/messages/" + PercentEncoding.encode(segment: message.text) + "/report"
    case .block(let person, _): "/v1/people/" + PercentEncoding.encode(segment: person.text) + "/block"
    default: route.template
    }
  }

  private static func chatPath(_ room: ID<Room>) -> String {
    "/v1/chats/" + PercentEncoding.encode(segment: room.text)
  }

  private static func messagePath(_ room: ID<Room>, _ message: ID<Message>) -> String {
    chatPath(room) + "/messages/" + PercentEncoding.encode(segment: message.text)
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
    default: request.query = query
    }
    if let body {
      request.headers.add("Content-Type", "application/json")
      request.body = JSONValue.object(body).bytes
    }
    return request
  }

  private var query: Query {
    var query = Query()
    switch self {
    case .messages(_, let after?): query.items.append(.init("next", after.iso8601))
    case .history(_, let before, let limit):
      if let before { query.items.append(.init("before_seq", "\(before)")) }
      if let limit { query.items.append(.init("limit", "\(limit)")) }
    case .changes(_, let version, let limit):
      query.items.append(.init("after_version", "\(version)"))
      if let limit { query.items.append(.init("limit", "\(limit)")) }
    case .search(let search):
      query.items.append(.init("q", search.text))
      if let room = search.room { query.items.append(.init("room_id", room.text)) }
      if let cursor = search.cursor { query.items.append(.init("cursor", cursor)) }
      if let limit = search.limit { query.items.append(.init("limit", "\(limit)")) }
    default: break
    }
    return query
  }

  private var body: JSONObject? {
    switch self {
    case .validateEmail(let email): ["email": .string(email)]
    case .join(let form): form.body
    case .login(let form): form.body
    case .openRoom(let opponent): ["opponent_id": .string(opponent.text)]
    case .send(_, let draft): draft.body
    case .markRead(_, let seq): ["seq": .integer(seq)]
    case .markAllRead(let reads): ["reads": .array(reads.map { $0.json })]
    case .edit(_, _, let edit):
      ["content": .string(edit.content), "mentions": .array(edit.mentions.map { .string($0.text) })]
    case .react(_, _, let emoji, let isOn): ["emoji": .string(emoji), "on": .bool(isOn)]
    case .pin(_, let message): message.map { ["chat_id": .string($0.text)] } ?? [:]
    case .mute(_, let isMuted): ["muted": .bool(isMuted)]
    case .report(_, let report): ["reason": .string(report.reason.rawValue), "note": .string(report.note)]
    case .block(_, let isBlocked): ["blocked": .bool(isBlocked)]
    case .fileLink(let path): ["file": .string(path)]
    default: nil
    }
  }
}

extension JoinForm {
  fileprivate var body: JSONObject {
    var body: JSONObject = [
      "email": .string(email), "password": .string(password), "nick": .string(nick),
      "phoneNum": .string(phoneNumber), "introduction": .string(introduction),
    ]
    for member in more.members { body[member.name] = member.value }
    return body
  }
}

extension LoginForm {
  fileprivate var body: JSONObject {
    var body: JSONObject = ["email": .string(email), "password": .string(password)]
    if !deviceToken.isEmpty { body["deviceToken"] = .string(deviceToken) }
    return body
  }
}

extension MessageDraft {
  fileprivate var body: JSONObject {
    var body: JSONObject = ["content": .string(content), "files": .array(files.map { .string($0) })]
    if let clientID { body["client_id"] = .string(clientID) }
    if let replyTo { body["reply_to"] = .string(replyTo.text) }
    if !mentions.isEmpty { body["mentions"] = .array(mentions.map { .string($0.text) }) }
    return body
  }
}
