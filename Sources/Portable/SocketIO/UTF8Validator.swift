/// Checks UTF-8 (RFC 3629) that arrives in pieces, a piece ending anywhere: no surrogates, no overlong forms, nothing
/// above U+10FFFF.
public struct UTF8Validator: Equatable, Sendable {
  /// Bytes that the current character still needs, and the range of the next one.
  private var needed: UInt8 = 0
  private var low: UInt8 = 0x80
  private var high: UInt8 = 0xBF

  public init() {}

  /// True where the text may end here.
  public var isComplete: Bool { needed == 0 }

  /// False as soon as the text can no longer become valid; the validator is of no use then.
  public mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if needed == 0 {
        while index + 8 <= bytes.count,
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          index += 8
        }
        guard index < bytes.count else { return true }
      }
      guard accept(bytes[index]) else { return false }
      index += 1
    }
    return true
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    if needed > 0 {
      guard low <= byte, byte <= high else { return false }
      needed -= 1
      (low, high) = (0x80, 0xBF)
      return true
    }
    switch byte {
    case 0x00...0x7F: return true
    case 0xC2...0xDF: needed = 1
    case 0xE0: (needed, low) = (2, 0xA0)
    case 0xED: (needed, high) = (2, 0x9F)
    case 0xE1...0xEF: needed = 2
    case 0xF0: (needed, low) = (3, 0x90)
    case 0xF4: (needed, high) = (3, 0x8F)
    case 0xF1...0xF3: needed = 3
    default: return false
    }
    return true
  }

  public static func isValid(_ bytes: [UInt8]) -> Bool {
    var validator = UTF8Validator()
    return bytes.withUnsafeBytes { validator.accept($0) } && validator.isComplete
  }
}
