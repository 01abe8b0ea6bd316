import Wire

/// When a place's clocks show what: every change of one zone of the tz database, in the past as it was, and in the
/// future by its last rule.
///
/// From the zone's bytes (RFC 8536). Before the first change its first type counts, after the last one the rule of the
/// footer, and without such a rule the last type.
public struct TimeZoneRules: Equatable, Sendable {
  /// What clocks show between two changes.
  public struct LocalType: Equatable, Sendable {
    /// Seconds ahead of UTC.
    public let offset: Int64
    public let isSummer: Bool
    /// `KST`, `PDT`, `+0845`.
    public let name: String
  }

  struct Change: Equatable, Sendable {
    /// Seconds since 1970.
    let at: Int64
    let type: Int
  }

  let types: [LocalType]
  /// Ascending.
  let changes: [Change]
  let footer: PosixRule?

  public static let utc = TimeZoneRules(
    types: [LocalType(offset: 0, isSummer: false, name: "UTC")], changes: [], footer: nil)
}

extension TimeZoneRules {
  /// A time in which clocks keep one distance to UTC: start ..< end, in seconds since 1970.
  struct Era: Equatable, Sendable {
    var start: Int64
    var end: Int64
    var type: LocalType
  }

  /// The years 1 to 9999.
  private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// The eras that meet first ... last, in order, without gaps; the outer ones are cut there.
  func eras(_ first: Int64, _ last: Int64) -> [Era] {
    let first = min(max(first, Self.range.lowerBound), Self.range.upperBound)
    let last = min(max(last, first), Self.range.upperBound)
    let place = placeOfChange(at: first)
    var eras = [Era(start: first, end: last + 1, type: place < 0 ? types[0] : types[changes[place].type])]
    func add(_ at: Int64, _ type: LocalType) {
      // What was said of the time from `at` on is said better now.
      while eras.count > 1, eras[eras.count - 1].start >= at { eras.removeLast() }
      let index = eras.count - 1
      eras[index].end = last + 1
      if eras[index].start >= at {
        eras[index].type = type
      } else if eras[index].type != type {
        eras[index].end = at
        eras.append(Era(start: at, end: last + 1, type: type))
      }
    }
    for change in changes[(place + 1)...] {
      if change.at > last { return eras }
      add(change.at, types[change.type])
    }
    guard let footer else { return eras }
    let from = max(first, changes.last?.at ?? first)
    add(from, footer.type(at: from))
    for (at, type) in footer.changes(from, last) where at > from { add(at, type) }
    return eras
  }

  /// The last change at or before an instant; -1 for none.
  private func placeOfChange(at second: Int64) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= second { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private func type(_ second: Int64) -> LocalType {
    let second = min(max(second, Self.range.lowerBound), Self.range.upperBound)
    let place = placeOfChange(at: second)
    if place == changes.count - 1, let footer { return footer.type(at: second) }
    return place < 0 ? types[0] : types[changes[place].type]
  }
}

extension TimeZoneRules {
  /// What clocks show at an instant.
  public func type(at instant: Timestamp) -> LocalType { type(Self.seconds(instant)) }

  /// The wall clock at an instant, without seconds.
  public func wall(at instant: Timestamp) -> WallTime {
    let seconds = min(max(Self.seconds(instant), Self.range.lowerBound), Self.range.upperBound)
    return WallTime(minutesSinceEpoch: Self.floor(seconds + type(seconds).offset, 60))
  }

  public func date(at instant: Timestamp) -> CalendarDate { wall(at: instant).date }

  /// What a time of the wall clock is on the line of time.
  public enum Meaning: Equatable, Sendable {
    case once(Timestamp)
    /// Clocks were put forward over it: no instant shows it. `change` is when that happened.
    case gap(change: Timestamp)
    /// Clocks were put back and showed it twice.
    case fold(first: Timestamp, second: Timestamp)
  }

  public func meaning(of wall: WallTime) -> Meaning {
    let shown = min(max(wall.minutesSinceEpoch * 60, Self.range.lowerBound), Self.range.upperBound)
    // No clock is further from UTC than that (RFC 8536, section 3.2).
    return Self.meaning(shown, eras(shown - 26 * 3600, shown + 26 * 3600))
  }

  static func meaning(_ shown: Int64, _ eras: [Era]) -> Meaning {
    var first: Int64?
    for (index, era) in eras.enumerated() {
      let second = shown - era.type.offset
      if second >= era.start, second < era.end {
        if let first { return .fold(first: instant(first), second: instant(second)) }
        first = second
      } else if first == nil, index > 0, second < era.start, shown - eras[index - 1].type.offset >= era.start {
        return .gap(change: instant(era.start))
      }
    }
    return .once(instant(first ?? shown - (eras.last?.type.offset ?? 0)))
  }

  static func instant(_ second: Int64) -> Timestamp { Timestamp(milliseconds: second * 1000) }

  static func seconds(_ instant: Timestamp) -> Int64 { floor(instant.milliseconds, 1000) }

  static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}
