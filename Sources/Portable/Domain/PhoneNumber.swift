/// A telephone number that can receive messages, in E.164 (ITU-T E.164 section 6): `+821012345678`. Equal numbers have
/// equal text, however they were written.
public struct PhoneNumber: Hashable, Sendable {
  public let text: String

  /// Reads what people type and what address books paste: blanks, hyphens, dots, brackets and full-width digits are
  /// allowed. Without a country code it is Korean. nil for what is no number, and for
  /// Korean numbers that are not mobile.
  public init?(_ written: String) {
    guard var digits = Self.digits(of: written) else { return nil }
    if !digits.isInternational {
      if digits.values.starts(with: [0, 0, 8, 2]) {
        digits.values.removeFirst(2)
      } else if digits.values.first == 0 {
        digits.values.replaceSubrange(0..<1, with: [8, 2])
      } else if digits.values.first == 1, digits.values.count <= 10 {
        // A number whose first zero got lost, as where somebody took it for a whole number.
        digits.values.insert(contentsOf: [8, 2], at: 0)
      } else if !digits.values.starts(with: [8, 2]) {
        return nil
      }
    }
    var values = digits.values
    if values.starts(with: [8, 2, 0]) { values.remove(at: 2) }
    guard values.count >= 8, values.count <= 15, values[0] != 0 else { return nil }
    if values.starts(with: [8, 2]), !Self.isKoreanMobile(values.dropFirst(2)) { return nil }
    text = "+" + String(decoding: values.map { UInt8(ascii: "0") + $0 }, as: UTF8.self)
  }

  /// Whether the number is of a country, by its code without the plus sign: `82`.
  public func belongs(to countryCode: String) -> Bool {
    text.utf8.dropFirst().starts(with: countryCode.utf8)
  }

  /// What a list shows of it: the code of the country and the last four digits.
  public var masked: String {
    let digits = Array(text.utf8)
    let head = belongs(to: "82") ? 3 : 2
    let hidden = [UInt8](repeating: UInt8(ascii: "*"), count: max(0, digits.count - head - 4))
    return String(decoding: digits.prefix(head) + hidden + digits.suffix(4), as: UTF8.self)
  }

  private struct Digits {
    var values: [UInt8] = []
    var isInternational = false
  }

  private static func digits(of written: String) -> Digits? {
    var digits = Digits()
    for scalar in written.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39: digits.values.append(UInt8(scalar.value - 0x30))
      case 0xFF10...0xFF19: digits.values.append(UInt8(scalar.value - 0xFF10))
      case 0x2B, 0xFF0B:
        guard digits.values.isEmpty, !digits.isInternational else { return nil }
        digits.isInternational = true
      // Blanks, brackets, hyphens, dots, and the invisible signs that address books put around numbers.
      case 0x20, 0x28, 0x29, 0x2D, 0x2E, 0xA0, 0x200E, 0x200F, 0x2010...0x2015, 0x202A...0x202E, 0x2066...0x2069,
        0x3000, 0xFF08, 0xFF09, 0xFF0D:
        break
      default: return nil
      }
      if digits.values.count > 20 { return nil }
    }
    return digits.values.isEmpty ? nil : digits
  }

  /// 010 and eight digits; 011, 016 … 019 and seven or eight.
  private static func isKoreanMobile(_ national: ArraySlice<UInt8>) -> Bool {
    let digits = Array(national)
    guard digits.count >= 9, digits[0] == 1 else { return false }
    switch digits[1] {
    case 0: return digits.count == 10
    case 1, 6, 7, 8, 9: return digits.count == 9 || digits.count == 10
    default: return false
    }
  }
}
