import Wire

/// A request line and its fields, as far as they are read; the rules that look at several of them together.
struct RequestHead: Sendable {
  var method = HTTPMethod.get
  var path = ""
  var query = Query()
  var headers = HTTPHeaders()
  var headerCount = 0
  var isHTTP10 = false
  /// From a target in absolute form; it wins over the Host field (RFC 9112 section 3.2.2).
  var authority: String?
  var hostCount = 0
  var contentLength: Int?
  var codingCount = 0
  var asksToClose = false
  var asksToKeep = false
  var expectsContinue = false

  var isChunked: Bool { codingCount > 0 }
  var keepsAlive: Bool { isHTTP10 ? asksToKeep && !asksToClose : !asksToClose }

  /// Checks that need the whole head.
  mutating func complete() throws(RequestFailure) {
    if codingCount > 0 {
      guard contentLength == nil else { throw .conflictingLengths }
      guard codingCount == 1, !isHTTP10 else { throw .badTransferCoding }
    }
    guard hostCount == 1 || (isHTTP10 && hostCount == 0) else { throw .badHost }
    if let authority { headers["Host"] = authority }
    if isHTTP10 { expectsContinue = false }
  }
}

extension RequestHead {
  /// `GET /path?query HTTP/1.1` (RFC 9112 section 3); exactly one space between the parts.
  mutating func readRequestLine(_ line: Span<UInt8>) throws(RequestFailure) {
    var methodEnd = 0
    while methodEnd < line.count, line[methodEnd] != 0x20 {
      guard ByteSet.token.contains(line[methodEnd]) else { throw .badRequestLine }
      methodEnd += 1
    }
    // "M /x HTTP/1.1": at least a byte of target before the last nine.
    let versionStart = line.count - 8
    guard methodEnd > 0, versionStart - 1 > methodEnd + 1, line[versionStart - 1] == 0x20 else { throw .badRequestLine }
    try readVersion(line.extracting(versionStart...))
    let name = line.extracting(..<methodEnd)
    let target = line.extracting((methodEnd + 1)..<(versionStart - 1))
    for index in target.indices {
      let byte = target[index]
      guard byte > 0x20, byte < 0x7F, byte != 0x23 else { throw .badTarget }
    }
    guard let method = HTTPMethod(bytes: name) else { throw .unknownMethod }
    self.method = method
    try readTarget(target)
  }

  private mutating func readVersion(_ text: Span<UInt8>) throws(RequestFailure) {
    let prefix: StaticString = "HTTP/"
    for index in 0..<5 where text[index] != prefix.utf8Start[index] { throw .badRequestLine }
    guard text[6] == 0x2E, isDigit(text[5]), isDigit(text[7]) else { throw .badRequestLine }
    guard text[5] == 0x31, text[7] <= 0x31 else { throw .unsupportedVersion }
    isHTTP10 = text[7] == 0x30
  }

  private mutating func readTarget(_ target: Span<UInt8>) throws(RequestFailure) {
    if target[0] == 0x2F { return splitTarget(target) }
    if target.count == 1, target[0] == 0x2A, method == .options {
      path = "*"
      return
    }
    var start = 0
    for scheme in ["http://", "https://"] as [StaticString] where hasPrefix(target, scheme) {
      start = scheme.utf8CodeUnitCount
    }
    guard start > 0 else { throw .badTarget }
    var end = start
    while end < target.count, target[end] != 0x2F, target[end] != 0x3F {
      guard ByteSet.host.contains(target[end]) else { throw .badTarget }
      end += 1
    }
    guard end > start else { throw .badTarget }
    authority = text(target.extracting(start..<end))
    splitTarget(target.extracting(end...))
    if path.isEmpty { path = "/" }
  }

  private mutating func splitTarget(_ target: Span<UInt8>) {
    for index in target.indices where target[index] == 0x3F {
      path = text(target.extracting(..<index))
      query = Query(parsing: text(target.extracting((index + 1)...)))
      return
    }
    path = text(target)
  }
}

extension RequestHead {
  /// `name: value` (RFC 9112 section 5); control bytes are refused before.
  mutating func readField(_ line: Span<UInt8>) throws(RequestFailure) {
    guard line[0] != 0x20, line[0] != 0x09 else { throw .foldedHeader }
    var colon = 0
    while colon < line.count, line[colon] != 0x3A {
      guard ByteSet.token.contains(line[colon]) else { throw .badHeaderName }
      colon += 1
    }
    guard colon > 0, colon < line.count else { throw .badHeaderName }
    var start = colon + 1
    var end = line.count
    while start < end, isBlank(line[start]) { start += 1 }
    while end > start, isBlank(line[end - 1]) { end -= 1 }
    let name = line.extracting(..<colon)
    let value = line.extracting(start..<end)
    try note(name, value)
    headers.add(text(name), text(value))
    headerCount += 1
  }

  /// The fields that decide how the message is framed.
  private mutating func note(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(RequestFailure) {
    switch name.count {
    case 4 where equalIgnoringCase(name, "host"):
      hostCount += 1
      guard hostCount == 1, !value.isEmpty else { throw .badHost }
      for index in value.indices where !ByteSet.host.contains(value[index]) { throw .badHost }
    case 6 where equalIgnoringCase(name, "expect"):
      guard equalIgnoringCase(value, "100-continue") else { throw .unknownExpectation }
      expectsContinue = true
    case 10 where equalIgnoringCase(name, "connection"):
      noteConnection(value)
    case 14 where equalIgnoringCase(name, "content-length"):
      guard contentLength == nil else { throw .badContentLength }
      contentLength = try readLength(value)
    case 17 where equalIgnoringCase(name, "transfer-encoding"):
      codingCount += 1
      try checkCoding(value)
    default:
      break
    }
  }

  private func readLength(_ value: Span<UInt8>) throws(RequestFailure) -> Int {
    guard !value.isEmpty, value.count <= 18 else { throw .badContentLength }
    var length = 0
    for index in value.indices {
      guard isDigit(value[index]) else { throw .badContentLength }
      length = length * 10 + Int(value[index] - 0x30)
    }
    return length
  }

  /// Only `chunked` alone; a list that names it twice or not last can be read in two ways.
  private func checkCoding(_ value: Span<UInt8>) throws(RequestFailure) {
    if equalIgnoringCase(value, "chunked") { return }
    guard !value.isEmpty else { throw .badTransferCoding }
    var first = true
    var chunkedCount = 0
    forEachElement(value) { element in
      if equalIgnoringCase(element, "chunked") { chunkedCount += 1 }
      if element.isEmpty { first = false }
    }
    throw chunkedCount > 1 || !first ? .badTransferCoding : .unknownTransferCoding
  }

  private mutating func noteConnection(_ value: Span<UInt8>) {
    var close = false
    var keep = false
    forEachElement(value) { element in
      if equalIgnoringCase(element, "close") { close = true }
      if equalIgnoringCase(element, "keep-alive") { keep = true }
    }
    asksToClose = asksToClose || close
    asksToKeep = asksToKeep || keep
  }
}

extension HTTPMethod {
  init?(bytes: Span<UInt8>) {
    let known: HTTPMethod
    switch (bytes.count, bytes[0]) {
    case (3, 0x47): known = .get
    case (3, 0x50): known = .put
    case (4, 0x48): known = .head
    case (4, 0x50): known = .post
    case (5, 0x50): known = .patch
    case (6, 0x44): known = .delete
    case (7, 0x4F): known = .options
    default: return nil
    }
    var index = 0
    for byte in known.rawValue.utf8 {
      guard bytes[index] == byte else { return nil }
      index += 1
    }
    self = known
  }
}
