import Sockets
import Synchronization

/// A server of raw bytes on a free port: what it says to a connection is the test's.
final class RawServer: Sendable {
  typealias Script = @Sendable (TCPConnection, _ soFar: [UInt8]) -> Void

  private let group: EventLoopGroup
  private let listener: TCPListener
  private let heard: Heard

  private final class Heard: Sendable {
    let requests = Mutex<[String]>([])
    let accepted = Mutex(0)
    let closed = Mutex(false)
    let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)
  }

  /// - Parameter script: called with all that a connection has sent so far, at each arrival.
  init(_ script: @escaping Script) throws {
    group = try EventLoopGroup(count: 1)
    let heard = Heard()
    self.heard = heard
    listener = try TCPListener(SocketAddress(host: "127.0.0.1", port: 0), group: group) { connection in
      heard.accepted.withLock { $0 += 1 }
      connection.delegate = Ear(
        script: { connection, soFar in
          heard.requests.withLock { $0.append(String(decoding: soFar, as: UTF8.self)) }
          script(connection, soFar)
        },
        closed: {
          heard.closed.withLock { $0 = true }
          heard.waiting.withLock { waiting in
            waiting?.resume()
            waiting = nil
          }
        })
      connection.resumeReading()
    }
  }

  deinit { group.stop() }

  /// Answers every arrival with the same bytes and closes.
  convenience init(answering text: String) throws {
    try self.init { connection, _ in
      connection.write(SharedBytes(Array(text.utf8)))
      connection.finish()
    }
  }

  var url: String { "http://127.0.0.1:\(listener.address.port)" }
  var requests: [String] { heard.requests.withLock { $0 } }
  var acceptedCount: Int { heard.accepted.withLock { $0 } }

  /// Returns once a connection has ended.
  func waitForClose() async {
    await withCheckedContinuation { continuation in
      heard.waiting.withLock { $0 = continuation }
      guard heard.closed.withLock({ $0 }) else { return }
      heard.waiting.withLock { waiting in
        waiting?.resume()
        waiting = nil
      }
    }
  }
}

private final class Ear: TCPConnectionDelegate {
  private let script: RawServer.Script
  private let closed: @Sendable () -> Void
  private var soFar: [UInt8] = []

  init(script: @escaping RawServer.Script, closed: @escaping @Sendable () -> Void) {
    self.script = script
    self.closed = closed
  }

  func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer) {
    soFar += bytes
    script(connection, soFar)
  }

  func connectionDidEndReading(_ connection: TCPConnection) { connection.close() }
  func connectionDidDrain(_ connection: TCPConnection) {}
  func connection(_ connection: TCPConnection, didClose reason: CloseReason) { closed() }
}
