/// A time on a wall clock, in whole minutes: `09:00`. 24:00 is the end of a day.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Since midnight: 0…1440.
  public let minutes: Int

  /// nil outside 0…1440.
  public init?(minutes: Int) {
    guard (0...1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  private init(unchecked minutes: Int) { self.minutes = minutes }

  /// Reads `09:00` … `24:00`, always two digits each.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = Digits.number(bytes[0..<2]),
      let minute = Digits.number(bytes[3..<5]), minute < 60
    else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  public static let midnight = TimeOfDay(unchecked: 0)
  public static let endOfDay = TimeOfDay(unchecked: 1440)

  public var hour: Int { minutes / 60 }
  public var minute: Int { minutes % 60 }

  public var text: String {
    var bytes: [UInt8] = []
    Digits.append(Int64(hour), digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Digits.append(Int64(minute), digits: 2, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.minutes < b.minutes }
}

/// Decimal digits of fixed width.
enum Digits {
  /// At most nine digits.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var value = 0
    guard !bytes.isEmpty, bytes.count <= 9 else { return nil }
    for byte in bytes {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  static func append(_ value: Int64, digits: Int, to bytes: inout [UInt8]) {
    var power: Int64 = 1
    for _ in 1..<digits { power *= 10 }
    while power > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: value / power % 10))
      power /= 10
    }
  }
}
