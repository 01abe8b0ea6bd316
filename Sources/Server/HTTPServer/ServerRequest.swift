import Sockets
import Wire

/// A request and where it came from.
public struct ServerRequest: Sendable {
  public var request: HTTPRequest
  public let context: RequestContext
  private let stream: RequestBody?

  /// - Parameter stream: the body, where it is still on its way.
  public init(_ request: HTTPRequest, context: RequestContext, stream: RequestBody? = nil) {
    self.request = request
    self.context = context
    self.stream = stream
  }

  /// The body piece by piece, however it comes. `request.body` is empty where it is streamed.
  public var body: RequestBody { stream ?? RequestBody(request.body) }
}

/// Names one request in logs; the answer carries it as `X-Request-Id`.
public struct RequestID: Hashable, Sendable {
  public let value: UInt64

  public init(_ value: UInt64) {
    self.value = value
  }

  /// 16 hexadecimal digits.
  public var text: String {
    String(unsafeUninitializedCapacity: 16) { buffer in
      write(to: UnsafeMutableRawBufferPointer(buffer))
      return 16
    }
  }

  func write(to buffer: UnsafeMutableRawBufferPointer) {
    for index in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 15
      buffer[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
    }
  }
}

/// The connection behind a request, as far as a handler may know it.
public struct RequestContext: Sendable {
  public let id: RequestID
  public let peer: SocketAddress
  /// Where the handler runs. nil where there is no socket: a client and a server tested in one process.
  public let loop: EventLoop?
  /// Tells when nobody waits for the answer any more.
  public let departure: PeerDeparture

  public init(
    id: RequestID, peer: SocketAddress, loop: EventLoop? = nil, departure: PeerDeparture = PeerDeparture()
  ) {
    self.id = id
    self.peer = peer
    self.loop = loop
    self.departure = departure
  }

  public var isLoopback: Bool { peer.isLoopback }
}
