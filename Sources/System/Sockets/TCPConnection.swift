import CEvents
import Glibc

/// Hears what happens on a connection; every call comes on the connection's loop.
public protocol TCPConnectionDelegate: AnyObject {
  /// The bytes are the loop's own buffer: valid during the call only.
  func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer)
  /// The peer sends no more: it may still read (half close), or it may be gone. Comes once; while reading is paused it
  /// can come before the last bytes are read.
  func connectionDidEndReading(_ connection: TCPConnection)
  /// Everything that the peer ever sends has been read, also where the end was told earlier.
  func connectionDidReadEverything(_ connection: TCPConnection)
  /// The write queue ran empty.
  func connectionDidDrain(_ connection: TCPConnection)
  /// The last call. The connection has forgotten this delegate.
  func connection(_ connection: TCPConnection, didClose reason: CloseReason)
}

extension TCPConnectionDelegate {
  public func connectionDidReadEverything(_ connection: TCPConnection) {}
}

/// A TCP connection, confined to its loop: every member is used on `loop` only, except where it says otherwise.
///
/// It starts without reading; `resumeReading()` after setting the delegate.
public final class TCPConnection: Pollable, @unchecked Sendable {
  private struct Flags: OptionSet {
    let rawValue: UInt16
    static let closed = Flags(rawValue: 1)
    /// Will be flushed at the end of this turn.
    static let unflushed = Flags(rawValue: 2)
    /// The socket took no more; waiting until it is writable.
    static let blocked = Flags(rawValue: 4)
    /// Close once everything is sent.
    static let finishing = Flags(rawValue: 8)
    /// Our side is shut down; input is thrown away until the peer ends.
    static let lingering = Flags(rawValue: 16)
    static let peerEnded = Flags(rawValue: 32)
    /// The delegate has heard of the peer's end, or must not.
    static let endTold = Flags(rawValue: 64)
    /// Everything that the peer sent is read.
    static let inputDone = Flags(rawValue: 128)
  }

  public let peer: SocketAddress
  public var delegate: (any TCPConnectionDelegate)?
  /// Most bytes that may wait for this peer. A write beyond it closes the connection, except into an empty queue.
  public var writeLimit = TCPConnection.usualWriteLimit
  public static let usualWriteLimit = 1 << 20
  /// When the peer last took something, or when the queue was last empty: milliseconds on the loop's clock.
  public private(set) var lastProgress: Int64
  private var flags: Flags = []
  private var queue = WriteQueue()
  private var reason = CloseReason.local
  var registry: ConnectionRegistry?
  var registryIndex = -1

  private static let readEvents = UInt32(CEVENTS_IN)
  private static let writeEvents = UInt32(CEVENTS_OUT)
  private static let endEvents = UInt32(CEVENTS_PEER_FINISHED)
  private static let brokenEvents = UInt32(CEVENTS_ERROR) | UInt32(CEVENTS_HANGUP)
  private static let fileBytesPerTurn = 1 << 20
  private static let lingerMilliseconds: Int64 = 2_000
  private static let stallMilliseconds: Int64 = 10_000

  init(descriptor: Int32, peer: SocketAddress, loop: EventLoop) {
    self.peer = peer
    lastProgress = loop.now
    super.init(descriptor: descriptor, loop: loop, interest: TCPConnection.endEvents)
  }

  public var isClosed: Bool { flags.contains(.closed) }
  /// The peer sends no more.
  public var hasPeerEnded: Bool { flags.contains(.peerEnded) }
  /// Bytes in memory that wait to be sent.
  public var pendingByteCount: Int { queue.byteCount }
  /// Whether anything waits to be sent, files included.
  public var isDrained: Bool { queue.isEmpty }
  public var isSendingFile: Bool { queue.fileCount > 0 }
  public var isReading: Bool { interest & TCPConnection.readEvents != 0 }

  // MARK: Reading

  public func pauseReading() {
    guard !flags.contains(.lingering) else { return }
    setInterest(interest & ~TCPConnection.readEvents)
  }

  public func resumeReading() {
    guard !flags.contains(.inputDone) else { return }
    setInterest(interest | TCPConnection.readEvents)
  }

  // MARK: Writing

  /// Queues the bytes; they go out at the end of this turn, together with what else was written in it.
  public func write(_ bytes: SharedBytes) {
    assert(loop.isCurrent)
    guard flags.isDisjoint(with: [.closed, .finishing]) else { return }
    if !queue.isEmpty, bytes.count > writeLimit - queue.byteCount {
      close(.slowReader)
      return
    }
    if queue.isEmpty { lastProgress = loop.now }
    queue.append(bytes)
    flushLater()
  }

  /// Queues a region of a file, which is read only when the peer takes it.
  public func write(_ region: FileRegion) {
    assert(loop.isCurrent)
    guard flags.isDisjoint(with: [.closed, .finishing]) else { return }
    if queue.isEmpty { lastProgress = loop.now }
    queue.append(region)
    flushLater()
  }

  /// Sends what is queued, then closes so that the peer can read it all: our side ends, and input is thrown away until
  /// the peer ends too, for at most two seconds. A peer that takes nothing for ten seconds is cut off. Writes after
  /// this call are dropped.
  public func finish() {
    assert(loop.isCurrent)
    guard flags.isDisjoint(with: [.closed, .finishing]) else { return }
    flags.insert([.finishing, .endTold])
    flushLater()
    loop.schedule(afterMilliseconds: TCPConnection.stallMilliseconds) { [self] in endStall() }
  }

