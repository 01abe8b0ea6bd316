import Sockets
import Synchronization
import Wire

/// One client's HTTP/1.1 connection: reads a request, runs the handler, answers, then reads the next. Later requests of
/// a pipeline wait in `input`, so answers cannot change their order.
final class HTTPConnection: TCPConnectionDelegate, @unchecked Sendable {
  enum Activity {
    case reading
    /// The handler works on this request.
    case running(Running)
    /// A long answer is on its way.
    case sending
    /// No more requests: the connection ends by itself.
    case over
  }

  struct Running {
    let isHead: Bool
    let keepsAlive: Bool
    let isHTTP10: Bool
    let id: RequestID
    let departure: PeerDeparture
    var stream: RequestBody?
  }

  /// An answer that is made while it is sent.
  struct Production {
    let body: ProducedBody
    /// nil where its end is not known before it comes.
    var left: Int64?
    let isChunked: Bool
    let keeps: Bool
    var isAsked = false
  }

  let connection: TCPConnection
  let side: LoopSide
  var parser: RequestParser
  var activity = Activity.reading
  /// What came while a request was running.
  private var input: [UInt8] = []
  /// How much of `input` is done.
  private var inputStart = 0
  /// Bytes that stand in the account of the whole server for this connection.
  private var charged = 0
  /// When the current phase of reading began.
  var phaseStart: Int64
  private var hasServed = false
  var timer: LoopTimer?
  /// The body of the running request is still on its way.
  var isBodyOpen = false
  /// The body broke off: the connection is of no further use.
  var isBodyBroken = false
  var awaitsContinue = false
  /// Bytes of the streamed body since the peer was last let go on.
  var windowBytes = 0
  /// When bytes of the streamed body last came, or were let come.
  var lastArrival: Int64 = 0
  var production: Production?

  /// More than this waiting for the peer: its next request waits too.
  private static let backlog = 64 << 10
  static let continueLine = SharedBytes("HTTP/1.1 100 Continue\r\n\r\n")

  var limits: HTTPLimits { side.shared.configuration.limits }
  var now: Int64 { side.loop.now }

  init(_ connection: TCPConnection, side: LoopSide) {
    self.connection = connection
    self.side = side
    let configuration = side.shared.configuration
    parser = RequestParser(limits: configuration.limits, isStreamed: configuration.isStreamed)
    phaseStart = side.loop.now
    // One answer may be large; requests wait as long as it does.
    connection.writeLimit = .max
    schedule(at: deadline)
  }

  /// Ends now if nothing is under way, otherwise after the answer.
  func drain() {
    guard case .reading = activity, parser.phase == .idle else { return }
    end()
  }

  // MARK: Bytes in

