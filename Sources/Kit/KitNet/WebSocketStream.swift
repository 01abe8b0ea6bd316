#if os(Linux)
  import Foundation
  import Sockets
  import SocketIO
  import TLS
  import Wire

  /// The client's side of RFC 6455 over a socket of our own: handshake, masked frames, pings answered. No extensions
  /// and no subprotocols.
  actor WebSocketStream {
    private let stream: ByteStream
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var decoder: WebSocketDecoder
    private var events: [WebSocketEvent] = []
    private var hasSaidGoodbye = false
    private var refusal: WebSocketError?
    private var isWriting = false
    private var unsent: [UInt8] = []

    /// Bytes of a whole message.
    static let messageLimit = 16 << 20
    /// Bytes that may wait to be sent.
    private static let unsentLimit = 1 << 20

    private init(_ stream: ByteStream) {
      self.stream = stream
      loop = stream.loop
      decoder = WebSocketDecoder(.client, maximumMessage: Self.messageLimit)
    }

    static func open(
      _ address: ServerAddress, target: String, trust: TLSContext?, loop: EventLoop, timeout: Duration
    ) async throws(WebSocketError) -> WebSocketStream {
      let stream: ByteStream
      do throws(TransportError) {
        stream = try await ByteStream.open(address, trust: trust, loop: loop, timeout: timeout)
      } catch {
        throw .transport(error)
      }
      let socket = WebSocketStream(stream)
      do throws(WebSocketError) {
        try await socket.shakeHands(address, target, within: timeout)
        return socket
      } catch {
        await stream.close()
        throw error
      }
    }

    private func shakeHands(
      _ address: ServerAddress, _ target: String, within timeout: Duration
    ) async throws(WebSocketError) {
      var greeting = WebSocketGreeting(nonce: (0..<16).map { _ in .random(in: 0 ... .max) })
      do throws(TransportError) {
        await stream.setIdleLimit(timeout)
        try await stream.write(greeting.request(target, to: address))
        while true {
          guard let bytes = try await stream.read() else { throw .cut }
          switch try greeting.receive(bytes) {
          case nil: continue
          case .accepted(let rest):
            events = decoder.receive(rest)
            await stream.setIdleLimit(nil)
            return
          case .refused(let status, let headers): refusal = .refused(status: status, retryAfter: Self.pause(headers))
          }
          throw .badAnswer
        }
      } catch {
        throw refusal ?? .transport(error)
      }
    }

    private static func pause(_ headers: HTTPHeaders) -> Duration? {
      headers["Retry-After"].flatMap { Int($0) }.map { .seconds(max(0, min($0, 86_400))) }
    }

    func send(_ text: String) async throws(TransportError) {
      guard !hasSaidGoodbye else { throw .cut }
      try await write(WebSocketFrame.encode(.text, Array(text.utf8), mask: .random(in: 0 ... .max)))
    }

    func receive() async throws(TransportError) -> String? {
      while true {
        while events.isEmpty {
          guard let bytes = try await stream.read() else { throw .cut }
          events = decoder.receive(bytes)
        }
        switch events.removeFirst() {
        case .text(let text): return String(decoding: text, as: UTF8.self)
        case .binary, .pong: break
        case .ping(let payload):
          try await write(WebSocketFrame.encode(.pong, payload, mask: .random(in: 0 ... .max)))
        case .closed(let code, _):
          await close(code.flatMap { WebSocketCloseCode(rawValue: $0) } ?? .normal)
          return nil
        case .compressed:
          // Nothing was agreed that would allow it.
          await close(.protocolError)
          throw .badAnswer
        case .failed(let code):
          await close(code)
          throw .badAnswer
        }
      }
    }

    func close(_ code: WebSocketCloseCode, after messages: [String] = []) async {
      if !hasSaidGoodbye {
        hasSaidGoodbye = true
        await stream.setIdleLimit(.seconds(2))
        for message in messages {
          try? await write(WebSocketFrame.encode(.text, Array(message.utf8), mask: .random(in: 0 ... .max)))
        }
        try? await write(WebSocketFrame.close(code, mask: .random(in: 0 ... .max)))
      }
      await stream.close(.cut)
    }

    nonisolated func cancel() { stream.cancel() }

    /// Frames leave whole and in the order of calls, though a write may wait for the network.
    private func write(_ frame: [UInt8]) async throws(TransportError) {
      guard unsent.count + frame.count <= Self.unsentLimit || unsent.isEmpty else {
        await stream.close(.timedOut)
        throw .timedOut
      }
      unsent += frame
      guard !isWriting else { return }
      isWriting = true
      defer { isWriting = false }
      while !unsent.isEmpty {
        let bytes = unsent
        unsent = []
        try await stream.write(bytes)
      }
    }
  }
#endif
