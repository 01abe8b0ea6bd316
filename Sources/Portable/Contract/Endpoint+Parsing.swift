import Domain
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
    }
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
  }
}

extension LoginForm {
  fileprivate init(_ fields: BodyFields) throws(APIError) {
    self.init(email: try fields.required("email"), password: try fields.required("password"))
  }
}

extension MessageDraft {
  fileprivate init(_ fields: BodyFields) throws(APIError) {
    let clientID = fields.text("client_id") ?? ""
    self.init(
      clientID: clientID.isEmpty ? nil : clientID, content: fields.text("content") ?? "",
      files: fields.texts("files"))
    if content.isEmpty && files.isEmpty { throw .missingValue }
  }
}
