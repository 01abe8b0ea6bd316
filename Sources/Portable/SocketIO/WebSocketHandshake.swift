import Wire

/// The opening handshake over HTTP/1.1 (RFC 6455 section 4).
public enum WebSocketHandshake {
  public enum Refusal: Error, Equatable, Sendable {
    /// To be answered by 400.
    case notAnUpgrade
    /// To be answered by 426 with `Sec-WebSocket-Version: 13`.
    case unsupportedVersion
  }

  /// The value of `Sec-WebSocket-Accept` for a client's key.
  public static func accept(key: String) -> String {
    let digest = SHA1.digest(Array(key.utf8) + Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
    return String(decoding: Base64.encode(digest), as: UTF8.self)
  }

  /// The headers of the 101 answer to a request.
  public static func answer(_ request: HTTPRequest) throws(Refusal) -> HTTPHeaders {
    guard request.method == .get, request.body.isEmpty, hasToken(request, "Connection", "upgrade"),
      hasToken(request, "Upgrade", "websocket")
    else { throw .notAnUpgrade }
    let versions = request.headers.values("Sec-WebSocket-Version")
    guard versions == ["13"] else { throw .unsupportedVersion }
    let keys = request.headers.values("Sec-WebSocket-Key")
    guard keys.count == 1, let key = keys.first, key.utf8.count == 24,
      Base64.decode(Array(key.utf8)[...])?.count == 16
    else { throw .notAnUpgrade }
    return ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept(key: key)]
  }

  private static func hasToken(_ request: HTTPRequest, _ name: String, _ token: String) -> Bool {
    for value in request.headers.values(name) {
      for part in value.utf8.split(separator: 0x2C) {
        let trimmed = part.drop { $0 == 0x20 || $0 == 0x09 }
        let length = (trimmed.lastIndex { $0 != 0x20 && $0 != 0x09 }).map { trimmed[...$0] } ?? trimmed
        if asciiEqualIgnoringCase(String(Substring(length)), token) { return true }
      }
    }
    return false
  }
}
