import Wire

/// The routes without their values: what logs, metrics and the API description name.
public enum APIRoute: CaseIterable, Hashable, Sendable {
  case health, validateEmail, join, login, logout, refresh, refreshWebSession
  case doctors, rooms, openRoom, messages, send, markRead, markAllRead
  case history, changes, edit, delete, react, pin, mute, search, report, block, blocks, fileLink

  public var method: HTTPMethod {
    switch self {
    case .health, .refresh, .doctors, .rooms, .messages, .history, .changes, .search, .blocks: .get
    case .validateEmail, .join, .login, .logout, .refreshWebSession, .openRoom, .send, .markRead, .markAllRead,
      .report, .fileLink:
      .post
    case .edit, .react, .pin, .mute, .block: .put
    case .delete: .delete
    }
  }

  /// The path, with a parameter in braces.
  public var template: String {
    switch self {
    case .health: "/v1/common"
    case .validateEmail: "/v1/users/validation/email"
    case .join: "/v1/users/join"
    case .login: "/v1/users/login"
    case .logout: "/v1/users/logout"
    case .refresh: "/v1/auth/refresh"
    case .refreshWebSession: "/v1/web/{app}/session/refresh"
    case .doctors: "/v1/doctors"
    case .rooms, .openRoom: "/v1/chats"
    case .messages, .send: "/v1/chats/{room_id}"
    case .markRead: "/v1/chats/{room_id}/read"
    case .markAllRead: "/v1/chats/read"
    case .history: "/v1/chats/{room_id}/history"
    case .changes: "/v1/chats/{room_id}/changes"
    case .edit, .delete: "/v1/chats/{room_id}/messages/{chat_id}"
    case .react: "/v1/chats/{room_id}/messages/{chat_id}/reactions"
    case .pin: "/v1/chats/{room_id}/pin"
    case .mute: "/v1/chats/{room_id}/mute"
    case .search: "/v1/messages/search"
    case .report: "/v1/messages/{chat_id}/report"
    case .block: "/v1/people/{user_id}/block"
    case .blocks: "/v1/blocks"
    case .fileLink: "/v1/files/link"
    }
  }

  /// False for the routes that a person calls before there is a session, or to renew it.
  public var needsAccessToken: Bool {
    switch self {
    case .health, .validateEmail, .join, .login, .refresh, .refreshWebSession: false
    default: true
    }
  }
}

/// The route of a request, known before its values are read: a server judges key and token in between, so that a
/// caller without a token does not learn what is wrong with its body.
public struct RouteMatch: Equatable, Sendable {
  public let route: APIRoute
  /// The values of the parameters of the template, decoded, in its order.
  public let parameters: [String]

  /// The first parameter; empty where the route has none.
  public var parameter: String { parameters.first ?? "" }

  /// nil where no route has this method and path: 444.
  public init?(_ request: HTTPRequest) {
    let path = RequestPath(request.path == "/common" ? "/v1/common" : request.path)
    for entry in Self.table where entry.route.method == request.method {
      guard let parameters = entry.template.parameters(of: path) else { continue }
      self.route = entry.route
      self.parameters = parameters
      return
    }
    return nil
  }

  private static let table = APIRoute.allCases.map { (route: $0, template: PathTemplate($0.template)) }
    .sorted { $0.template.literals > $1.template.literals }
}
