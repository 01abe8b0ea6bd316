import Wire

/// The routes without their values: what logs, metrics and the API description name.
public enum APIRoute: CaseIterable, Hashable, Sendable {
  case health, validateEmail, join, login, logout, refresh, refreshWebSession
  case doctors, rooms, openRoom, messages, send, markRead

  public var method: HTTPMethod {
    switch self {
    case .health, .refresh, .doctors, .rooms, .messages: .get
    case .validateEmail, .join, .login, .logout, .refreshWebSession, .openRoom, .send, .markRead: .post
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
    }
  }

  /// False for the routes that a person calls before there is a session, or to renew it.
  public var needsAccessToken: Bool {
    switch self {
    case .health, .validateEmail, .join, .login, .refresh, .refreshWebSession: false
    case .logout, .doctors, .rooms, .openRoom, .messages, .send, .markRead: true
    }
  }
}

/// The route of a request, known before its values are read: a server judges key and token in between, so that a
/// caller without a token does not learn what is wrong with its body.
public struct RouteMatch: Equatable, Sendable {
  public let route: APIRoute
  /// The value of the parameter, decoded; empty where the route has none.
  public let parameter: String

  /// nil where no route has this method and path: 444.
  public init?(_ request: HTTPRequest) {
    let path = Self.segments(request.path == "/common" ? "/v1/common" : request.path)
    for entry in Self.table where entry.route.method == request.method {
      guard let parameter = Self.match(path, entry.segments) else { continue }
      self.route = entry.route
      self.parameter = parameter
      return
    }
    return nil
  }

  private static let table = APIRoute.allCases.map { (route: $0, segments: segments($0.template)) }

  /// Empty ones count for nothing: a base URL may end in a slash.
  private static func segments(_ path: String) -> [ArraySlice<UInt8>] {
    Array(path.utf8).split(separator: UInt8(ascii: "/"))
  }

  private static func match(_ path: [ArraySlice<UInt8>], _ template: [ArraySlice<UInt8>]) -> String? {
    guard path.count == template.count else { return nil }
    var parameter = ""
    for (segment, expected) in zip(path, template) {
      if expected.first == UInt8(ascii: "{") {
        let text = String(decoding: segment, as: UTF8.self)
        parameter = PercentEncoding.decode(segment: text) ?? text
      } else if segment != expected {
        return nil
      }
    }
    return parameter
  }
}
