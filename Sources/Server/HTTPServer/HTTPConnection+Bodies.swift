import Sockets
import Wire

/// Bodies that do not stand in memory as a whole: of requests while they come, of answers while they are made.
extension HTTPConnection {
  /// Time counts only while the peer may send.
  var bodyDeadline: Int64 {
    guard connection.isReading, !awaitsContinue else { return .max }
    let paid = Int64(windowBytes) * 1_000 / max(1, limits.bodyBytesPerSecond)
    // Who has sent much may not rest for long either.
    return min(phaseStart + limits.bodyGraceMilliseconds + paid, lastArrival + limits.stallMilliseconds)
  }

  func startStream(_ parsed: ParsedRequest) {
    let loop = side.loop
    let stream = RequestBody(length: parsed.bodyLength) { [self] in
      loop.execute { self.wantBody() }
    }
    isBodyOpen = true
    awaitsContinue = parsed.awaitsContinue
    windowBytes = 0
    phaseStart = now
    lastArrival = now
    start(parsed, stream: stream)
    timer?.move(to: min(deadline, now + limits.stallMilliseconds))
  }

  /// The handler asks for the body, or for more of it.
  private func wantBody() {
    guard isBodyOpen, !connection.isClosed else { return }
    if awaitsContinue {
      awaitsContinue = false
      connection.write(HTTPConnection.continueLine)
    }
    windowBytes = 0
    phaseStart = now
    lastArrival = now
    connection.resumeReading()
  }

  func deliver() {
    guard isBodyOpen, case .running(let running) = activity, let stream = running.stream else { return }
    let bytes = parser.takeBody()
    windowBytes += bytes.count
    lastArrival = now
    let goesOn = stream.deliver(bytes)
    charge(stream.heldByteCount)
    if !goesOn { connection.pauseReading() }
  }

  func endBody(_ error: RequestBodyError?) {
    guard isBodyOpen, case .running(let running) = activity else { return }
    isBodyOpen = false
    guard let error else {
      running.stream?.complete()
      return
    }
    isBodyBroken = true
    running.stream?.fail(error)
  }

  func connectionDidReadEverything(_ connection: TCPConnection) {
    endBody(.cut)
  }

  /// Asks for the next bytes of the answer, unless enough of it still waits for the peer.
  func produce() {
    guard let production, !production.isAsked, connection.pendingByteCount < RequestBody.window else { return }
    self.production?.isAsked = true
    let next = production.body.next
    Task(executorPreference: side.loop) { [self] in
      let result = await Result(asking: next)
      if side.loop.isCurrent {
        produced(result)
      } else {
        side.loop.execute { self.produced(result) }
      }
    }
  }

  private func produced(_ result: Result<[UInt8]?, any Error>) {
    guard !connection.isClosed, var production else { return }
    guard case .success(let bytes) = result else { return connection.close(.local) }
    if let left = production.left {
      guard let bytes, !bytes.isEmpty, Int64(bytes.count) <= left else { return connection.close(.local) }
      connection.write(SharedBytes(bytes))
      production.left = left - Int64(bytes.count)
    } else if let bytes {
      if !bytes.isEmpty { connection.write(SharedBytes(production.isChunked ? Self.chunk(bytes) : bytes)) }
    } else {
      if production.isChunked { connection.write(Self.lastChunk) }
      production.left = 0
    }
    production.isAsked = false
    self.production = production
    guard production.left == 0 else { return produce() }
    self.production = nil
    sent(keeps: production.keeps && !side.isDraining)
  }

  /// RFC 9112 section 7.1.
  private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [0x0D, 0x0A]
  }

  private static let lastChunk = SharedBytes("0\r\n\r\n")
}

extension Result<[UInt8]?, any Error> {
  fileprivate init(asking next: @Sendable () async throws -> [UInt8]?) async {
    do { self = .success(try await next()) } catch { self = .failure(error) }
  }
}
