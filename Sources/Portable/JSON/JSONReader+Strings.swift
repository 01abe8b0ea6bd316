extension JSONReader {
  /// The rest of a string, behind its opening quotation mark.
  mutating func readString() throws(JSONError) -> String {
    let start = offset
    try skipPlain()
    if source[offset] == UInt8(ascii: "\"") {
      let text = text(from: start)
      offset += 1
      return text
    }
    return try readEscapedString(from: start)
  }

  /// Goes to the next quotation mark or backslash; everything on the way is checked.
  private mutating func skipPlain() throws(JSONError) {
    while offset < source.count {
      let byte = source[offset]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0..<0x20: throw JSONError(.controlCharacter, at: offset)
      case 0x20..<0x80: offset += 1
      default: try skipSequence(lead: byte)
      }
    }
    throw JSONError(.unexpectedEnd, at: offset)
  }

  /// One character of two to four bytes (RFC 3629 section 4).
  private mutating func skipSequence(lead: UInt8) throws(JSONError) {
    var second: ClosedRange<UInt8> = 0x80...0xBF
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: throw JSONError(.invalidUTF8, at: offset)
    }
    offset += 1
    guard second.contains(try peek()) else { throw JSONError(.invalidUTF8, at: offset) }
    offset += 1
    for _ in 2..<length {
      guard try peek() & 0xC0 == 0x80 else { throw JSONError(.invalidUTF8, at: offset) }
      offset += 1
    }
  }

  private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
    var bytes = [UInt8](source[start..<offset])
    while source[offset] == UInt8(ascii: "\\") {
      offset += 1
      try readEscape(into: &bytes)
      let plain = offset
      try skipPlain()
      bytes.append(contentsOf: source[plain..<offset])
    }
    offset += 1
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func readEscape(into bytes: inout [UInt8]) throws(JSONError) {
    let byte = try peek()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      offset += 1
      return try readUnicodeEscape(into: &bytes)
    default: throw JSONError(.invalidEscape, at: offset)
    }
    offset += 1
  }

  private mutating func readUnicodeEscape(into bytes: inout [UInt8]) throws(JSONError) {
    var scalar = try readHex(lowHalf: false)
    if scalar & 0xFC00 == 0xD800 {
      try expectEscape(UInt8(ascii: "\\"))
      try expectEscape(UInt8(ascii: "u"))
      let low = try readHex(lowHalf: true)
      scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
    }
    append(scalar, to: &bytes)
  }

  /// Four digits. A low half of a pair stands only behind a high one (RFC 8259 section 7).
  private mutating func readHex(lowHalf: Bool) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<4 {
      guard let digit = hexDigit(try peek()) else { throw JSONError(.invalidEscape, at: offset) }
      let fits =
        switch index {
        case 0: !lowHalf || digit == 0xD
        case 1: value != 0xD || lowHalf == (digit >= 0xC)
        default: true
        }
      guard fits else { throw JSONError(.invalidEscape, at: offset) }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }

  private mutating func expectEscape(_ byte: UInt8) throws(JSONError) {
    guard try peek() == byte else { throw JSONError(.invalidEscape, at: offset) }
    offset += 1
  }

  private func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x37
    case 0x61...0x66: UInt32(byte) - 0x57
    default: nil
    }
  }

  private func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    let tail = { (shift: UInt32) in UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
    switch scalar {
    case 0..<0x80: bytes.append(UInt8(scalar))
    case 0x80..<0x800: bytes += [UInt8(0xC0 | scalar >> 6), tail(0)]
    case 0x800..<0x10000: bytes += [UInt8(0xE0 | scalar >> 12), tail(6), tail(0)]
    default: bytes += [UInt8(0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
    }
  }
}
