#if os(Linux)
  import SocketIO
  import Sockets
  import TLS

  extension WebSocketOpener {
    /// Opens WebSockets over sockets of our own: `ws` for `http` addresses, `wss` for `https`.
    /// - Throws: as `Transport.network`.
    public static func network(
      _ address: ServerAddress, options: NetworkOptions = NetworkOptions()
    ) throws(TransportError) -> WebSocketOpener {
      let loop = LoopOfSockets(try SocketTransport.makeLoop())
      let trust = try options.trust(for: address)
      let timeout = options.connectTimeout
      return WebSocketOpener { (target) async throws(WebSocketError) in
        let socket = try await WebSocketStream.open(
          address, target: target, trust: trust, loop: loop.loop, timeout: timeout)
        return WebSocket(
          send: { (text) async throws(TransportError) in try await socket.send(text) },
          receive: { () async throws(TransportError) in try await socket.receive() },
          close: { messages in
            await socket.close(.normal, after: messages)
            // Sockets keep their loop.
            withExtendedLifetime(loop) {}
          })
      }
    }
  }

  /// Ends its thread when nobody needs it.
  private final class LoopOfSockets: Sendable {
    let loop: EventLoop

    init(_ loop: EventLoop) {
      self.loop = loop
    }

    deinit { loop.stop() }
  }
#endif
