/// What a calendar and a clock on the wall show at an instant.
public struct CivilTime: Hashable, Sendable {
  public let date: CalendarDate
  /// 0…23
  public let hour: Int
  public let minute: Int
  public let second: Int
  public let millisecond: Int

  /// In UTC; years beyond ±30,000 are cut to that range.
  init(millisecondsSinceEpoch milliseconds: Int64) {
    let range: Int64 = 1_000_000_000_000_000
    let milliseconds = min(max(milliseconds, -range), range)
    var inDay = milliseconds % 86_400_000
    if inDay < 0 { inDay += 86_400_000 }
    date = CalendarDate(daysSinceEpoch: (milliseconds - inDay) / 86_400_000)
    let rest = Int(inDay)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
  }
}

extension Timestamp {
  public func civil(in zone: ZoneOffsets) -> CivilTime {
    let east = Int64(zone.minutesEastOfUTC(at: self))
    return CivilTime(millisecondsSinceEpoch: adding(milliseconds: east * 60_000).milliseconds)
  }
}
