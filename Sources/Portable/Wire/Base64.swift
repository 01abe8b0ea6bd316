/// Base64 with the standard alphabet (RFC 4648 section 4).
public enum Base64 {
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let word =
        UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      text.append(letter(word >> 18))
      text.append(letter(word >> 12))
      text.append(left > 1 ? letter(word >> 6) : 0x3D)
      text.append(left > 2 ? letter(word) : 0x3D)
      index += 3
    }
    return text
  }

  /// nil for bytes outside the alphabet, a wrong length or stray bits. Padding may be left out.
  public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits = text
    if text.count % 4 == 0 {
      if digits.last == 0x3D { digits.removeLast() }
      if digits.last == 0x3D { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var word: UInt32 = 0
    var bits = 0
    for byte in digits {
      guard let value = value(of: byte) else { return nil }
      word = (word << 6 | value) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return word & ((1 << UInt32(bits)) - 1) == 0 ? bytes : nil
  }

  private static func letter(_ bits: UInt32) -> UInt8 {
    let value = UInt8(bits & 63)
    switch value {
    case 0..<26: return 0x41 + value
    case 26..<52: return 0x61 + value - 26
    case 52..<62: return 0x30 + value - 52
    case 62: return 0x2B
    default: return 0x2F
    }
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case 0x41...0x5A: UInt32(letter - 0x41)
    case 0x61...0x7A: UInt32(letter - 0x61) + 26
    case 0x30...0x39: UInt32(letter - 0x30) + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
