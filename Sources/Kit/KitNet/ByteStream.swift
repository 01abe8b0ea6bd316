#if os(Linux)
  import Foundation
  import Sockets
  import TLS

  /// One connection to a server, plain or TLS, on a loop. Reading takes bytes from the network only as fast as they
  /// are wanted; writing waits until the network has taken what went before. Cancelling a task that waits closes the
  /// stream.
  actor ByteStream {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private enum End {
      /// The peer sends no more, and said so.
      case finished
      case failed(TransportError)
    }

    private let connection: TCPConnection
    private let tls: TLSSession?
    private var input: [UInt8] = []
    private var end: End?
    private var reader: CheckedContinuation<Void, Never>?
    private var writer: CheckedContinuation<Void, Never>?
    private var lastInput: Int64
    private var watch: LoopTimer?
    /// Milliseconds that nothing may move while somebody waits; nil: for ever.
    private var idleLimit: Int64?

    /// So much may lie here unread before the peer has to wait.
    private static let inputLimit = 256 << 10
    private static let pieceSize = 64 << 10

    private init(_ connection: TCPConnection, tls: sending TLSSession?) {
      self.connection = connection
      self.tls = tls
      loop = connection.loop
      lastInput = 0
    }

    /// Connects, and shakes hands where the address asks for TLS.
    /// - Parameter timeout: for all of it together.
    static func open(
      _ address: ServerAddress, trust: TLSContext?, loop: EventLoop, timeout: Duration
    ) async throws(TransportError) -> ByteStream {
      let deadline = ContinuousClock.now + timeout
      let candidates = try await lookUp(address)
      var failure = TransportError.cannotConnect("no address")
      for candidate in candidates {
        if Task.isCancelled { throw .cancelled }
        let left = (deadline - .now).milliseconds
        guard left > 0 else { throw .timedOut }
        let connection: TCPConnection
        do throws(SocketError) {
          connection = try await connect(candidate, loop, within: left)
        } catch {
          failure = Self.error(error)
          continue
        }
        return try await start(connection, address, trust, within: (deadline - .now).milliseconds)
      }
      throw failure
    }

    static func start(
      _ connection: TCPConnection, _ address: ServerAddress, _ trust: TLSContext?, within left: Int64
    ) async throws(TransportError) -> ByteStream {
      var tls: TLSSession?
      if address.isSecure {
        do throws(TLSError) {
          let context = if let trust { trust } else { try TLSContext() }
          tls = try TLSSession(context, host: address.host)
        } catch {
          connection.loop.execute { connection.close() }
          throw Self.error(error)
        }
      }
      let stream = ByteStream(connection, tls: tls)
      try await stream.begin(within: max(1, left))
      return stream
    }

    private func begin(within milliseconds: Int64) async throws(TransportError) {
      lastInput = loop.now
      connection.delegate = StreamDelegate(stream: self)
      connection.resumeReading()
      // Cut before anybody listened.
      if connection.isClosed { end = .failed(.cut) }
      guard let tls else { return }
      idleLimit = milliseconds
      received([])
      while !tls.isEstablished {
        if let error = failure { throw error }
        await waitForInput()
      }
      idleLimit = nil
    }

    // MARK: For the one who talks

    /// How long nothing may move in either direction while a read or a write waits.
    func setIdleLimit(_ limit: Duration?) {
      idleLimit = limit.map { max(1, $0.milliseconds) }
    }

    /// The next bytes, never empty; nil once the peer has finished.
    func read() async throws(TransportError) -> [UInt8]? {
      while input.isEmpty {
        switch end {
        case .finished: return nil
        case .failed(let error): throw error
        case nil: await waitForInput()
        }
      }
      let bytes = input
      input = []
      if end == nil { connection.resumeReading() }
      return bytes
    }

    /// Returns when the system has taken the bytes.
    func write(_ bytes: [UInt8]) async throws(TransportError) {
      var start = 0
      while start < bytes.count {
        if let error = writeFailure { throw error }
        let piece = Array(bytes[start..<min(start + Self.pieceSize, bytes.count)])
        start += piece.count
        do throws(TLSError) {
          if let tls {
            try tls.send(piece)
            sendEncrypted()
          } else {
            connection.write(SharedBytes(piece))
          }
        } catch {
          fail(Self.error(error))
        }
        while writeFailure == nil, !connection.isDrained { await waitUntilDrained() }
      }
      if let error = writeFailure { throw error }
    }

    /// Nothing has come that nobody asked for, and the peer is there: fit for another request.
    var isQuiet: Bool { end == nil && input.isEmpty && !connection.isClosed && connection.isDrained }

    func close(_ error: TransportError = .cancelled) {
      if !connection.isClosed, let tls {
        tls.finish()
        sendEncrypted()
      }
      fail(error)
    }

    /// From any thread.
    nonisolated func cancel() {
      loop.execute { self.assumeIsolated { $0.close() } }
    }

    // MARK: Waiting

    private var failure: TransportError? {
      switch end {
      case .failed(let error): error
      case .finished: .cut
      case nil: nil
      }
    }

    /// A peer that sends no more may still read.
    private var writeFailure: TransportError? {
      if case .failed(let error) = end { return error }
      return connection.isClosed ? .cut : nil
    }

    private func waitForInput() async {
      let since = loop.now
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          guard end == nil, input.isEmpty else { return continuation.resume() }
          reader = continuation
          keepWatch(since: since)
        }
      } onCancel: {
        cancel()
      }
    }

    private func waitUntilDrained() async {
      let since = loop.now
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          guard writeFailure == nil, !connection.isDrained else { return continuation.resume() }
          writer = continuation
          keepWatch(since: since)
        }
      } onCancel: {
        cancel()
      }
    }

    private func keepWatch(since: Int64) {
      guard let idleLimit, watch?.isPending != true else { return }
      let last = max(lastInput, connection.lastProgress, since)
      watch = loop.schedule(afterMilliseconds: max(0, last + idleLimit - loop.now)) { [weak self] in
        self?.assumeIsolated { $0.look(since: since) }
      }
    }

    private func look(since: Int64) {
      guard reader != nil || writer != nil, let idleLimit else { return }
      let last = max(lastInput, connection.lastProgress, since)
      if loop.now - last >= idleLimit { fail(.timedOut) } else { keepWatch(since: since) }
    }

    private func wakeReader() {
      let waiting = reader
      reader = nil
      waiting?.resume()
    }

    private func wakeWriter() {
      let waiting = writer
      writer = nil
      waiting?.resume()
    }

    private func fail(_ error: TransportError) {
      if end == nil { end = .failed(error) }
      watch?.cancel()
      watch = nil
      if !connection.isClosed { connection.close() }
      wakeReader()
      wakeWriter()
    }

    // MARK: What the connection says

    fileprivate func received(_ bytes: [UInt8]) {
      guard end == nil else { return }
      lastInput = loop.now
      if let tls {
        do throws(TLSError) {
          try tls.receive(bytes, into: &input)
          sendEncrypted()
        } catch {
          sendEncrypted()
          connection.finish()
          return fail(Self.error(error))
        }
        if tls.hasPeerFinished { end = .finished }
      } else {
        input += bytes
      }
      if input.count >= Self.inputLimit { connection.pauseReading() }
      if !input.isEmpty || end != nil || tls != nil { wakeReader() }
    }

    fileprivate func peerEnded() {
      guard end == nil else { return }
      // Without the goodbye of TLS somebody may have cut the rest off.
      if tls == nil { end = .finished } else { end = .failed(.cut) }
      wakeReader()
    }

    fileprivate func drained() { wakeWriter() }

    fileprivate func closed(_ reason: CloseReason) {
      if end == nil { end = .failed(.cut) }
      watch?.cancel()
      wakeReader()
      wakeWriter()
    }

    private func sendEncrypted() {
      guard let tls else { return }
      let bytes = tls.takeOutput()
      if !bytes.isEmpty { connection.write(SharedBytes(bytes)) }
    }
  }

  /// Takes the loop's calls into the actor, which lives on the same loop.
  private final class StreamDelegate: TCPConnectionDelegate {
    private let stream: ByteStream

    init(stream: ByteStream) {
      self.stream = stream
    }

    func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer) {
      let copy = Array(bytes)
      stream.assumeIsolated { $0.received(copy) }
    }

    /// What was sent before the end may still lie unread.
    func connectionDidEndReading(_ connection: TCPConnection) {}

    func connectionDidReadEverything(_ connection: TCPConnection) {
      stream.assumeIsolated { $0.peerEnded() }
    }

    func connectionDidDrain(_ connection: TCPConnection) {
      stream.assumeIsolated { $0.drained() }
    }

    func connection(_ connection: TCPConnection, didClose reason: CloseReason) {
      stream.assumeIsolated { $0.closed(reason) }
    }
  }
#endif
