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

  init(loop: EventLoop, shared: ServerShared) {
    self.loop = loop
    self.shared = shared
    for registry in [plain, upgraded] {
      registry.onClose = { [weak self, shared] in
        shared.open.wrappingSubtract(1, ordering: .relaxed)
        self?.endDrainIfEmpty()
      }
    }
  }

  func accept(_ connection: TCPConnection) {
    let count = shared.open.wrappingAdd(1, ordering: .relaxed).newValue
    plain.add(connection)
    let limits = shared.configuration.limits
    if isDraining { return connection.close(.shutdown) }
    if count > limits.connections {
      shared.refused(connection.peer, status: 503)
      // Beyond a few polite answers, refusing must cost nothing.
      if count > limits.connections + 64 { return connection.close() }
      connection.write(refusal(status: 503))
      return connection.finish()
    }
    connection.delegate = HTTPConnection(connection, side: self)
    connection.resumeReading()
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
  func refusal(status: Int) -> SharedBytes {
    date.refresh()
    let head = ResponseHead(
      status: status, headers: [:], requestID: nextID(), contentLength: 0, connection: .close)
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
