#if canImport(Darwin)
  import Foundation

  extension WebSocketOpener {
    /// Opens WebSockets by URLSession.
    public static func network(
      _ address: ServerAddress, options: NetworkOptions = NetworkOptions()
    ) throws(TransportError) -> WebSocketOpener {
      let session = URLSession(configuration: .ephemeral)
      return WebSocketOpener { (target) async throws(WebSocketError) in
        let scheme = address.isSecure ? "wss://" : "ws://"
        guard let url = URL(string: scheme + address.authority + address.path + target) else {
          throw .transport(.badAnswer)
        }
        let task = session.webSocketTask(with: url)
        task.resume()
        return WebSocket(
          send: { (text) async throws(TransportError) in
            do { try await task.send(.string(text)) } catch { throw .cut }
          },
          receive: { () async throws(TransportError) -> String? in
            while true {
              do {
                if case .string(let text) = try await task.receive() { return text }
              } catch {
                if task.closeCode != .invalid { return nil }
                throw .cut
              }
            }
          },
          close: { messages in
            for message in messages { try? await task.send(.string(message)) }
            task.cancel(with: .normalClosure, reason: nil)
          })
      }
    }
  }
#endif
