/// Percent-encoding of path segments (RFC 3986 section 2.1).
public enum PercentEncoding {
  /// Everything but the unreserved characters is escaped, so that the text is one segment whatever it holds.
  public static func encode(segment: String) -> String {
    var bytes: [UInt8] = []
    for byte in segment.utf8 {
      if isUnreserved(byte) { bytes.append(byte) } else { appendEscape(of: byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// nil where an escape is broken or the bytes are not UTF-8.
  public static func decode(segment: String) -> String? {
    let source = Array(segment.utf8)
    guard source.contains(UInt8(ascii: "%")) else { return segment }
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%") {
        guard let byte = escapedByte(in: source, at: index) else { return nil }
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 0xF] { bytes.append(digit < 10 ? digit + 0x30 : digit + 0x37) }
  }

  /// The byte that the three characters from `index` on stand for.
  static func escapedByte(in source: [UInt8], at index: Int) -> UInt8? {
    guard index + 2 < source.count, let high = hexValue(source[index + 1]), let low = hexValue(source[index + 2])
    else { return nil }
    return high << 4 | low
  }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
