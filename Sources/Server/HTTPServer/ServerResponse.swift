import Sockets
import Wire

/// An answer. The server adds `Date`, `Content-Length`, `Connection` and `X-Request-Id`; a handler leaves them out.
public struct ServerResponse: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    case shared(SharedBytes)
    case file(FileRegion)
    /// One after the other.
    case pieces([Piece])
    /// Made while it is sent.
    case produced(ProducedBody)
    /// 101: after the head, the connection belongs to the delegate that the closure gives. It runs on the loop, with
    /// reading paused; bytes that the peer sent early are delivered to the delegate right after it returned.
    case upgrade(@Sendable (TCPConnection) -> any TCPConnectionDelegate)

    /// Nobody knows how long it will be.
    var isUnmeasured: Bool {
      if case .produced(let body) = self { body.count == nil } else { false }
    }
  }

  public enum Piece: Sendable {
    case bytes(SharedBytes)
    case file(FileRegion)

    var count: Int64 {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(let region): region.count
      }
    }
  }

  public var status: Int
  public var headers: HTTPHeaders
  public var body: Body

  public init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public init(_ response: HTTPResponse) {
    self.init(response.status, headers: response.headers, body: .bytes(response.body))
  }

  /// Switches protocols (RFC 9110 section 7.8). `headers` name the new one; `Connection: Upgrade` is added.
  public static func upgrade(
    headers: HTTPHeaders, takeOver: @escaping @Sendable (TCPConnection) -> any TCPConnectionDelegate
  ) -> ServerResponse {
    ServerResponse(101, headers: headers, body: .upgrade(takeOver))
  }
}
