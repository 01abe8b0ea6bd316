#if os(Linux)
  import Sockets
  import TLS

  /// The connections to one server: idle ones are used again, and no more than a few are open at a time.
  actor ConnectionPool {
    private let address: ServerAddress
    private let trust: TLSContext?
    private let loop: EventLoop
    private let limit: Int
    private let connectTimeout: Duration
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private struct Waiter {
      var number: Int
      var continuation: CheckedContinuation<Bool, Never>
    }

    private var idle: [HTTPConnection] = []
    private var places: Int
    private var waiters: [Waiter] = []
    private var lastNumber = 0
    /// Who waits, or is about to; false once they have given up.
    private var wishes: [Int: Bool] = [:]

    init(
      _ address: ServerAddress, trust: TLSContext?, loop: EventLoop, limit: Int, connectTimeout: Duration
    ) {
      self.address = address
      self.trust = trust
      self.loop = loop
      self.limit = limit
      self.connectTimeout = connectTimeout
      places = limit
    }

    /// A connection for one exchange, to be given back by `giveBack` whatever came of it.
    /// - Parameter fresh: not one that was used before.
    func take(fresh: Bool) async throws(TransportError) -> HTTPConnection {
      guard await takePlace() else { throw .cancelled }
      while !fresh, let connection = idle.popLast() {
        if await connection.isReusable { return connection }
      }
      do throws(TransportError) {
        let stream = try await ByteStream.open(address, trust: trust, loop: loop, timeout: connectTimeout)
        if Task.isCancelled {
          await stream.close()
          throw .cancelled
        }
        return HTTPConnection(stream)
      } catch {
        givePlace()
        throw error
      }
    }

    func giveBack(_ connection: HTTPConnection) async {
      if await connection.isReusable {
        idle.append(connection)
      } else {
        await connection.close(.cut)
      }
      givePlace()
    }

    /// Closes what nobody uses right now.
    func closeIdle() async {
      let closing = idle
      idle = []
      for connection in closing { await connection.close(.cut) }
    }

    private func takePlace() async -> Bool {
      if places > 0 {
        places -= 1
        return true
      }
      lastNumber += 1
      let number = lastNumber
      wishes[number] = true
      defer { wishes[number] = nil }
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          guard wishes[number] == true else { return continuation.resume(returning: false) }
          waiters.append(Waiter(number: number, continuation: continuation))
        }
      } onCancel: {
        loop.execute { self.assumeIsolated { $0.giveUp(number) } }
      }
    }

    private func giveUp(_ number: Int) {
      if let index = waiters.firstIndex(where: { $0.number == number }) {
        waiters.remove(at: index).continuation.resume(returning: false)
      } else if wishes[number] != nil {
        wishes[number] = false
      }
    }

    private func givePlace() {
      if waiters.isEmpty {
        places += 1
      } else {
        waiters.removeFirst().continuation.resume(returning: true)
      }
    }
  }
#endif
