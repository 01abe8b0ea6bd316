import CEvents
import Glibc

/// Opens a connection to a server, on the loop that it will live on.
public final class TCPConnector: Pollable, @unchecked Sendable {
  private let target: SocketAddress
  private var done: ((Result<TCPConnection, SocketError>) -> Void)?

  /// Begins to connect. Call it on `loop`.
  /// - Parameters:
  ///   - milliseconds: how long it may take; then it fails with `ETIMEDOUT`.
  ///   - done: called once, on the loop, never before this call returns. A connection that nobody wants any more must
  ///     be closed by whoever gets it.
  /// - Returns: the attempt, which can be cancelled; nil where it has failed already.
  @discardableResult
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, withinMilliseconds milliseconds: Int64,
    done: @escaping (Result<TCPConnection, SocketError>) -> Void
  ) -> TCPConnector? {
    assert(loop.isCurrent)
    var raw = address.raw
    let descriptor = cevents_connect(&raw)
    guard descriptor >= 0 else {
      loop.schedule(afterMilliseconds: 0) { done(.failure(.connect(code: -descriptor))) }
      return nil
    }
    let connector = TCPConnector(descriptor: descriptor, target: address, loop: loop, done: done)
    guard loop.register(connector) else {
      cevents_close(descriptor)
      loop.schedule(afterMilliseconds: 0) { done(.failure(.connect(code: EMFILE))) }
      return nil
    }
    loop.schedule(afterMilliseconds: milliseconds) { connector.finish(.failure(.connect(code: ETIMEDOUT))) }
    return connector
  }

  /// Ends the attempt with `ECANCELED`, unless it has ended. Call it on the loop.
  public func cancel() {
    finish(.failure(.connect(code: ECANCELED)))
  }

  private init(
    descriptor: Int32, target: SocketAddress, loop: EventLoop,
    done: @escaping (Result<TCPConnection, SocketError>) -> Void
  ) {
    self.target = target
    self.done = done
    super.init(descriptor: descriptor, loop: loop, interest: UInt32(CEVENTS_OUT))
  }

  override func ready(_ events: UInt32) {
    guard done != nil else { return }
    let answer = cevents_connect_result(descriptor)
    guard answer == 0 else { return finish(.failure(.connect(code: -answer))) }
    // The loop closes this object's descriptor when it forgets it; the connection lives on under another number.
    let kept = cevents_duplicate(descriptor)
    guard kept >= 0 else { return finish(.failure(.connect(code: -kept))) }
    let connection = TCPConnection(descriptor: kept, peer: target, loop: loop)
    finish(connection.open() ? .success(connection) : .failure(.connect(code: EMFILE)))
  }

  override func closeWithLoop() { cancel() }

  private func finish(_ result: Result<TCPConnection, SocketError>) {
    guard let done else { return }
    self.done = nil
    loop.unregister(self)
    done(result)
  }
}

extension SocketAddress {
  /// The addresses of a host name, in the order in which to try them. Waits for the name service: not on a loop.
  /// - Throws: `lookUp`, `badAddress` for a port that is none.
  public static func lookUp(host: String, port: Int) throws(SocketError) -> [SocketAddress] {
    if let numeric = try? SocketAddress(host: host, port: port) { return [numeric] }
    guard let port = UInt16(exactly: port) else { throw .badAddress }
    var found = [cevents_address](repeating: cevents_address(), count: 16)
    let count = cevents_look_up(host, port, &found, Int32(found.count))
    guard count > 0 else { throw .lookUp(code: count) }
    return found.prefix(Int(count)).map { SocketAddress(raw: $0) }
  }
}
