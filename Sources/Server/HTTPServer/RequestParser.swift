import Wire

/// A request that is complete.
public struct ParsedRequest: Equatable, Sendable {
  public var request: HTTPRequest
  /// Whether the client wants the connection to stay open.
  public var keepsAlive: Bool
  public var isHTTP10: Bool
  /// The client waits for `100 Continue`; only where the body is streamed.
  public var awaitsContinue = false
  /// The declared length of a streamed body.
  public var bodyLength: Int64?
}

/// Reads HTTP/1.1 requests (RFC 9112) from bytes that arrive in any pieces. It is strict: whatever two programs could
/// read in two ways is refused. After a failure it must not be used again.
public struct RequestParser: Sendable {
  public enum Output: Equatable, Sendable {
    /// All bytes were taken.
    case needsMore
    /// The head is complete and the client waits for `100 Continue` before it sends the body. Call again to go on.
    case bodyExpected
    /// The head of a request whose body is streamed. Call again to go on; after each call `takeBody()` has what came.
    case streaming(ParsedRequest)
    /// The last byte of a streamed body is there.
    case bodyEnded
    /// Bytes from the position on belong to the next request.
    case request(ParsedRequest)
    case failed(RequestFailure)
  }

  public enum Phase: Sendable {
    /// Between requests.
    case idle
    case head, body
  }

  private enum State: Sendable {
    case head
    case fixed(length: Int)
    case chunked(ChunkDecoder)
  }

  private let limits: HTTPLimits
  private static let streamedChunkBytes = 1 << 40
  private let isStreamed: @Sendable (HTTPMethod, String) -> Bool
  private var isStreaming = false
  /// Bytes of a streamed body so far.
  private var streamed = 0
  private var state = State.head
  private var head = RequestHead()
  /// The start of a head that came in pieces.
  private var partial: [UInt8] = []
  /// Places in the head: where the current line starts, and up to where it was looked at.
  private var lineStart = 0
  private var scanned = 0
  private var sawRequestLine = false
  private var body: [UInt8] = []

  /// - Parameter isStreamed: by method and path, whether a body is handed on while it arrives. Its size is then the
  ///   handler's to limit.
  public init(
    limits: HTTPLimits, isStreamed: @escaping @Sendable (HTTPMethod, String) -> Bool = { _, _ in false }
  ) {
    self.limits = limits
    self.isStreamed = isStreamed
  }

  /// What has come of a streamed body since the last call.
  public mutating func takeBody() -> [UInt8] {
    streamed += body.count
    let taken = body
    body = []
    return taken
  }

  public var phase: Phase {
    guard case .head = state else { return .body }
    return partial.isEmpty ? .idle : .head
  }

  /// Bytes of the current body that have come.
  public var bodyByteCount: Int { body.count }

  /// Bytes in memory of a request that is not complete.
  public var heldByteCount: Int { partial.count + body.count }

  /// Reads on from `position` and moves it behind what was taken.
  public mutating func receive(_ bytes: Span<UInt8>, _ position: inout Int) -> Output {
    do throws(RequestFailure) {
      if case .head = state {
        guard try receiveHead(bytes, &position) else { return .needsMore }
        try startBody()
        if isStreaming {
          var parsed = parsedHead(body: [])
          parsed.awaitsContinue = head.expectsContinue && position == bytes.count
          parsed.bodyLength = head.contentLength.map { Int64($0) }
          return .streaming(parsed)
        }
        if head.expectsContinue, position == bytes.count, phase == .body {
          head.expectsContinue = false
          return .bodyExpected
        }
      }
      guard try receiveBody(bytes, &position) else { return .needsMore }
      guard isStreaming else { return .request(takeRequest()) }
      reset()
      return .bodyEnded
    } catch {
      return .failed(error)
    }
  }

  // MARK: Head

