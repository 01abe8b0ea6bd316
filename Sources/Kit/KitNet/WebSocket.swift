/// A WebSocket of text messages (RFC 6455), client side. Tests give their own closures.
public struct WebSocket: Sendable {
  /// Sends one message.
  public var send: @Sendable (String) async throws(TransportError) -> Void
  /// The next message; nil once the other side has said goodbye. One caller at a time.
  public var receive: @Sendable () async throws(TransportError) -> String?
  /// Sends some last messages, says goodbye and closes, all within two seconds. Harmless when repeated.
  public var close: @Sendable (_ lastMessages: [String]) async -> Void

  public init(
    send: @escaping @Sendable (String) async throws(TransportError) -> Void,
    receive: @escaping @Sendable () async throws(TransportError) -> String?,
    close: @escaping @Sendable (_ lastMessages: [String]) async -> Void
  ) {
    self.send = send
    self.receive = receive
    self.close = close
  }
}

/// Why no WebSocket came about.
public enum WebSocketError: Error, Equatable, Sendable {
  case transport(TransportError)
  /// The server answered with this status instead; the pause it asks for, where it does.
  case refused(status: Int, retryAfter: Duration?)
}

/// Opens WebSockets to one server.
public struct WebSocketOpener: Sendable {
  /// - Parameter target: path and query, behind the path of the server's address.
  public var open: @Sendable (_ target: String) async throws(WebSocketError) -> WebSocket

  public init(open: @escaping @Sendable (_ target: String) async throws(WebSocketError) -> WebSocket) {
    self.open = open
  }
}
