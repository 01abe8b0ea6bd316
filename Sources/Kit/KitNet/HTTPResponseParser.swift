import Wire

/// Reads the answers of an HTTP/1.1 connection, one after the other (RFC 9112). Strict: what two readers could take for
/// different things is refused.
struct HTTPResponseParser: Sendable {
  enum Event: Equatable, Sendable {
    case head(status: Int, HTTPHeaders)
    case body([UInt8])
    /// `isReusable`: another request may follow on this connection.
    case end(isReusable: Bool)
  }

  struct Fault: Error, Equatable, Sendable {}

  private enum Phase: Equatable {
    case head
    case counted(left: Int64)
    case chunkSize
    case chunk(left: Int64)
    case chunkEnd
    case trailer(size: Int)
    case untilClose
    case over
  }

  static let headLimit = 64 << 10
  private static let lineLimit = 4096
  private static let trailerLimit = 16 << 10

  private var phase = Phase.head
  private var buffer: [UInt8] = []
  private var isReusable = true
  private var method = HTTPMethod.get

  /// The answer to a request of this method comes next; a HEAD is answered without a body.
  mutating func begin(_ method: HTTPMethod) {
    self.method = method
    phase = .head
    isReusable = true
  }

  /// Bytes have come that belong to no answer yet.
  var hasExcess: Bool { !buffer.isEmpty }

  mutating func receive(_ bytes: [UInt8]) throws(Fault) -> [Event] {
    buffer += bytes
    var events: [Event] = []
    var at = 0
    while try step(&at, &events) {}
    buffer.removeFirst(at)
    return events
  }

  /// The connection has ended in an orderly way.
  mutating func finish() throws(Fault) -> [Event] {
    guard phase == .untilClose else { throw Fault() }
    phase = .over
    return [.end(isReusable: false)]
  }

  /// Whether something was read and there may be more.
  private mutating func step(_ at: inout Int, _ events: inout [Event]) throws(Fault) -> Bool {
    switch phase {
    case .head:
      guard let end = Self.headEnd(buffer, from: at) else {
        guard buffer.count - at <= Self.headLimit else { throw Fault() }
        return false
      }
      guard end - at <= Self.headLimit else { throw Fault() }
      try readHead(buffer[at..<end], &events)
      at = end
      return true
    case .counted(let left): return take(left, &at, &events) { $0 == 0 ? nil : .counted(left: $0) }
    case .chunk(let left): return take(left, &at, &events) { $0 == 0 ? .chunkEnd : .chunk(left: $0) }
    case .untilClose: return take(.max, &at, &events) { _ in .untilClose }
    case .chunkSize:
      guard let line = try line(&at) else { return false }
      let size = try Self.chunkSize(line)
      phase = size == 0 ? .trailer(size: 0) : .chunk(left: size)
      return true
    case .chunkEnd:
      guard let line = try line(&at) else { return false }
      guard line.isEmpty else { throw Fault() }
      phase = .chunkSize
      return true
    case .trailer(let size):
      guard let line = try line(&at) else { return false }
      guard size + line.count <= Self.trailerLimit else { throw Fault() }
      if line.isEmpty { end(&events) } else { phase = .trailer(size: size + line.count) }
      return true
    case .over: return false
    }
  }

  private mutating func take(
    _ left: Int64, _ at: inout Int, _ events: inout [Event], next: (Int64) -> Phase?
  ) -> Bool {
    let count = Int(min(left, Int64(buffer.count - at)))
    guard count > 0 else { return false }
    events.append(.body(Array(buffer[at..<(at + count)])))
    at += count
    if let next = next(left - Int64(count)) { phase = next } else { end(&events) }
    return true
  }

  private mutating func end(_ events: inout [Event]) {
    phase = .over
    events.append(.end(isReusable: isReusable))
  }

  /// A line without its end. A bare line feed is none.
  private func line(_ at: inout Int) throws(Fault) -> ArraySlice<UInt8>? {
    guard let feed = buffer[at...].firstIndex(of: 0x0A) else {
      guard buffer.count - at <= Self.lineLimit else { throw Fault() }
      return nil
    }
    guard feed > at, buffer[feed - 1] == 0x0D, feed - at <= Self.lineLimit else { throw Fault() }
    let line = buffer[at..<(feed - 1)]
    at = feed + 1
    return line
  }

  /// The index behind the empty line.
  static func headEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while let feed = bytes[index...].firstIndex(of: 0x0A) {
      if feed >= start + 3, bytes[feed - 1] == 0x0D, bytes[feed - 2] == 0x0A { return feed + 1 }
      index = feed + 1
    }
    return nil
  }

  private static func chunkSize(_ line: ArraySlice<UInt8>) throws(Fault) -> Int64 {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    guard !digits.isEmpty, digits.count <= 15, let size = Int64(String(decoding: digits, as: UTF8.self), radix: 16),
      size >= 0, digits.first != UInt8(ascii: "+")
    else { throw Fault() }
    return size
  }
}

extension HTTPResponseParser {
  private mutating func readHead(_ bytes: ArraySlice<UInt8>, _ events: inout [Event]) throws(Fault) {
    var head = try ResponseHead(bytes)
    if (100..<200).contains(head.status), head.status != 101 { return }
    try frame(&head)
    events.append(.head(status: head.status, head.headers))
    if case .counted(left: 0) = phase { end(&events) }
  }

  /// How the body ends (RFC 9112 section 6.3).
  private mutating func frame(_ head: inout ResponseHead) throws(Fault) {
    let codings = head.headers.values("Transfer-Encoding")
    let lengths = head.headers.values("Content-Length")
    isReusable = head.isPersistent
    if head.status == 101 {
      phase = .over
      isReusable = false
    } else if method == .head || head.status == 204 || head.status == 304 {
      phase = .counted(left: 0)
    } else if !codings.isEmpty {
      guard lengths.isEmpty, codings.count == 1, asciiEqualIgnoringCase(codings[0], "chunked") else { throw Fault() }
      phase = .chunkSize
    } else if let first = lengths.first {
      guard lengths.allSatisfy({ $0 == first }), !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let length = Int64(first)
      else { throw Fault() }
      phase = .counted(left: length)
    } else {
      isReusable = false
      phase = .untilClose
    }
  }
}
