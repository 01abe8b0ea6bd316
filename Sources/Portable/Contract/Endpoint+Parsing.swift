import Domain
import Wire

extension Endpoint {
  /// Reads a request. The key, the tokens and who may do what are the server's to judge; here only form counts.
  /// - Throws: 444 for an unknown route, 400 for missing or malformed values.
  public init(parsing request: HTTPRequest) throws(APIError) {
    let path = request.path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard request.path.utf8.first == UInt8(ascii: "/"), let first = path.first else { throw .unknownRoute }
    if path == ["common"], request.method == .get {
      self = .health
      return
    }
    guard first == "v1" else { throw .unknownRoute }
    let rest = path.dropFirst()
    switch rest.first {
    case "users": try self.init(users: rest.dropFirst(), request)
    case "chats": try self.init(chats: rest.dropFirst(), request)
    default: try self.init(single: rest.joined(separator: "/"), request)
    }
  }

  private init(single path: String, _ request: HTTPRequest) throws(APIError) {
    switch (request.method, path) {
    case (.get, "common"): self = .health
    case (.get, "doctors"): self = .doctors
    case (.get, "auth/refresh"):
      guard let token = RequestCredentials(request.headers).refreshToken else { throw .missingValue }
      self = .refresh(refreshToken: token)
    case (.post, _):
      guard let app = App.allCases.first(where: { path == "web/" + $0.rawValue + "/session/refresh" })
      else { throw .unknownRoute }
      // Another site cannot set a header of its own, so it cannot make a browser spend its cookie here.
      guard RequestCredentials(request.headers).isWeb else { throw .badRequest }
      self = .refreshWebSession(app)
    default: throw .unknownRoute
    }
  }

  private init(users path: ArraySlice<String>, _ request: HTTPRequest) throws(APIError) {
    guard request.method == .post else { throw .unknownRoute }
    switch path.joined(separator: "/") {
    case "validation/email":
      self = .validateEmail(try BodyFields(request).required("email"))
    case "join":
      let fields = try BodyFields(request)
      let form = JoinForm(
        email: try fields.required("email"), password: try fields.required("password"),
        nick: try fields.required("nick"), phoneNumber: fields.text("phoneNum") ?? "",
        introduction: fields.text("introduction") ?? "")
      self = .join(form)
    case "login":
      let fields = try BodyFields(request)
      self = .login(LoginForm(email: try fields.required("email"), password: try fields.required("password")))
    case "logout": self = .logout
    default: throw .unknownRoute
    }
  }

  private init(chats path: ArraySlice<String>, _ request: HTTPRequest) throws(APIError) {
    guard let segment = path.first else {
      switch request.method {
      case .get: self = .rooms
      case .post: self = .openRoom(opponent: ID(try BodyFields(request).required("opponent_id")))
      default: throw .unknownRoute
      }
      return
    }
    guard let id = PercentEncoding.decode(segment: segment) else { throw .notFound }
    let room = ID<Room>(id)
    switch (request.method, path.dropFirst().joined(separator: "/")) {
    case (.get, ""): self = .messages(room: room, after: try Self.cursor(request.query))
    case (.post, ""): self = .send(room: room, try MessageDraft(BodyFields(request)))
    case (.post, "read"): self = .markRead(room: room, seq: try BodyFields(request).requiredNumber("seq"))
    default: throw .unknownRoute
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

extension MessageDraft {
  fileprivate init(_ fields: BodyFields) throws(APIError) {
    self.init(
      clientID: fields.text("client_id"), content: fields.text("content") ?? "", files: fields.texts("files"))
    if content.isEmpty && files.isEmpty { throw .missingValue }
  }
}
