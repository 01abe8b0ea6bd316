/// base64url without padding (RFC 4648 section 5), as JSON Web Tokens use it.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var bits: UInt32 = 0
    var held = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      held += 8
      while held >= 6 {
        held -= 6
        text.append(alphabet[Int(bits >> UInt32(held) & 63)])
      }
    }
    if held > 0 { text.append(alphabet[Int(bits << UInt32(6 - held) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil for a foreign character, an impossible length, or leftover bits that are not zero.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(Array(text.utf8)[...]) }

  public static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var bits: UInt32 = 0
    var held = 0
    for digit in digits {
      let value = values[Int(digit)]
      guard value != 0xFF else { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    guard bits & (1 << UInt32(held) - 1) == 0 else { return nil }
    return bytes
  }
}
