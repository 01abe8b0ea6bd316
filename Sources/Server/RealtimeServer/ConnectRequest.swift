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
  /// `greetings` go to this member alone, before anything that is broadcast later.
  case accepted(channels: [Channel], greetings: [RealtimeEvent] = [])
  /// The text goes to the client in a CONNECT_ERROR packet.
  case refused(message: String)
}

/// An event that a member sent.
public struct ReceivedEvent: Sendable {
  public let namespace: String
  public let name: String
  public let arguments: [JSONValue]
  /// Binary parts; the arguments hold a placeholder for each.
  public let attachments: [[UInt8]]
  public let wantsAcknowledgement: Bool
}

/// What goes back to the member that sent an event.
public struct EventReply: Sendable {
  /// Sent only where the client asked for it.
  public var acknowledgement: [JSONValue]?
  public var events: [RealtimeEvent]

  public init(acknowledgement: [JSONValue]? = nil, events: [RealtimeEvent] = []) {
    self.acknowledgement = acknowledgement
    self.events = events
  }
}

public struct RealtimeConfiguration: Sendable {
  public var engine = EngineSettings()
  /// Bytes that may wait for a WebSocket; a reader slower than that is cut off.
  public var writeLimit = 1 << 20
  /// Open sessions per loop; more are answered by 503.
  public var maximumSessions = 50_000
  /// Web pages of other origins that may connect, such as `https://app.example`.
  public var allowedOrigins: [String] = []
  /// What is kept of each handshake for `authorize`. Everything else is forgotten, which keeps idle clients small.
  public var keptHeaders = ["SeSACKey", "Authorization", "ProductId"]
  /// Runs on the session's loop, once per CONNECT.
  public var authorize: @Sendable (ConnectRequest) async -> ConnectAnswer
  /// Runs on the session's loop. nil: what clients send is ignored.
  public var onEvent: (@Sendable (ReceivedEvent) -> EventReply)?

  public init(authorize: @escaping @Sendable (ConnectRequest) async -> ConnectAnswer) {
    self.authorize = authorize
  }
}
