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
      let bytes = try? await next()
      if side.loop.isCurrent {
        produced(bytes)
      } else {
        side.loop.execute { self.produced(bytes) }
      }
    }
  }

  private func produced(_ bytes: [UInt8]?) {
    guard !connection.isClosed, var production else { return }
    guard let bytes, !bytes.isEmpty, Int64(bytes.count) <= production.left else { return connection.close(.local) }
    connection.write(SharedBytes(bytes))
    production.left -= Int64(bytes.count)
    production.isAsked = false
    self.production = production
    guard production.left == 0 else { return produce() }
    self.production = nil
    sent(keeps: production.keeps)
  }
}
