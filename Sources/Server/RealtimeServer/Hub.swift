import HTTPServer
import JSON
import SocketIO
import Sockets
import Synchronization
import Wire

/// What all WebSockets of a broadcast share.
struct BroadcastFrames: Sendable {
  let plain: SharedBytes
  let compressed: SharedBytes
}

/// How many sessions all loops have.
final class Population: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .sequentiallyConsistent) }

  func change(by change: Int) { value.wrappingAdd(change, ordering: .sequentiallyConsistent) }
}

/// The sessions of one event loop and the channels that they listen to; used on that loop only, except where it says
/// otherwise. One timer looks after all of them.
final class Hub: @unchecked Sendable {
  let loop: EventLoop
  let configuration: RealtimeConfiguration
  var channels = ChannelTable()
  private let population: Population
  private let mark: String
  private var sessions: [Session] = []
  /// When each session wants to be looked at; beside the sessions so that looking costs little.
  private var deadlines: [Int64] = []
  private var pollingSessions: [String: Session] = [:]
  /// Channels that were put out lately, and when: answers that were on their way then come too late.
  private var ended: [Channel: Int64] = [:]
  private(set) var isClosed = false

  /// How often the deadlines are looked at: often enough for the shortest of them.
  private let sweepMilliseconds: Int64
  /// Longer than any authorizer takes.
  private static let endedMilliseconds: Int64 = 60_000

  init(loop: EventLoop, index: Int, configuration: RealtimeConfiguration, population: Population) {
    self.loop = loop
    self.population = population
    self.configuration = configuration
    mark = SessionID.letter(index)
    let engine = configuration.engine
    let shortest = min(engine.pingInterval, engine.pingTimeout, engine.upgradeTimeout, engine.connectTimeout)
    sweepMilliseconds = min(max(shortest / 20, 10), 1_000)
    loop.execute { self.sweepLater() }
  }

  var sessionCount: Int { sessions.count }

  // MARK: Any loop

  func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    if loop.isCurrent { return body() }
    return await withCheckedContinuation { continuation in
      loop.execute { continuation.resume(returning: body()) }
    }
  }

  // MARK: Sessions

  func newID() -> String { mark + SessionID.random() }

  var hasRoom: Bool { !isClosed && sessions.count < configuration.maximumSessions }

  func session(_ sid: String) -> Session? { pollingSessions[sid] }

  /// `network` has been counted among those that poll.
  func openPolling(headers: HTTPHeaders, peer: SocketAddress, network: NetworkAddress) -> ServerResponse {
    guard hasRoom else {
      configuration.admission?.pollers.leave(network)
      return .overloaded(retryAfterSeconds: 1)
    }
    let session = Session(.polling, sid: newID(), hub: self, headers: headers, peer: peer)
    session.network = network
    pollingSessions[session.sid] = session
    add(session)
    return .poll(session.greeting())
  }

  func openWebSocket(
    _ connection: TCPConnection, _ compression: CompressionSettings?, headers: HTTPHeaders, retryAfterSeconds: Int?
  ) -> WebSocketConnection {
    let session = Session(
      .webSocket, sid: "", hub: self, headers: headers, peer: connection.peer, retryAfterSeconds: retryAfterSeconds)
    let socket = makeSocket(connection, compression, session)
    guard hasRoom else {
      socket.close(.goingAway)
      return socket
    }
    add(session)
    session.begin(socket, sid: newID())
    return socket
  }

  func makeSocket(
    _ connection: TCPConnection, _ compression: CompressionSettings?, _ session: Session
  ) -> WebSocketConnection {
    connection.writeLimit = configuration.writeLimit
    return WebSocketConnection(
      connection, maximumMessage: configuration.engine.maxPayload, compression: compression, receiver: session)
  }

  private func add(_ session: Session) {
    population.change(by: 1)
    session.index = sessions.count
    sessions.append(session)
    deadlines.append(session.machine.deadline)
  }

  func remove(_ session: Session) {
    guard session.index >= 0 else { return }
    population.change(by: -1)
    pollingSessions[session.sid] = nil
    if let network = session.network { configuration.admission?.pollers.leave(network) }
    let last = sessions.removeLast()
    let deadline = deadlines.removeLast()
    if session.index < sessions.count {
      sessions[session.index] = last
      deadlines[session.index] = deadline
      last.index = session.index
    }
    session.index = -1
  }

  func noteDeadline(of session: Session) {
    if session.index >= 0 { deadlines[session.index] = session.machine.deadline }
  }

  // MARK: Channels

  func broadcast(_ shared: SharedFrames, _ namespace: String, _ channel: Channel) {
    for member in channels[channel] where member.namespace == namespace {
      let (frames, message) = shared.value
      member.session.deliver(frames, message, namespace)
    }
  }

  func disconnect(_ channel: Channel) {
    ended[channel] = loop.now
    for member in channels[channel] {
      let session = member.session
      session.receive(.disconnect(namespace: member.namespace))
      session.closeIfDeserted()
    }
  }

  /// An answer that was given before one of its channels was put out is no answer any more.
  func stillValid(_ answer: ConnectAnswer, since: Int64) -> ConnectAnswer {
    guard case .accepted(let channels, _, _) = answer else { return answer }
    for channel in channels {
      if let end = ended[channel], end >= since { return .refused(message: "Forbidden") }
    }
    return answer
  }

  func close() {
    isClosed = true
    for session in sessions { session.receive(.close) }
  }

  // MARK: Time

  private func sweepLater() {
    loop.schedule(afterMilliseconds: sweepMilliseconds) { [weak self] in
      guard let self, !isClosed else { return }
      sweep()
      sweepLater()
    }
  }

  private func sweep() {
    let now = loop.now
    // From the end, because a session that ends swaps places with the last one.
    for index in stride(from: deadlines.count - 1, through: 0, by: -1) {
      guard index < deadlines.count, deadlines[index] <= now else { continue }
      sessions[index].receive(.timePassed)
    }
    if !ended.isEmpty { ended = ended.filter { $0.value > now - Hub.endedMilliseconds } }
  }
}
