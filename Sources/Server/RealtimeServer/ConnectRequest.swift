import HTTPServer
import JSON
import SocketIO
import Sockets
import Wire

/// Somebody wants to join a namespace.
public struct ConnectRequest: Sendable {
  public let namespace: String
  /// The payload of the CONNECT packet.
  public let payload: JSONValue?
  /// Those headers of the handshake that the configuration keeps.
  public let headers: HTTPHeaders
  public let peer: SocketAddress
}

public enum ConnectAnswer: Sendable {
  /// `greetings` go to this member alone, before anything that is broadcast later. `context` is kept for the hooks:
  /// whatever names the person to the caller.
  case accepted(channels: [Channel], greetings: [RealtimeEvent] = [], context: (any Sendable)? = nil)
  /// The text goes to the client in a CONNECT_ERROR packet, `data` beside it.
  case refused(message: String, data: JSONValue? = nil)
}

/// An event that a member sent.
public struct ReceivedEvent: Sendable {
  public let name: String
  public let arguments: [JSONValue]
  /// Binary parts; the arguments hold a placeholder for each.
  public let attachments: [[UInt8]]
}

/// Why a member is a member no more.
public enum LeaveReason: Equatable, Sendable {
  /// The client sent DISCONNECT.
  case clientLeft
  /// `disconnect` was called.
  case putOut
  /// The session ended, and with it all its members.
  case sessionEnded(EngineEnd)
}

/// How a realtime server behaves, and the hooks of its caller.
///
/// All hooks of one session run on one thread, its event loop, one after the other: `onConnect` first, `onDisconnect`
/// last, events in between in the order in which the client sent them. Different sessions run on different threads at
/// the same time. A hook that is no `async` function must not block: it holds up all clients of its loop. What takes
/// longer belongs into a `Task`, whose answer goes back through the member or the reply from any thread.
public struct RealtimeConfiguration: Sendable {
  /// Times, sizes and counts of a session.
  public var engine = EngineSettings()
  /// Bytes that may wait for a WebSocket; a reader slower than that is cut off.
  public var writeLimit = 1 << 20
  /// Compresses what goes to and comes from clients that offer it; nil: nothing is.
  public var compression: CompressionSettings?
  /// Open sessions per loop; more are answered by 503 with `Retry-After`.
  public var maximumSessions = 50_000
  /// Decides on new sessions. nil: only `maximumSessions` does.
  public var admission: Admission?
  /// Who asks, for the limits of `admission`; behind proxies that is not the peer.
  public var network: @Sendable (ServerRequest) -> NetworkAddress = { NetworkAddress($0.context.peer) }
  /// Web pages of other origins that may connect, such as `https://app.example`.
  public var allowedOrigins: [String] = []
  /// What is kept of each handshake for `authorize`. Everything else is forgotten, which keeps idle clients small.
  public var keptHeaders = ["SeSACKey", "Authorization", "ProductId"]
  /// Decides on one CONNECT. May wait for others; meanwhile the session goes on.
  public var authorize: @Sendable (ConnectRequest) async -> ConnectAnswer
  /// Called after the client was told that it is connected, and after the greetings.
  public var onConnect: (@Sendable (RealtimeMember) -> Void)?
  /// An event of a client; `reply` where it waits for an acknowledgement. nil: what clients send is ignored.
  public var onEvent: (@Sendable (RealtimeMember, ReceivedEvent, _ reply: Reply?) -> Void)?
  /// Called once for each member that `onConnect` was called for, except where the loops are stopped.
  public var onDisconnect: (@Sendable (RealtimeMember, LeaveReason) -> Void)?

  /// Engine.IO without Socket.IO: what a client sends, as it came.
  var onMessage: (@Sendable (EngineSession, EngineMessage) -> Void)?

  public init(authorize: @escaping @Sendable (ConnectRequest) async -> ConnectAnswer) {
    self.authorize = authorize
  }

  /// A server of Engine.IO alone, for another protocol on top of it. There are no namespaces, members and channels.
  public init(onMessage: @escaping @Sendable (EngineSession, EngineMessage) -> Void) {
    self.init { _ in .refused(message: "Invalid namespace") }
    self.onMessage = onMessage
  }
}