  /// Closes at once; what is queued is lost, except that a shutdown tries once to send it. The delegate hears of it
  /// later in this turn.
  public func close(_ reason: CloseReason = .local) {
    assert(loop.isCurrent)
    if reason == .shutdown { flush() }
    guard !flags.contains(.closed) else { return }
    flags.insert(.closed)
    self.reason = reason
    queue.removeAll()
    loop.unregister(self)
  }

  // MARK: The loop's side

  /// Closes the descriptor where the loop cannot take it.
  func open() -> Bool {
    guard loop.register(self) else {
      cevents_close(descriptor)
      flags.insert(.closed)
      return false
    }
    return true
  }

  override func ready(_ events: UInt32) {
    if events & TCPConnection.writeEvents != 0, !flags.contains(.closed) { flush() }
    guard !flags.contains(.closed) else { return }
    let isBroken = events & TCPConnection.brokenEvents != 0
    if isReading, events & (TCPConnection.readEvents | TCPConnection.endEvents) != 0 || isBroken {
      read()
    } else if isBroken {
      close(.peer)
    } else if events & TCPConnection.endEvents != 0 {
      peerEnded()
    }
  }

  override func closeWithLoop() {
    close(.shutdown)
  }

  override func didClose() {
    registry?.closed(self)
    let delegate = self.delegate
    self.delegate = nil
    delegate?.connection(self, didClose: reason)
  }

  func flush() {
    flags.remove(.unflushed)
    guard !flags.contains(.closed), !queue.isEmpty || flags.contains(.finishing) else { return }
    var fileBytes = 0
    while true {
      let result: Int
      switch queue.nextStep(loop.vector) {
      case .nothing:
        drained()
        return
      case .vector(let count, let more):
        result = cevents_send(descriptor, loop.vector, count, more ? 1 : 0)
      case .file(let region):
        guard fileBytes < TCPConnection.fileBytesPerTurn else { return waitUntilWritable() }
        let count = Int(clamping: min(region.count, Int64(TCPConnection.fileBytesPerTurn)))
        result = cevents_sendfile(descriptor, region.file.descriptor, region.offset, count)
        // The file was cut short under us: the promised length cannot be kept.
        if result == 0 { return close(.local) }
        fileBytes += max(0, result)
      }
      if result >= 0 {
        lastProgress = loop.now
        queue.advance(result)
      } else if result == -Int(EAGAIN) {
        return waitUntilWritable()
      } else if result != -Int(EINTR) {
        return close(.failed(code: Int32(-result)))
      }
    }
  }

  private func flushLater() {
    guard flags.isDisjoint(with: [.unflushed, .blocked]) else { return }
    flags.insert(.unflushed)
    loop.flushLater(self)
  }

  private func waitUntilWritable() {
    flags.insert(.blocked)
    setInterest(interest | TCPConnection.writeEvents)
  }

  private func drained() {
    if flags.contains(.blocked) {
      flags.remove(.blocked)
      setInterest(interest & ~TCPConnection.writeEvents)
    }
    guard flags.contains(.finishing) else {
      delegate?.connectionDidDrain(self)
      return
    }
    linger()
  }

  /// Closing with unread input would send a reset, which can destroy the last answer on its way to the peer.
  private func linger() {
    guard !flags.contains(.lingering) else { return }
    guard !flags.contains(.peerEnded), cevents_finish_writing(descriptor) == 0 else {
      return close(.local)
    }
    flags.insert(.lingering)
    setInterest(interest | TCPConnection.readEvents)
    loop.schedule(afterMilliseconds: TCPConnection.lingerMilliseconds) { [self] in close(.local) }
  }

  private func endStall() {
    guard !flags.contains(.closed) else { return }
    let deadline = lastProgress + TCPConnection.stallMilliseconds
    if deadline <= loop.now { return close(.timeout) }
    loop.schedule(afterMilliseconds: deadline - loop.now) { [self] in endStall() }
  }

  private func read() {
    let count = cevents_read(descriptor, loop.readBuffer.baseAddress, loop.readBuffer.count)
    if count > 0 {
      guard flags.isDisjoint(with: [.finishing, .lingering]) else { return }
      delegate?.connection(
        self, didRead: UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count]))
    } else if count == 0 {
      flags.insert(.inputDone)
      setInterest(interest & ~TCPConnection.readEvents)
      peerEnded()
      if !flags.contains(.closed) { delegate?.connectionDidReadEverything(self) }
    } else if count != -Int(EAGAIN), count != -Int(EINTR) {
      close(.failed(code: Int32(-count)))
    }
  }

  private func peerEnded() {
    flags.insert(.peerEnded)
    setInterest(interest & ~TCPConnection.endEvents)
    if flags.contains(.lingering) { return close(.local) }
    guard !flags.contains(.endTold) else { return }
    flags.insert(.endTold)
    delegate?.connectionDidEndReading(self)
  }

  private func setInterest(_ events: UInt32) {
    guard events != interest, !flags.contains(.closed) else { return }
    interest = events
    loop.updateInterest(of: self)
  }
}
