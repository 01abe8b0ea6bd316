#if os(Linux)
  import Sockets
  import TLS
  import Wire

  /// HTTP/1.1 over sockets of our own: progress by what the network has taken, back-pressure in both directions, and an
  /// end at once when a task is cancelled. No redirects, cookies, proxies or caches.
  final class SocketTransport: Sendable {
    private let address: ServerAddress
    private let loop: EventLoop
    private let pool: ConnectionPool

    init(_ address: ServerAddress, options: NetworkOptions) throws(TransportError) {
      self.address = address
      loop = try Self.makeLoop()
      pool = ConnectionPool(
        address, trust: try options.trust(for: address), loop: loop, limit: max(1, options.connections),
        connectTimeout: options.connectTimeout)
    }

    deinit {
      loop.stop()
    }

    static func makeLoop() throws(TransportError) -> EventLoop {
      do { return try EventLoop(name: "maru-kit") } catch { throw .cannotConnect("no event loop") }
    }

    /// A kept connection that the server closed meanwhile says nothing about the request: it goes out again on a new
    /// one where a repeat is harmless by its method (RFC 9110 section 9.2.2).
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      if Task.isCancelled { throw .cancelled }
      let connection = try await pool.take(fresh: false)
      let wasUsed = await connection.exchanges > 0
      do throws(TransportError) {
        return try await exchange(request, on: connection)
      } catch .cut where wasUsed && request.method != .post && request.method != .patch {
        return try await exchange(request, on: try await pool.take(fresh: true))
      }
    }

    private func exchange(
      _ request: TransportRequest, on connection: HTTPConnection
    ) async throws(TransportError) -> TransportResponse {
      do throws(TransportError) {
        let (status, headers) = try await connection.begin(request, to: address)
        let reading = BodyReading(connection, transport: self)
        let body = BodyStream(
          next: { () async throws(TransportError) -> [UInt8]? in try await reading.next() },
          cancel: { reading.cancel() })
        return TransportResponse(status: status, headers: headers, body: body)
      } catch {
        await pool.giveBack(connection)
        throw error
      }
    }

    func giveBack(_ connection: HTTPConnection) async { await pool.giveBack(connection) }
  }

  /// The body of one answer; gives its connection back once, at the end or when nobody wants it any more.
  private actor BodyReading {
    private let connection: HTTPConnection
    private var transport: SocketTransport?

    init(_ connection: HTTPConnection, transport: SocketTransport) {
      self.connection = connection
      self.transport = transport
    }

    func next() async throws(TransportError) -> [UInt8]? {
      guard transport != nil else { return nil }
      do throws(TransportError) {
        if let piece = try await connection.nextPiece() { return piece }
        await leave()
        return nil
      } catch {
        await leave()
        throw error
      }
    }

    private func leave() async {
      let transport = self.transport
      self.transport = nil
      await transport?.giveBack(connection)
    }

    private func abandon() async {
      guard transport != nil else { return }
      connection.cancel()
      await leave()
    }

    nonisolated func cancel() {
      Task { await self.abandon() }
    }
  }
#endif
