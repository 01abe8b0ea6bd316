extension MultipartForm {
  /// - Parameter contentType: the value of the request's `Content-Type`, which names the boundary.
  public init(parsing body: [UInt8], contentType: String, limits: MultipartLimits = MultipartLimits())
    throws(MultipartError)
  {
    let type = HeaderValue(parsing: contentType)
    guard type.value == "multipart/form-data", let boundary = type["boundary"], Self.isBoundary(boundary)
    else { throw .notMultipart }
    var reader = MultipartReader(body: body, boundary: boundary)
    parts = []
    guard try reader.skipPreamble() else { return }
    repeat {
      guard parts.count < limits.parts else { throw .tooManyParts }
      parts.append(try reader.readPart(headBytes: limits.headBytes))
    } while try reader.goesOn()
  }

  static func isBoundary(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count) && text.utf8.last != 0x20
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x27...0x29, 0x2B...0x2F, 0x20, 0x3A, 0x3D, 0x3F, 0x5F: true
        default: false
        }
      }
  }
}

private struct MultipartReader {
  let body: [UInt8]
  /// With the line break before it, which belongs to the delimiter (RFC 2046 section 5.1.1).
  let delimiter: [UInt8]
  var offset = 0

  init(body: [UInt8], boundary: String) {
    self.body = body
    delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + Array(boundary.utf8)
  }

  /// Goes behind the first delimiter line; false where it is the closing one already.
  mutating func skipPreamble() throws(MultipartError) -> Bool {
    if body.starts(with: delimiter.dropFirst(2)) {
      offset = delimiter.count - 2
    } else {
      guard let start = find(delimiter, from: 0, until: body.count) else { throw .unfinished }
      offset = start + delimiter.count
    }
    return try goesOn()
  }

  /// Reads what follows a delimiter: two hyphens at the end of all, else blanks and a line break.
  mutating func goesOn() throws(MultipartError) -> Bool {
    if body[offset...].starts(with: [0x2D, 0x2D]) { return false }
    while offset < body.count, body[offset] == 0x20 || body[offset] == 0x09 { offset += 1 }
    guard offset + 1 < body.count else { throw .unfinished }
    guard body[offset] == 0x0D, body[offset + 1] == 0x0A else { throw .malformed }
    offset += 2
    return true
  }

  mutating func readPart(headBytes: Int) throws(MultipartError) -> MultipartForm.Part {
    var disposition: HeaderValue?
    var contentType: String?
    let end = offset + headBytes
    while let (name, value) = try readField(until: end) {
      if asciiEqualIgnoringCase(name, "Content-Disposition") {
        guard disposition == nil else { throw .malformed }
        disposition = HeaderValue(parsing: value)
      } else if asciiEqualIgnoringCase(name, "Content-Type") {
        contentType = value
      } else if asciiEqualIgnoringCase(name, "Content-Transfer-Encoding") {
        guard ["7bit", "8bit", "binary"].contains(HeaderValue(parsing: value).value) else { throw .encoded }
      }
    }
    guard let disposition, disposition.value == "form-data" else { throw .malformed }
    guard let name = disposition["name"] else { throw .missingName }
    // The line break of the empty line may be the one of the delimiter: a part without a body.
    guard let bodyEnd = find(delimiter, from: offset - 2, until: body.count) else { throw .unfinished }
    let content = bodyEnd < offset ? [] : body[offset..<bodyEnd]
    offset = bodyEnd + delimiter.count
    return MultipartForm.Part(
      name: MultipartName.read(name), fileName: MultipartName.file(disposition), contentType: contentType,
      body: content)
  }

  /// nil behind the last field.
  private mutating func readField(until end: Int) throws(MultipartError) -> (String, String)? {
    guard let lineEnd = find([0x0D, 0x0A], from: offset, until: min(end, body.count)) else {
      throw end < body.count ? .headTooLarge : .unfinished
    }
    let line = body[offset..<lineEnd]
    offset = lineEnd + 2
    if line.isEmpty { return nil }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { throw .malformed }
    let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  private func find(_ pattern: [UInt8], from start: Int, until end: Int) -> Int? {
    body.withUnsafeBufferPointer { bytes in
      var index = start
      while index + pattern.count <= end {
        if bytes[index] == pattern[0], bytes[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
        index += 1
      }
      return nil
    }
  }
}

/// Names of fields and files as the senders in use write them.
enum MultipartName {
  static func file(_ disposition: HeaderValue) -> String? {
    let name = disposition["filename"].map(read) ?? disposition["filename*"].flatMap(extended)
    guard let name else { return nil }
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    let start = name.utf8.lastIndex(where: isSeparator).map { name.utf8.index(after: $0) } ?? name.startIndex
    return start == name.endIndex ? nil : String(name[start...])
  }

  /// Browsers escape `"`, CR and LF by percent and nothing else (HTML, multipart/form-data encoding); others follow
  /// RFC 7578 section 2 and escape all that is not ASCII. A name that needs the second reading is plain ASCII.
  static func read(_ text: String) -> String {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if isASCII, let decoded = PercentEncoding.decode(segment: text), !decoded.utf8.allSatisfy({ $0 < 0x80 }) {
      return decoded
    }
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), let byte = PercentEncoding.escapedByte(in: source, at: index),
        [0x22, 0x0D, 0x0A].contains(byte)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `UTF-8''…` (RFC 8187 section 3.2).
  private static func extended(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, asciiEqualIgnoringCase(String(Substring(parts[0])), "UTF-8") else { return nil }
    return PercentEncoding.decode(segment: String(Substring(parts[2])))
  }
}
