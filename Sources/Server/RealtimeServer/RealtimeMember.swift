import JSON
import SocketIO
import Sockets
import Synchronization

/// Somebody in a namespace: one session that joined it. Members are made by the server and handed to the hooks of the
/// configuration; one may be kept and used from any thread. What is asked of a member that has left is dropped: a
/// client that comes back is another member.
///
/// Order: events, acknowledgements and broadcasts that one thread sends to a member arrive in that order.
public final class RealtimeMember: Hashable, @unchecked Sendable {
  struct Seat {
    let channel: Channel
    /// Where it sits among the channel's members.
    var index: Int
  }

  /// Names the member to its client (`sid` in the answer to CONNECT); 15 letters, unguessable.
  public let id: String
  public let namespace: String
  /// What the authorizer attached.
  public let context: (any Sendable)?
  /// Held until the member leaves, which ends the cycle.
  let session: Session
  // Below: used on the session's loop only.
  var seats: [Seat] = []
  var hasLeft = false

  init(_ session: Session, _ namespace: String, id: String, context: (any Sendable)?) {
    self.session = session
    self.namespace = namespace
    self.id = id
    self.context = context
  }

  public var peer: SocketAddress { session.peer }

  public static func == (one: RealtimeMember, other: RealtimeMember) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  // MARK: Any thread

  /// Sends an event to this member alone.
  public func emit(_ event: RealtimeEvent) {
    let message = event.message(in: namespace)
    onLoop { $0.send(message) }
  }

  /// Sends an event and waits for the client's acknowledgement. Cancelling the task does not shorten the wait.
  public func ask(
    _ event: RealtimeEvent, timeoutMilliseconds: Int64 = 20_000
  ) async throws(QuestionFailure) -> Acknowledgement {
    try await answer(to: event, timeoutMilliseconds).get()
  }

  func answer(
    to event: RealtimeEvent, _ timeoutMilliseconds: Int64
  ) async -> Result<Acknowledgement, QuestionFailure> {
    await withCheckedContinuation { continuation in
      session.hub.loop.execute { [self] in
        guard !hasLeft else { return continuation.resume(returning: .failure(.memberLeft)) }
        session.ask(event, of: self, timeoutMilliseconds) { continuation.resume(returning: $0) }
      }
    }
  }

  /// Puts the member on one more channel.
  public func join(_ channel: Channel) {
    onLoop { $0.session.hub.channels.add($0, to: [channel]) }
  }

  public func leave(_ channel: Channel) {
    onLoop { $0.session.hub.channels.remove($0, from: channel) }
  }

  /// Puts the member out of its namespace; the session goes on.
  public func disconnect() {
    onLoop { $0.session.receive(.disconnect(namespace: $0.namespace)) }
  }

  func send(_ message: SocketMessage) {
    session.receive(.send(namespace: namespace, message))
  }

  func onLoop(_ body: @escaping @Sendable (RealtimeMember) -> Void) {
    session.hub.loop.execute { [self] in if !hasLeft { body(self) } }
  }
}

/// What a client acknowledged an event with.
public struct Acknowledgement: Equatable, Sendable {
  public let arguments: [JSONValue]
  /// Binary parts; the arguments hold a placeholder for each.
  public let attachments: [[UInt8]]

  public init(arguments: [JSONValue], attachments: [[UInt8]] = []) {
    self.arguments = arguments
    self.attachments = attachments
  }
}

/// Why no acknowledgement came.
public enum QuestionFailure: Error, Equatable, Sendable {
  case timedOut
  /// The member left its namespace, or its connection ended.
  case memberLeft
}

/// Acknowledges one event of a client, which waits for it. Any thread; only the first answer is sent.
public final class Reply: Sendable {
  private let member: RealtimeMember
  private let id: Int64
  private let isGiven = Atomic(false)

  init(to member: RealtimeMember, _ id: Int64) {
    self.member = member
    self.id = id
  }

  public func callAsFunction(_ arguments: [JSONValue], attachments: [[UInt8]] = []) {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    let packet = SocketPacket.ack(member.namespace, id, arguments, attachments: attachments.count)
    let message = SocketMessage(packet, attachments: attachments)
    member.onLoop { $0.send(message) }
  }
}
