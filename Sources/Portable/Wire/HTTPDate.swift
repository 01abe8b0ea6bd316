/// Dates in header fields (RFC 9110 section 5.6.7): whole seconds in GMT.
public enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; a fraction is cut off. For the years 1970 to 9999.
  public static func text(_ instant: Timestamp) -> String {
    let time = CivilTime(millisecondsSinceEpoch: min(max(instant.milliseconds, 0), 253_402_300_799_999))
    let day = days[Int(max(instant.milliseconds, 0) / 86_400_000 % 7)]
    let date = digits(time.date.day, 2) + " " + months[time.date.month - 1] + " " + digits(time.date.year, 4)
    let clock = digits(time.hour, 2) + ":" + digits(time.minute, 2) + ":" + digits(time.second, 2)
    return day + ", " + date + " " + clock + " GMT"
  }

  /// Reads the form in use and the two obsolete ones; nil for anything else.
  public static func read(_ text: String) -> Timestamp? {
    let words = text.utf8.split(separator: 0x20).map { String(Substring($0)) }
    switch words.count {
    case 6 where words[0].utf8.last == 0x2C && words[5] == "GMT":
      // Sun, 06 Nov 1994 08:49:37 GMT
      return instant(day: words[1], month: words[2], year: words[3], clock: words[4])
    case 4 where words[0].utf8.last == 0x2C && words[3] == "GMT":
      // Sunday, 06-Nov-94 08:49:37 GMT
      let date = words[1].utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
      return date.count == 3 ? instant(day: date[0], month: date[1], year: date[2], clock: words[2]) : nil
    case 5:
      // Sun Nov  6 08:49:37 1994
      return instant(day: words[2], month: words[1], year: words[4], clock: words[3])
    default: return nil
    }
  }

  private static func instant(day: String, month: String, year: String, clock: String) -> Timestamp? {
    let parts = clock.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0]), let minute = number(parts[1]),
      let second = number(parts[2]), hour < 24, minute < 60, second < 61, let index = months.firstIndex(of: month),
      let day = number(day.utf8[...]), var number = number(year.utf8[...])
    else { return nil }
    // Two digits: the century that is at most fifty years ahead.
    if year.utf8.count == 2 { number += number < 76 ? 2000 : 1900 }
    guard year.utf8.count == 2 || year.utf8.count == 4,
      let date = CalendarDate(year: number, month: index + 1, day: day)
    else { return nil }
    let seconds = date.daysSinceEpoch * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    return Timestamp(milliseconds: seconds * 1_000)
  }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard digit &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  private static func digits(_ value: Int, _ count: Int) -> String {
    var bytes: [UInt8] = []
    var power = count == 4 ? 1_000 : 10
    while power > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: value / power % 10))
      power /= 10
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
