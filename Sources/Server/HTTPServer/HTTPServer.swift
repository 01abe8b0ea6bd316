import Sockets
import Synchronization
import Wire

/// Answers requests; runs on the connection's loop, except where it waits for somebody else.
public typealias HTTPHandler = @Sendable (ServerRequest) async -> ServerResponse

/// An HTTP/1.1 server on the loops of a group. Several servers may share a group.
public final class HTTPServer: Sendable {
  public struct Configuration: Sendable {
    public var limits = HTTPLimits()
    /// By method and path: whether the handler gets the body while it arrives, without the limit for bodies in memory.
    public var isStreamed: @Sendable (HTTPMethod, String) -> Bool = { _, _ in false }
    /// Called on a loop for each connection that was refused or whose bytes were no request.
    public var onRefusal: (@Sendable (Refusal) -> Void)?
    /// Decides on new connections. nil: only `limits` do.
    public var admission: Admission?
    /// The JSON text for somebody who is turned away and may come again after that many seconds.
    public var overloadedBody: @Sendable (_ retryAfterSeconds: Int) -> [UInt8] = { _ in [] }

    public init() {}
  }

  /// A request that never reached the handler.
  public struct Refusal: Sendable {
    public let peer: SocketAddress
    public let status: Int
  }

  public let address: SocketAddress
  private let listener: TCPListener
  private let shared: ServerShared
  private let sides: [LoopSide]

  /// Listens at once.
  public init(
    _ address: SocketAddress, group: EventLoopGroup, configuration: Configuration = Configuration(),
    handler: @escaping HTTPHandler
  ) throws(SocketError) {
    let shared = ServerShared(configuration: configuration, handler: handler)
    let sides = group.loops.map { LoopSide(loop: $0, shared: shared) }
    self.shared = shared
    self.sides = sides
    listener = try TCPListener(address, group: group) { connection in
      sides.first { $0.loop === connection.loop }?.accept(connection)
    }
    self.address = listener.address
  }

  /// Connections that are open, upgraded ones included.
  public var openConnectionCount: Int { shared.open.load(ordering: .relaxed) }
  /// Bytes of requests in memory that are not answered yet; small ones that come in one piece are not counted.
  public var heldRequestBytes: Int { shared.held.load(ordering: .relaxed) }
  /// Requests that reached the handler since the start.
  public var requestCount: Int { shared.requests.load(ordering: .relaxed) }
  /// Requests and connections that did not.
  public var refusalCount: Int { shared.refusals.load(ordering: .relaxed) }

  /// Stops accepting, lets running requests end for at most that long (idle connections close at once, others after
  /// their answer), then closes everything, upgraded connections as well.
  public func drain(deadlineMilliseconds: Int64) async {
    listener.close()
    await withTaskGroup(of: Void.self) { group in
      for side in sides {
        group.addTask { await side.drain(deadlineMilliseconds: deadlineMilliseconds) }
      }
    }
  }
}
