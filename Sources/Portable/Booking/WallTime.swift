import Wire

/// What a calendar and a wall clock show somewhere, without saying where: `2026-12-01T09:30`.
public struct WallTime: Hashable, Comparable, Sendable {
  public let date: CalendarDate
  /// 00:00…23:59; the end of a day is the start of the next.
  public let time: TimeOfDay

  public init(date: CalendarDate, time: TimeOfDay) {
    self.date = time == .endOfDay ? CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1) : date
    self.time = time == .endOfDay ? .midnight : time
  }

  /// As if 1970-01-01T00:00 were 0, counted in minutes of the wall clock; cut to some 9,500 years around it.
  public init(minutesSinceEpoch minutes: Int64) {
    let minutes = min(max(minutes, -5_000_000_000), 5_000_000_000)
    var inDay = minutes % 1440
    if inDay < 0 { inDay += 1440 }
    date = CalendarDate(daysSinceEpoch: (minutes - inDay) / 1440)
    time = TimeOfDay(minutes: Int(inDay)) ?? .midnight
  }

  public var minutesSinceEpoch: Int64 { date.daysSinceEpoch * 1440 + Int64(time.minutes) }

  /// Reads `2026-12-01T09:30`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[10] == UInt8(ascii: "T"),
      let date = CalendarDate(text: String(decoding: bytes[..<10], as: UTF8.self)),
      let time = TimeOfDay(String(decoding: bytes[11...], as: UTF8.self)), time != .endOfDay
    else { return nil }
    self.init(date: date, time: time)
  }

  public var text: String { date.text + "T" + time.text }

  public static func < (a: WallTime, b: WallTime) -> Bool { (a.date, a.time) < (b.date, b.time) }
}

extension CalendarDate {
  /// Reads `2026-12-01`.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]),
      let day = Digits.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-12-01`; years outside 0…9999 are cut to that range.
  public var text: String {
    var bytes: [UInt8] = []
    Digits.append(Int64(min(max(year, 0), 9999)), digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(Int64(month), digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Digits.append(Int64(day), digits: 2, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public func adding(days: Int) -> CalendarDate { CalendarDate(daysSinceEpoch: daysSinceEpoch + Int64(days)) }
}
