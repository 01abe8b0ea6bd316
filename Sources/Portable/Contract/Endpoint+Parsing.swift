import Domain
import JSON
import Wire

extension Endpoint {
  /// Reads a request whole. The key, the tokens and who may do what are the server's to judge; here only form counts.
  /// - Throws: 444 for an unknown route, 400 for missing or malformed values.
  public init(parsing request: HTTPRequest) throws(APIError) {
    guard let match = RouteMatch(request) else { throw .unknownRoute }
    try self.init(parsing: request, as: match)
  }

  /// Reads the values of a request whose route is known.
  /// - Throws: 400 for missing or malformed values; 444 for a web session of an app that is none.
  public init(parsing request: HTTPRequest, as match: RouteMatch) throws(APIError) {
    let room = ID<Room>(match.parameter)
    switch match.route {
    case .health: self = .health
    case .validateEmail: self = .validateEmail(try BodyFields(request).required("email"))
    case .join: self = .join(try JoinForm(BodyFields(request)))
    case .login: self = .login(try LoginForm(BodyFields(request)))
    case .logout: self = .logout
    case .refresh:
      guard let token = RequestCredentials(request.headers).refreshToken else { throw .missingValue }
      self = .refresh(refreshToken: token)
    case .refreshWebSession:
      guard let app = App(rawValue: match.parameter) else { throw .unknownRoute }
      // Another site cannot set a header of its own, so it cannot make a browser spend its cookie here.
      guard RequestCredentials(request.headers).isWeb else { throw .badRequest }
      self = .refreshWebSession(app)
    case .doctors: self = .doctors
    case .rooms: self = .rooms
    case .openRoom: self = .openRoom(opponent: ID(try BodyFields(request).required("opponent_id")))
    case .messages: self = .messages(room: room, after: try Self.cursor(request.query))
    case .send: self = .send(room: room, try MessageDraft(BodyFields(request)))
    case .markRead: self = .markRead(room: room, seq: try BodyFields(request).requiredNumber("seq"))
    case .markAllRead, .history, .changes, .edit, .delete, .react, .pin, .mute, .search, .report, .block, .blocks,
      .fileLink:
      self = try Self.ofChat(request, as: match)
    }
  }

  /// Our own routes around rooms and messages.
  private static func ofChat(_ request: HTTPRequest, as match: RouteMatch) throws(APIError) -> Endpoint {
    let room = ID<Room>(match.parameter)
    let message = ID<Message>(match.parameters.count > 1 ? match.parameters[1] : match.parameter)
    switch match.route {
    case .history:
      return .history(room: room, before: try number("before_seq", request.query), limit: try limit(request.query))
    case .changes:
      guard let version = try number("after_version", request.query) else { throw .missingValue }
      return .changes(room: room, after: version, limit: try limit(request.query))
    case .search:
      guard let text = request.query["q"], !text.isEmpty else { throw .missingValue }
      let query = request.query
      return .search(
        MessageSearch(
          text: text, room: filled(query["room_id"]).map { ID($0) },
          cursor: filled(query["cursor"]).flatMap { $0 == "0" ? nil : $0 }, limit: try limit(query)))
    case .blocks: return .blocks
    case .delete: return .delete(room: room, message: message)
    default: break
    }
    let fields = try BodyFields(request)
    switch match.route {
    case .markAllRead: return .markAllRead(try fields.required("reads", RoomRead.init(json:)))
    case .edit:
      return .edit(
        room: room, message: message,
        MessageEdit(content: try fields.required("content"), mentions: fields.texts("mentions").map { ID($0) }))
    case .react:
      return .react(
        room: room, message: message, emoji: try fields.required("emoji"), isOn: try fields.requiredFlag("on"))
    case .pin: return .pin(room: room, message: filled(fields.text("chat_id")).map { ID($0) })
    case .mute: return .mute(room: room, isMuted: try fields.requiredFlag("muted"))
    case .report:
      guard let reason = Report.Reason(rawValue: try fields.required("reason")) else { throw .badRequest }
      return .report(message: message, Report(reason: reason, note: fields.text("note") ?? ""))
    case .block: return .block(person: ID(match.parameter), isBlocked: try fields.requiredFlag("blocked"))
    case .fileLink: return .fileLink(path: try fields.required("file"))
    default: throw .unknownRoute
    }
  }

  private static func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  /// nil where it is missing or empty.
  private static func number(_ name: String, _ query: Query) throws(APIError) -> Int64? {
    guard let text = filled(query[name]) else { return nil }
    guard let number = Int64(text), number >= 0 else { throw .badRequest }
    return number
  }

  private static func limit(_ query: Query) throws(APIError) -> Int? {
    try number("limit", query).map { Int(min($0, 1_000)) }
  }

  /// Both names of the cursor; an empty one asks for the first page.
  private static func cursor(_ query: Query) throws(APIError) -> Timestamp? {
    for name in ["next", "cursor_date"] {
      guard let text = query[name], !text.isEmpty else { continue }
      // The `+` of an offset that was not escaped has become a blank on the way.
      let bytes = text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
      guard let date = Timestamp(iso8601: String(decoding: bytes, as: UTF8.self)) else { throw .badDate }
      return date
    }
    return nil
  }
}

extension JoinForm {
  fileprivate init(_ fields: BodyFields) throws(APIError) {
    self.init(
      email: try fields.required("email"), password: try fields.required("password"),
      nick: try fields.required("nick"), phoneNumber: fields.text("phoneNum") ?? "",
      introduction: fields.text("introduction") ?? "")
    for name in Self.moreNames {
      if let value = fields.value(name), value != .null { more[name] = value }
    }
  }
}

extension LoginForm {
  fileprivate init(_ fields: BodyFields) throws(APIError) {
    self.init(
      email: try fields.required("email"), password: try fields.required("password"),
      deviceToken: fields.text("deviceToken") ?? "")
  }
}

extension MessageDraft {
  fileprivate init(_ fields: BodyFields) throws(APIError) {
    let clientID = fields.text("client_id") ?? ""
    self.init(
      clientID: clientID.isEmpty ? nil : clientID, content: fields.text("content") ?? "",
      files: fields.texts("files"), replyTo: fields.text("reply_to").flatMap { $0.isEmpty ? nil : ID($0) },
      mentions: fields.texts("mentions").map { ID($0) })
    // Nothing is sent without a file that was meant to be in it.
    if case .array(let named) = fields.value("files"), named.count != files.count { throw .badRequest }
    if content.isEmpty && files.isEmpty { throw .missingValue }
  }
}
