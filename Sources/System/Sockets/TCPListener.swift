import CEvents
import Glibc

/// Accepts connections and deals them to the loops of a group in turn.
public final class TCPListener: Pollable, @unchecked Sendable {
  /// Where it listens, with the port that the system chose for port 0. Any thread.
  public let address: SocketAddress
  private let group: EventLoopGroup
  private let accept: @Sendable (TCPConnection) -> Void
  private var isClosed = false
  private var pause = TCPListener.firstPause

  private static let acceptsPerTurn = 64
  private static let firstPause: Int64 = 50
  private static let longestPause: Int64 = 1_000

  /// Listens at once. `accept` runs on the connection's loop; it sets the delegate and resumes reading, or closes.
  public init(
    _ address: SocketAddress, group: EventLoopGroup, backlog: Int32 = 1024,
    accept: @escaping @Sendable (TCPConnection) -> Void
  ) throws(SocketError) {
    var wanted = address.raw
    let descriptor = cevents_listen(&wanted, backlog)
    guard descriptor >= 0 else { throw .listen(code: -descriptor) }
    var bound = cevents_address()
    let answer = cevents_local_address(descriptor, &bound)
    guard answer == 0 else {
      cevents_close(descriptor)
      throw .listen(code: -answer)
    }
    self.address = SocketAddress(raw: bound)
    self.group = group
    self.accept = accept
    super.init(descriptor: descriptor, loop: group.loops[0], interest: UInt32(CEVENTS_IN))
    loop.execute { [self] in
      if !loop.register(self) {
        isClosed = true
        cevents_close(self.descriptor)
      }
    }
  }

  /// Stops accepting; connections that are open stay. Any thread.
  public func close() {
    loop.execute { [self] in closeWithLoop() }
  }

  override func closeWithLoop() {
    guard !isClosed else { return }
    isClosed = true
    loop.unregister(self)
  }

  override func ready(_ events: UInt32) {
    for _ in 0..<TCPListener.acceptsPerTurn {
      guard !isClosed else { return }
      var raw = cevents_address()
      let descriptor = cevents_accept(self.descriptor, &raw)
      if descriptor >= 0 {
        pause = TCPListener.firstPause
        deal(descriptor, from: SocketAddress(raw: raw))
      } else if descriptor == -EAGAIN {
        return
      } else if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(-descriptor) {
        return backOff()
      }
    }
  }

  private func deal(_ descriptor: Int32, from peer: SocketAddress) {
    let target = group.next()
    let accept = self.accept
    if target === loop {
      let connection = TCPConnection(descriptor: descriptor, peer: peer, loop: target)
      if connection.open() { accept(connection) }
      return
    }
    target.execute {
      let connection = TCPConnection(descriptor: descriptor, peer: peer, loop: target)
      if connection.open() { accept(connection) }
    }
  }

  /// The socket stays readable while the system is out of descriptors: without a pause the loop would spin.
  private func backOff() {
    interest = 0
    loop.updateInterest(of: self)
    loop.schedule(afterMilliseconds: pause) { [self] in
      guard !isClosed else { return }
      interest = UInt32(CEVENTS_IN)
      loop.updateInterest(of: self)
    }
    pause = min(pause * 2, TCPListener.longestPause)
  }
}
