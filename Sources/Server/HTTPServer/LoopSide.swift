import Sockets
import Synchronization
import Wire

/// What all loops of a server have in common.
final class ServerShared: Sendable {
  let configuration: HTTPServer.Configuration
  let handler: HTTPHandler
  let open = Atomic<Int>(0)
  let requests = Atomic<Int>(0)
  let refusals = Atomic<Int>(0)
  /// Bytes of requests in memory.
  let held = Atomic<Int>(0)

  init(configuration: HTTPServer.Configuration, handler: @escaping HTTPHandler) {
    self.configuration = configuration
    self.handler = handler
  }

  func refused(_ peer: SocketAddress, status: Int) {
    refusals.wrappingAdd(1, ordering: .relaxed)
    configuration.onRefusal?(HTTPServer.Refusal(peer: peer, status: status))
  }
}

/// The part of a server that lives on one loop; used on that loop, except `drain`.
final class LoopSide: @unchecked Sendable {
  let loop: EventLoop
  let shared: ServerShared
  let date = DateText()
  private let plain = ConnectionRegistry()
  private let upgraded = ConnectionRegistry()
  private(set) var isDraining = false
  private var drained: (() -> Void)?
  private var lastID = UInt64.random(in: 0...(.max))
  /// Those of this second.
  private var refusals = 0
  /// Connections that were turned away and are still being told; they count for no network.
  private var turnedAway: Set<ObjectIdentifier> = []

  private static let politeRefusals = 64
  private static let lagMilliseconds: Int64 = 100

  init(loop: EventLoop, shared: ServerShared) {
    self.loop = loop
    self.shared = shared
    for registry in [plain, upgraded] {
      registry.onClose = { [weak self, shared] connection in
        shared.open.wrappingSubtract(1, ordering: .relaxed)
        self?.closed(connection)
      }
    }
    if let admission = shared.configuration.admission { loop.execute { self.measureLag(admission) } }
  }

  /// A loop that has too much to do fires its timers late.
  private func measureLag(_ admission: Admission) {
    let due = loop.now + LoopSide.lagMilliseconds
    loop.schedule(afterMilliseconds: LoopSide.lagMilliseconds) { [weak self, weak admission] in
      guard let self, let admission, !isDraining else { return }
      admission.note(lag: loop.now - due, of: loop)
      measureLag(admission)
    }
  }

  private func closed(_ connection: TCPConnection) {
    if let admission = shared.configuration.admission, turnedAway.remove(ObjectIdentifier(connection)) == nil {
      admission.connections.leave(NetworkAddress(connection.peer))
    }
    endDrainIfEmpty()
  }

  func accept(_ connection: TCPConnection) {
    let count = shared.open.wrappingAdd(1, ordering: .relaxed).newValue
    plain.add(connection)
    let limits = shared.configuration.limits
    if let admission = shared.configuration.admission,
      !admission.connections.enter(NetworkAddress(connection.peer))
    {
      return turnAway(connection, afterSeconds: admission.turnAway(), isCounted: false)
    }
    if isDraining { return connection.close(.shutdown) }
    if count > limits.connections { return turnAway(connection, afterSeconds: 1) }
    if let seconds = shared.configuration.admission?.refusal(of: .connection) {
      return turnAway(connection, afterSeconds: seconds)
    }
    connection.delegate = HTTPConnection(connection, side: self)
    connection.resumeReading()
  }

  private func turnAway(_ connection: TCPConnection, afterSeconds seconds: Int, isCounted: Bool = true) {
    shared.refused(connection.peer, status: 503)
    if !isCounted { turnedAway.insert(ObjectIdentifier(connection)) }
    refusals += 1
    // Beyond a few polite answers, refusing must cost nothing.
    if refusals > LoopSide.politeRefusals {
      connection.close()
    } else {
      let body = shared.configuration.overloadedBody(seconds)
      let headers: HTTPHeaders = ["Retry-After": "\(seconds)", "Content-Type": "application/json"]
      connection.write(refusal(status: 503, headers: headers, contentLength: Int64(body.count)))
      connection.write(SharedBytes(body))
      connection.finish()
    }
    if refusals == 1 { loop.schedule(afterMilliseconds: 1_000) { [weak self] in self?.refusals = 0 } }
  }

  func nextID() -> RequestID {
    lastID &+= 1
    return RequestID(lastID)
  }

  func moveToUpgraded(_ connection: TCPConnection) {
    upgraded.add(connection)
    endDrainIfEmpty()
  }

  /// An answer without a request behind it; the connection ends after it.
  func refusal(status: Int, headers: HTTPHeaders = [:], contentLength: Int64 = 0) -> SharedBytes {
    date.refresh()
    let head = ResponseHead(
      status: status, headers: headers, requestID: nextID(), contentLength: contentLength, connection: .close)
    return head.encoded(date: date)
  }

  func drain(deadlineMilliseconds: Int64) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      loop.execute { [self] in
        isDraining = true
        drained = { continuation.resume() }
        for connection in plain.connections { (connection.delegate as? HTTPConnection)?.drain() }
        loop.schedule(afterMilliseconds: deadlineMilliseconds) { [self] in endDrain() }
        endDrainIfEmpty()
      }
    }
  }

  private func endDrainIfEmpty() {
    if isDraining, plain.count == 0 { endDrain() }
  }

  private func endDrain() {
    guard let drained else { return }
    self.drained = nil
    for connection in plain.connections + upgraded.connections { connection.close(.shutdown) }
    drained()
  }
}
