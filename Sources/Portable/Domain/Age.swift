import Wire

/// Whether somebody may have an account at all.
public enum Age {
  public static let least: Int64 = 14

  /// true only where a birthday can be read, in any of the usual forms, and it says so. By the calendar of Seoul.
  public static func isTooYoung(birthDay: String, at now: Timestamp) -> Bool {
    let digits = birthDay.utf8.filter { (0x30...0x39).contains($0) }
    let others = birthDay.utf8.filter { !(0x30...0x39).contains($0) }
    guard digits.count == 8, others.allSatisfy({ [0x2D, 0x2E, 0x2F, 0x20].contains($0) }),
      let born = Int64(String(decoding: digits, as: UTF8.self)), born >= 19_000_000
    else { return false }
    let (month, day) = (born / 100 % 100, born % 100)
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let today = now.adding(milliseconds: 9 * 3_600_000).iso8601.utf8.prefix(10).filter { $0 != 0x2D }
    return Int64(String(decoding: today, as: UTF8.self)).map { born + least * 10_000 > $0 } ?? false
  }
}
