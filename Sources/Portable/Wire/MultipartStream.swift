/// Reads a `multipart/form-data` body (RFC 7578) that arrives in pieces, without keeping more of it than one delimiter
/// and one part's fields. After an error it must not be used again.
public struct MultipartStream: Sendable {
  public enum Event: Equatable, Sendable {
    case part(Part)
    /// The next bytes of the part, at least one.
    case bytes(ArraySlice<UInt8>)
    case partEnd
    /// The closing delimiter: what follows is no part.
    case end
  }

  public struct Part: Equatable, Sendable {
    public var name: String
    /// nil for a text field. No folders.
    public var fileName: String?
  }

  private enum State {
    case preamble, delimiterEnd, head, body, done
  }

  /// With the line break before it, which belongs to the delimiter (RFC 2046 section 5.1.1).
  private let delimiter: [UInt8]
  private let limits: MultipartLimits
  private var state = State.preamble
  /// What is not read yet. The first delimiter may stand at the very beginning: a line break is put before it.
  private var buffer: [UInt8] = [0x0D, 0x0A]
  /// Bytes at the start of `buffer` that are not part of the body: the empty line's own break.
  private var skipped = 0
  /// Behind a delimiter and a blank only the end of the line may come.
  private var sawBlank = false
  private var partCount = 0
  private var disposition: HeaderValue?
  private var headBytes = 0

  /// - Parameter contentType: the value of the request's `Content-Type`, which names the boundary.
  public init(contentType: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
    let type = HeaderValue(parsing: contentType)
    guard type.value == "multipart/form-data", let boundary = type["boundary"], MultipartForm.isBoundary(boundary)
    else { throw .notMultipart }
    delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + Array(boundary.utf8)
    self.limits = limits
  }

  /// Whether the closing delimiter has come.
  public var isComplete: Bool { state == .done }

  /// What these bytes bring.
  public mutating func receive(_ bytes: [UInt8]) throws(MultipartError) -> [Event] {
    guard state != .done else { return [] }
    buffer += bytes
    var events: [Event] = []
    while try step(&events) {}
    return events
  }

  /// Answers whether there may be more to read.
  private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
    switch state {
    case .preamble:
      guard let start = find(delimiter) else {
        drop(max(0, buffer.count - delimiter.count + 1))
        return false
      }
      drop(start + delimiter.count)
      state = .delimiterEnd
      return true
    case .delimiterEnd: return try readDelimiterEnd(&events)
    case .head: return try readField(&events)
    case .body: return readBody(&events)
    case .done: return false
    }
  }

  /// Two hyphens at the end of all, else blanks and a line break.
  private mutating func readDelimiterEnd(_ events: inout [Event]) throws(MultipartError) -> Bool {
    guard buffer.count >= 2 else { return false }
    if !sawBlank, buffer[0] == 0x2D, buffer[1] == 0x2D {
      buffer = []
      state = .done
      events.append(.end)
      return false
    }
    sawBlank = buffer[0] == 0x20 || buffer[0] == 0x09
    if sawBlank {
      drop(1)
      return true
    }
    guard buffer[0] == 0x0D, buffer[1] == 0x0A else { throw .malformed }
    guard partCount < limits.parts else { throw .tooManyParts }
    partCount += 1
    drop(2)
    (state, disposition, headBytes) = (.head, nil, 0)
    return true
  }

  private mutating func readField(_ events: inout [Event]) throws(MultipartError) -> Bool {
    guard let end = find([0x0D, 0x0A]) else {
      guard headBytes + buffer.count <= limits.headBytes else { throw .headTooLarge }
      return false
    }
    headBytes += end + 2
    guard headBytes <= limits.headBytes else { throw .headTooLarge }
    if end == 0 {
      guard let disposition, disposition.value == "form-data" else { throw .malformed }
      guard let name = disposition["name"] else { throw .missingName }
      events.append(.part(Part(name: MultipartName.read(name), fileName: MultipartName.file(disposition))))
      // The line break of the empty line may be the one of the delimiter: a part without a body.
      (state, skipped) = (.body, 2)
      return true
    }
    try note(field: Array(buffer[..<end]))
    drop(end + 2)
    return true
  }

  private mutating func note(field line: [UInt8]) throws(MultipartError) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { throw .malformed }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    let value = String(decoding: line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    if asciiEqualIgnoringCase(name, "Content-Disposition") {
      guard disposition == nil else { throw .malformed }
      disposition = HeaderValue(parsing: value)
    } else if asciiEqualIgnoringCase(name, "Content-Transfer-Encoding") {
      guard ["7bit", "8bit", "binary"].contains(HeaderValue(parsing: value).value) else { throw .encoded }
    }
  }

  private mutating func readBody(_ events: inout [Event]) -> Bool {
    let found = find(delimiter)
    // Without a delimiter, its beginning may still be the end of what is here.
    let end = found ?? max(0, buffer.count - delimiter.count + 1)
    if end > skipped {
      events.append(.bytes(buffer[skipped..<end]))
      drop(end)
      skipped = 0
      if found != nil { drop(delimiter.count) }
    } else if let found {
      drop(found + delimiter.count)
    }
    guard found != nil else { return false }
    events.append(.partEnd)
    (state, skipped) = (.delimiterEnd, 0)
    return true
  }

  private mutating func drop(_ count: Int) {
    if count > 0 { buffer.removeFirst(count) }
  }

  private func find(_ pattern: [UInt8]) -> Int? {
    let last = buffer.count - pattern.count
    guard last >= 0 else { return nil }
    return buffer.withUnsafeBufferPointer { bytes in
      var index = 0
      while index <= last {
        if bytes[index] == pattern[0] {
          var length = 1
          while length < pattern.count, bytes[index + length] == pattern[length] { length += 1 }
          if length == pattern.count { return index }
        }
        index += 1
      }
      return nil
    }
  }
}
