import Compression
import SocketIO
import Sockets

/// Hears a WebSocket; every call comes on the connection's loop.
public protocol WebSocketReceiver: AnyObject {
  /// Valid UTF-8.
  func webSocket(_ socket: WebSocketConnection, didReceiveText text: [UInt8])
  func webSocket(_ socket: WebSocketConnection, didReceiveBinary bytes: [UInt8])
  /// The last call.
  func webSocketDidClose(_ socket: WebSocketConnection)
}

/// One RFC 6455 connection after its handshake, confined to the connection's loop except for `send` and `close`.
public final class WebSocketConnection: TCPConnectionDelegate, @unchecked Sendable {
  public let loop: EventLoop
  private let connection: TCPConnection
  private var decoder: WebSocketDecoder
  private var receiver: (any WebSocketReceiver)?
  private var isClosing = false
  private let maximumMessage: Int
  /// nil: nothing is compressed.
  let compression: CompressionSettings?

  /// - Parameters:
  ///   - maximumMessage: bytes of a whole message, expanded.
  ///   - compression: where it was agreed on in the handshake.
  public init(
    _ connection: TCPConnection, maximumMessage: Int, compression: CompressionSettings? = nil,
    receiver: any WebSocketReceiver
  ) {
    self.maximumMessage = maximumMessage
    self.compression = compression
    self.connection = connection
    loop = connection.loop
    decoder = WebSocketDecoder(.server, maximumMessage: maximumMessage, compression: compression != nil)
    self.receiver = receiver
  }

  // MARK: Any loop

  /// Sends frames that are encoded already, in the order of calls from one loop.
  public func send(_ frames: SharedBytes) {
    guard loop.isCurrent else { return loop.execute { self.send(frames) } }
    guard !isClosing else { return }
    connection.write(frames)
  }

  public func send(text: [UInt8]) {
    send(SharedBytes(CompressionSettings.frame(.text, text, compression)))
  }

  public func send(binary: [UInt8]) {
    send(SharedBytes(CompressionSettings.frame(.binary, binary, compression)))
  }

  /// Says goodbye, sends what is queued, then closes. The receiver hears of it.
  public func close(_ code: WebSocketCloseCode) {
    guard loop.isCurrent else { return loop.execute { self.close(code) } }
    guard !isClosing else { return }
    isClosing = true
    connection.write(SharedBytes(WebSocketFrame.close(code)))
    connection.finish()
    tellClosed()
  }

  // MARK: TCPConnectionDelegate

  public func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer) {
    guard !isClosing else { return }
    var events: [WebSocketEvent] = []
    decoder.receive(bytes, into: &events)
    for event in events where !isClosing { received(event) }
  }

  public func connectionDidEndReading(_ connection: TCPConnection) {
    connection.close(.peer)
  }

  public func connectionDidDrain(_ connection: TCPConnection) {}

  public func connection(_ connection: TCPConnection, didClose reason: CloseReason) {
    isClosing = true
    tellClosed()
  }

  private func received(_ event: WebSocketEvent) {
    switch event {
    case .text(let text): receiver?.webSocket(self, didReceiveText: text)
    case .binary(let bytes): receiver?.webSocket(self, didReceiveBinary: bytes)
    case .compressed(let bytes, let isText): expand(bytes, isText: isText)
    case .ping(let payload): connection.write(SharedBytes(WebSocketFrame.encode(.pong, payload)))
    case .pong: break
    case .closed(let code, _): close(code.flatMap { WebSocketCloseCode(rawValue: $0) } ?? .normal)
    case .failed(let code): close(code)
    }
  }

  private func expand(_ bytes: [UInt8], isText: Bool) {
    do throws(Deflate.Failure) {
      let message = try Deflate.expand(bytes, limit: maximumMessage)
      guard isText else {
        receiver?.webSocket(self, didReceiveBinary: message)
        return
      }
      guard UTF8Validator.isValid(message) else { return close(.invalidText) }
      receiver?.webSocket(self, didReceiveText: message)
    } catch {
      switch error {
      case .tooLarge: close(.tooLarge)
      case .invalid: close(.protocolError)
      case .noMemory: close(.internalError)
      }
    }
  }

  private func tellClosed() {
    let receiver = self.receiver
    self.receiver = nil
    receiver?.webSocketDidClose(self)
  }
}