  /// Answers whether the head is complete.
  private mutating func receiveHead(_ bytes: Span<UInt8>, _ position: inout Int)
    throws(RequestFailure) -> Bool
  {
    if partial.isEmpty {
      let rest = bytes.extracting(position...)
      if try scan(rest) {
        position += scanned
        return true
      }
      rest.withUnsafeBufferPointer { partial.append(contentsOf: $0) }
      position = bytes.count
      return false
    }
    let room = limits.headBytes + 4 - partial.count
    let fresh = bytes.extracting(position..<(position + min(max(room, 0), bytes.count - position)))
    let before = partial.count
    fresh.withUnsafeBufferPointer { partial.append(contentsOf: $0) }
    let buffer = partial
    let isComplete = try scan(buffer.span)
    position += isComplete ? scanned - before : fresh.count
    if isComplete { partial = [] }
    return isComplete
  }

  /// Looks at each byte once and reads each line as soon as it is complete. `head` starts at the head's first byte.
  private mutating func scan(_ bytes: Span<UInt8>) throws(RequestFailure) -> Bool {
    var index = scanned
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      if byte > 0x1F, byte != 0x7F {
        index += 1
        continue
      }
      if byte == 0x0D {
        guard index + 1 < count else { break }
        guard bytes[index + 1] == 0x0A else { throw .bareCarriageReturn }
        let line = bytes.extracting(lineStart..<index)
        index += 2
        try checkSize(index)
        lineStart = index
        if try readLine(line) {
          scanned = index
          return true
        }
      } else {
        guard byte == 0x09 else { throw byte == 0x0A ? .bareLineFeed : .controlByte }
        index += 1
      }
    }
    scanned = index
    try checkSize(index)
    return false
  }

  private func checkSize(_ end: Int) throws(RequestFailure) {
    guard end > limits.headBytes || !sawRequestLine else { return }
    if !sawRequestLine, end - lineStart > limits.requestLineBytes + 2 { throw .requestLineTooLong }
    if end > limits.headBytes { throw .headTooLarge }
  }

  /// Answers whether it was the empty line at the end.
  private mutating func readLine(_ line: Span<UInt8>) throws(RequestFailure) -> Bool {
    if !sawRequestLine {
      // One empty line before a request is what old clients left behind a body (RFC 9112 section 2.2).
      if line.isEmpty, lineStart == 2 { return false }
      try head.readRequestLine(line)
      sawRequestLine = true
      return false
    }
    guard !line.isEmpty else {
      try head.complete()
      return true
    }
    guard head.headerCount < limits.headerCount else { throw .tooManyHeaders }
    try head.readField(line)
    return false
  }

  // MARK: Body

  private mutating func startBody() throws(RequestFailure) {
    let hasBody = head.isChunked || head.contentLength ?? 0 > 0
    isStreaming = hasBody && isStreamed(head.method, head.path)
    streamed = 0
    if head.isChunked {
      state = .chunked(ChunkDecoder())
    } else if let length = head.contentLength, length > 0 {
      if !isStreaming {
        guard length <= limits.bodyBytes else { throw .bodyTooLarge }
        body.reserveCapacity(min(length, 64 << 10))
      }
      state = .fixed(length: length)
    }
  }

  private mutating func receiveBody(_ bytes: Span<UInt8>, _ position: inout Int)
    throws(RequestFailure) -> Bool
  {
    switch state {
    case .head:
      return true
    case .fixed(let length):
      let count = min(length - streamed - body.count, bytes.count - position)
      bytes.extracting(position..<(position + count)).withUnsafeBufferPointer {
        body.append(contentsOf: $0)
      }
      position += count
      return streamed + body.count == length
    case .chunked(var decoder):
      var limits = limits
      // Of one chunk: the body is taken away as it comes.
      if isStreaming { limits.bodyBytes = RequestParser.streamedChunkBytes }
      let isComplete = try decoder.receive(bytes, &position, into: &body, limits: limits)
      state = .chunked(decoder)
      return isComplete
    }
  }

  private mutating func takeRequest() -> ParsedRequest {
    let parsed = parsedHead(body: body)
    reset()
    body = []
    return parsed
  }

  private func parsedHead(body: [UInt8]) -> ParsedRequest {
    let request = HTTPRequest(head.method, head.path, query: head.query, headers: head.headers, body: body)
    return ParsedRequest(request: request, keepsAlive: head.keepsAlive, isHTTP10: head.isHTTP10)
  }

  private mutating func reset() {
    state = .head
    isStreaming = false
    head = RequestHead()
    lineStart = 0
    scanned = 0
    sawRequestLine = false
  }
}