  func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer) {
    switch activity {
    case .reading:
      process(bytes)
    case .running where isBodyOpen:
      process(bytes)
    case .running, .sending:
      if isBodyBroken { return connection.pauseReading() }
      input.append(contentsOf: bytes)
      if input.count - inputStart > limits.pipelinedBytes { connection.pauseReading() }
    case .over:
      break
    }
  }

  private func process(_ bytes: UnsafeRawBufferPointer) {
    let taken = receive(bytes)
    if taken < bytes.count, case .running = activity {
      input.append(contentsOf: bytes[taken...])
    }
  }

  /// Goes on with what came while the last request was answered.
  private func processInput() {
    var waiting = input
    input = []
    if inputStart > limits.pipelinedBytes {
      waiting.removeFirst(inputStart)
      inputStart = 0
    }
    let taken = waiting.withUnsafeBytes {
      receive(UnsafeRawBufferPointer(rebasing: $0[inputStart...]))
    }
    inputStart += taken
    if inputStart < waiting.count, case .running = activity {
      input = waiting
    } else {
      inputStart = 0
    }
  }

  /// Answers how much was taken: all, or up to the end of a request.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    let before = parser.phase
    return bytes.withMemoryRebound(to: UInt8.self) { buffer in
      let span = buffer.span
      var position = 0
      while position < span.count {
        switch parser.receive(span, &position) {
        case .needsMore where isBodyOpen:
          deliver()
        case .needsMore:
          noteWaiting(since: before)
        case .bodyExpected:
          connection.write(HTTPConnection.continueLine)
          noteWaiting(since: before)
        case .request(let parsed):
          charge(parsed.request.body.count)
          start(parsed)
          return position
        case .streaming(let parsed):
          startStream(parsed)
        case .bodyEnded:
          deliver()
          endBody(nil)
          return position
        case .failed(let failure):
          if isBodyOpen { endBody(.malformed(failure)) } else { refuse(failure) }
          return span.count
        }
      }
      return position
    }
  }

  /// Brings the account up to date with what this connection holds now.
  func charge(_ bytes: Int) {
    guard bytes != charged else { return }
    side.shared.held.wrappingAdd(bytes - charged, ordering: .relaxed)
    charged = bytes
  }

  private func noteWaiting(since before: RequestParser.Phase) {
    charge(parser.heldByteCount)
    if charged > 0, side.shared.held.load(ordering: .relaxed) > limits.requestBytesInAll {
      return refuse(.overloaded)
    }
    guard parser.phase != before else { return }
    phaseStart = now
    timer?.move(to: deadline)
  }

  func connectionDidEndReading(_ connection: TCPConnection) {
    switch activity {
    case .reading: end()
    case .running(let running): running.departure.depart()
    case .sending, .over: break
    }
  }

  // MARK: Answers out

  func start(_ parsed: ParsedRequest, stream: RequestBody? = nil) {
    let departure = PeerDeparture()
    let running = Running(
      isHead: parsed.request.method == .head, keepsAlive: parsed.keepsAlive,
      isHTTP10: parsed.isHTTP10,
      id: side.nextID(), departure: departure, stream: stream)
    activity = .running(running)
    side.shared.requests.wrappingAdd(1, ordering: .relaxed)
    let context = RequestContext(
      id: running.id, peer: connection.peer, loop: side.loop, departure: departure)
    let request = ServerRequest(parsed.request, context: context, stream: stream)
    let handler = side.shared.handler
    Task(executorPreference: side.loop) { [self] in
      let response = await handler(request)
      if side.loop.isCurrent {
        complete(response)
      } else {
        side.loop.execute { self.complete(response) }
      }
    }
  }

  private func complete(_ response: ServerResponse) {
    guard case .running(let running) = activity, !connection.isClosed else { return }
    running.departure.settle()
    charge(0)
    hasServed = true
    if case .upgrade(let takeOver) = response.body { return upgrade(response, running, takeOver) }
    var keeps =
      running.keepsAlive && !side.isDraining && !connection.hasPeerEnded && !isBodyOpen && !isBodyBroken
    isBodyOpen = false
    // Where the end of the connection is that of the answer.
    if response.body.isUnmeasured, running.isHTTP10 { keeps = false }
    write(response, running, keeps ? (running.isHTTP10 ? .keepAlive : .keep) : .close)
    activity = .sending
    if case .produced(let body) = response.body, !running.isHead, body.count != 0, response.status != 304 {
      production = Production(
        body: body, left: body.count, isChunked: body.count == nil && !running.isHTTP10, keeps: keeps)
      return produce()
    }
    sent(keeps: keeps)
  }

  /// The whole answer stands in the queue.
  func sent(keeps: Bool) {
    guard keeps else { return end() }
    goOn()
  }

  private func write(
    _ response: ServerResponse, _ running: Running, _ connectionField: ResponseHead.Connection
  ) {
    let status = (200...599).contains(response.status) ? response.status : 500
    let hasBody = status != 204 && status != 304
    var length: Int64? = 0
    switch response.body {
    case .bytes(let bytes): length = Int64(bytes.count)
    case .shared(let bytes): length = Int64(bytes.count)
    case .file(let region): length = region.count
    case .pieces(let pieces): length = pieces.reduce(0) { $0 + $1.count }
    case .produced(let body): length = body.count
    case .upgrade: break
    }
    let head = ResponseHead(
      status: status, headers: response.headers, requestID: running.id,
      contentLength: hasBody ? length : nil, isChunked: hasBody && length == nil && !running.isHTTP10,
      connection: connectionField)
    side.date.refresh()
    guard hasBody, !running.isHead else { return connection.write(head.encoded(date: side.date)) }
    switch response.body {
    case .bytes(let bytes):
      connection.write(bytes.withUnsafeBytes { head.encoded(date: side.date, body: $0) })
    case .shared(let bytes):
      connection.write(head.encoded(date: side.date))
      connection.write(bytes)
    case .file(let region):
      connection.write(head.encoded(date: side.date))
      connection.write(region)
    case .pieces(let pieces):
      connection.write(head.encoded(date: side.date))
      for piece in pieces {
        switch piece {
        case .bytes(let bytes): connection.write(bytes)
        case .file(let region): connection.write(region)
        }
      }
    case .produced:
      connection.write(head.encoded(date: side.date))
    case .upgrade:
      break
    }
  }

  func connectionDidDrain(_ connection: TCPConnection) {
    guard case .sending = activity else { return }
    if production == nil { goOn() } else { produce() }
  }

  /// Takes the next request, unless too much of the last answer still waits.
  private func goOn() {
    guard
      connection.isDrained
        || (connection.pendingByteCount < HTTPConnection.backlog && !connection.isSendingFile)
    else { return }
    activity = .reading
    phaseStart = now
    if !input.isEmpty { processInput() }
    guard case .reading = activity else { return }
    if connection.hasPeerEnded { return end() }
    connection.resumeReading()
  }

  private func upgrade(
    _ response: ServerResponse, _ running: Running,
    _ takeOver: (TCPConnection) -> any TCPConnectionDelegate
  ) {
    let head = ResponseHead(
      status: 101, headers: response.headers, requestID: running.id, contentLength: nil,
      connection: .upgrade)
    side.date.refresh()
    connection.write(head.encoded(date: side.date))
    timer?.cancel()
    activity = .over
    connection.pauseReading()
    connection.writeLimit = TCPConnection.usualWriteLimit
    side.moveToUpgraded(connection)
    let delegate = takeOver(connection)
    guard !connection.isClosed else { return }
    connection.delegate = delegate
    let early = Array(input[inputStart...])
    input = []
    if !early.isEmpty { early.withUnsafeBytes { delegate.connection(connection, didRead: $0) } }
    if connection.hasPeerEnded { delegate.connectionDidEndReading(connection) }
    connection.resumeReading()
  }

  private func refuse(_ failure: RequestFailure) {
    side.shared.refused(connection.peer, status: failure.status)
    connection.write(side.refusal(status: failure.status))
    end()
  }

  private func end() {
    activity = .over
    input = []
    inputStart = 0
    connection.finish()
  }

  func connection(_ connection: TCPConnection, didClose reason: CloseReason) {
    timer?.cancel()
    timer = nil
    charge(0)
    production = nil
    if case .running(let running) = activity {
      running.stream?.fail(.cut)
      running.departure.depart()
    }
    activity = .over
  }

  // MARK: Time

  /// When the peer has been too slow, as things stand. The timer fires early rather than being moved for each request.
  var deadline: Int64 {
    if !connection.isDrained { return connection.lastProgress + limits.stallMilliseconds }
    if isBodyOpen { return bodyDeadline }
    guard case .reading = activity else { return .max }
    switch parser.phase {
    case .idle: return phaseStart + (hasServed ? limits.idleMilliseconds : limits.headMilliseconds)
    case .head: return phaseStart + limits.headMilliseconds
    case .body:
      let paid = Int64(parser.bodyByteCount) * 1_000 / max(1, limits.bodyBytesPerSecond)
      return phaseStart + limits.bodyGraceMilliseconds + paid
    }
  }

  private func schedule(at deadline: Int64) {
    // Even if nothing is due now, the state may change without touching the timer: look again.
    let delay = min(deadline, now + limits.stallMilliseconds) - now
    timer = side.loop.schedule(afterMilliseconds: delay) { [unowned self] in checkTime() }
  }

  private func checkTime() {
    let deadline = self.deadline
    guard deadline <= now else { return schedule(at: deadline) }
    if connection.isDrained, isBodyOpen {
      endBody(.timeout)
      return schedule(at: self.deadline)
    }
    guard connection.isDrained, case .reading = activity, parser.phase != .idle else {
      activity = .over
      return connection.close(.timeout)
    }
    refuse(.timeout)
  }
}
