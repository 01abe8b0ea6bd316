import KitNet
import Sockets
import Synchronization

/// A server of raw bytes on a free port: what it does with a connection is the test's.
final class ScriptedServer: Sendable {
  typealias Script = @Sendable (TCPConnection, _ soFar: [UInt8]) -> Void

  private let group: EventLoopGroup
  private let listener: TCPListener
  private let counts: Counts

  private final class Counts: Sendable {
    let accepted = Mutex(0)
    let closed = Mutex(0)
    let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])
  }

  /// - Parameter script: called with all that a connection has sent so far, at each arrival.
  init(_ script: @escaping Script, drained: @escaping @Sendable (TCPConnection) -> Void = { _ in }) throws {
    group = try EventLoopGroup(count: 1)
    let counts = Counts()
    self.counts = counts
    listener = try TCPListener(SocketAddress(host: "127.0.0.1", port: 0), group: group) { connection in
      counts.accepted.withLock { $0 += 1 }
      connection.delegate = Ear(
        script: script, drained: drained,
        closed: {
          counts.closed.withLock { $0 += 1 }
          for waiter in counts.waiting.withLock({ waiting in
            defer { waiting = [] }
            return waiting
          }) { waiter.resume() }
        })
      connection.resumeReading()
    }
  }

  deinit { group.stop() }

  var address: ServerAddress { ServerAddress(isSecure: false, host: "127.0.0.1", port: listener.address.port) }
  var acceptedCount: Int { counts.accepted.withLock { $0 } }

  /// Returns once some connection has ended.
  func waitForClose() async {
    await withCheckedContinuation { continuation in
      counts.waiting.withLock { $0.append(continuation) }
      if counts.closed.withLock({ $0 }) > 0 {
        for waiter in counts.waiting.withLock({ waiting in
          defer { waiting = [] }
          return waiting
        }) { waiter.resume() }
      }
    }
  }
}

private final class Ear: TCPConnectionDelegate {
  private let script: ScriptedServer.Script
  private let drained: @Sendable (TCPConnection) -> Void
  private let closed: @Sendable () -> Void
  private var soFar: [UInt8] = []

  init(
    script: @escaping ScriptedServer.Script, drained: @escaping @Sendable (TCPConnection) -> Void,
    closed: @escaping @Sendable () -> Void
  ) {
    self.script = script
    self.drained = drained
    self.closed = closed
  }

  func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer) {
    soFar += bytes
    script(connection, soFar)
  }

  func connectionDidEndReading(_ connection: TCPConnection) { connection.close() }
  func connectionDidDrain(_ connection: TCPConnection) { drained(connection) }
  func connection(_ connection: TCPConnection, didClose reason: CloseReason) { closed() }
}

extension [UInt8] {
  func count(of text: String) -> Int { String(decoding: self, as: UTF8.self).components(text) }
}

extension String {
  fileprivate func components(_ text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let found = rest.firstRange(of: text) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
