import Wire

/// What the headers of a request say about who sends it. nothing here is verified.
public struct RequestCredentials: Equatable, Sendable {
  /// Header `SeSACKey`: names realm and app.
  public var key: String?
  /// Header `Authorization`, raw or behind `Bearer `.
  public var accessToken: String?
  /// Header `RefreshToken`, or `Refresh` as the first generations sent it.
  public var refreshToken: String?
  /// Header `X-Maru-Web: 1`: a browser that keeps its refresh token in a cookie.
  public var isWeb: Bool

  public init(
    key: String? = nil, accessToken: String? = nil, refreshToken: String? = nil, isWeb: Bool = false
  ) {
    self.key = key
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.isWeb = isWeb
  }

  public init(_ headers: HTTPHeaders) {
    key = Self.value("SeSACKey", headers)
    accessToken = Self.value("Authorization", headers).flatMap(Self.token)
    refreshToken = Self.value("RefreshToken", headers) ?? Self.value("Refresh", headers)
    isWeb = headers["X-Maru-Web"] == "1"
  }

  private static func value(_ name: String, _ headers: HTTPHeaders) -> String? {
    guard let value = headers[name], !value.isEmpty else { return nil }
    return value
  }

  /// The token in the value of an `Authorization` field; also for the `auth` payload of a socket.
  public static func token(_ authorization: String) -> String? {
    var bytes = authorization.utf8[...]
    let scheme = Substring(bytes.prefix(7))
    if asciiEqualIgnoringCase(String(scheme), "Bearer ") { bytes = bytes.dropFirst(7) }
    let token = bytes.drop { $0 == UInt8(ascii: " ") }
    return token.isEmpty ? nil : String(Substring(token))
  }
}
