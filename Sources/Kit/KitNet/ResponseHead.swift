import Wire

/// Status line and header fields of an answer (RFC 9112 sections 4 and 5).
struct ResponseHead {
  var status: Int
  var headers = HTTPHeaders()
  /// The server keeps the connection open.
  var isPersistent: Bool

  private static let fieldLimit = 200

  /// - Parameter bytes: with the empty line at the end.
  init(_ bytes: ArraySlice<UInt8>) throws(HTTPResponseParser.Fault) {
    let fault = HTTPResponseParser.Fault()
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    for line in lines.dropLast() where line.last != 0x0D { throw fault }
    guard let first = lines.popFirst()?.dropLast() else { throw fault }
    // `HTTP/1.1 200 …`
    guard first.count >= 12, first.starts(with: "HTTP/1.".utf8) else { throw fault }
    let start = first.startIndex
    let minor = first[start + 7]
    let digits = first[(start + 9)..<(start + 12)]
    guard minor == 0x30 || minor == 0x31, first[start + 8] == 0x20, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      first.count == 12 || first[start + 12] == 0x20, let status = Int(String(decoding: digits, as: UTF8.self)),
      status >= 100
    else { throw fault }
    self.status = status
    isPersistent = minor == 0x31
    guard lines.count <= Self.fieldLimit + 2 else { throw fault }
    for line in lines {
      let field = line.last == 0x0D ? line.dropLast() : line
      if !field.isEmpty { try add(field) }
    }
    for value in headers.values("Connection") {
      for token in value.split(separator: ",") {
        let name = token.drop { $0 == " " }.lowercased()
        if name.hasPrefix("close") { isPersistent = false }
        if name.hasPrefix("keep-alive"), minor == 0x30 { isPersistent = true }
      }
    }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) throws(HTTPResponseParser.Fault) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7F }), line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { throw HTTPResponseParser.Fault() }
    var value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
    headers.add(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }
}
