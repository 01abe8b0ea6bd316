extension MultipartForm {
  /// The value of `Content-Type` for a body with that boundary.
  public static func contentType(boundary: String) -> String { "multipart/form-data; boundary=\"" + boundary + "\"" }

  /// The body.
  /// - Parameter boundary: 1 to 70 characters of RFC 2046 section 5.1.1; best 24 random letters and digits or more.
  /// - Throws: `notMultipart` for another boundary, `boundaryInBody` where a part holds it.
  public func bytes(boundary: String) throws(MultipartError) -> [UInt8] {
    guard Self.isBoundary(boundary) else { throw .notMultipart }
    let delimiter = Array(("--" + boundary).utf8)
    var bytes: [UInt8] = []
    for part in parts {
      guard !Self.contains(delimiter, in: part.body) else { throw .boundaryInBody }
      bytes += delimiter
      bytes += "\r\nContent-Disposition: form-data; name=\"".utf8
      Self.appendEscaped(part.name, to: &bytes)
      if let fileName = part.fileName {
        bytes += "\"; filename=\"".utf8
        Self.appendEscaped(fileName, to: &bytes)
      }
      bytes += "\"\r\n".utf8
      if let contentType = part.contentType {
        bytes += "Content-Type: ".utf8
        bytes += contentType.utf8.filter { $0 >= 0x20 }
        bytes += "\r\n".utf8
      }
      bytes += "\r\n".utf8
      bytes += part.body
      bytes += "\r\n".utf8
    }
    bytes += delimiter
    bytes += "--\r\n".utf8
    return bytes
  }

  /// As browsers do (HTML, multipart/form-data encoding); a backslash is doubled for readers that unescape it.
  private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x0D, 0x0A: PercentEncoding.appendEscape(of: byte, to: &bytes)
      case 0x5C: bytes += [0x5C, 0x5C]
      default: bytes.append(byte)
      }
    }
  }

  private static func contains(_ pattern: [UInt8], in body: ArraySlice<UInt8>) -> Bool {
    var index = body.startIndex
    while index + pattern.count <= body.endIndex {
      if body[index] == pattern[0], body[index..<(index + pattern.count)].elementsEqual(pattern) { return true }
      index += 1
    }
    return false
  }
}
