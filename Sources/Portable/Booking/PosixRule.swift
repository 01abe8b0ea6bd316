import Wire

/// The rule for the time after the last change of a zone file: `PST8PDT,M3.2.0,M11.1.0` (POSIX.1, chapter 8.3, with the
/// wider hours of RFC 8536, section 3.3.1).
struct PosixRule: Equatable, Sendable {
  typealias LocalType = TimeZoneRules.LocalType

  /// The day of a change.
  enum Day: Equatable, Sendable {
    /// `J60`: 1…365, 29 February is never counted.
    case julian(Int)
    /// `59`: 0…365.
    case zeroBased(Int)
    /// `M3.2.0`: month, which one in it (5: the last), day from Sunday = 0.
    case weekday(month: Int, week: Int, day: Int)
  }

  struct Change: Equatable, Sendable {
    var day: Day
    /// Seconds after that day's midnight on the clock before the change; may be negative.
    var seconds: Int64 = 7200
  }

  struct Summer: Equatable, Sendable {
    var type: LocalType
    var start: Change
    var end: Change
  }

  var standard: LocalType
  var summer: Summer?
}

extension PosixRule {
  func type(at second: Int64) -> LocalType {
    guard summer != nil else { return standard }
    let year = Self.year(second)
    var found = standard
    for (at, type) in changes(years: (year - 1)...(year + 1)) where at <= second { found = type }
    return found
  }

  /// The changes in first ... last, in order.
  func changes(_ first: Int64, _ last: Int64) -> [(Int64, LocalType)] {
    guard summer != nil, first <= last else { return [] }
    return changes(years: (Self.year(first) - 1)...(Self.year(last) + 1)).filter { $0.0 >= first && $0.0 <= last }
  }

  private func changes(years: ClosedRange<Int>) -> [(Int64, LocalType)] {
    guard let summer else { return [] }
    var changes: [(Int64, LocalType)] = []
    for year in years {
      let start = Self.midnight(summer.start.day, year) + summer.start.seconds - standard.offset
      let end = Self.midnight(summer.end.day, year) + summer.end.seconds - summer.type.offset
      changes.append((start, summer.type))
      changes.append((end, standard))
    }
    // A summer that ends when the next one begins lasts all year: its start has the last word.
    return changes.ordered { $0.0 < $1.0 || ($0.0 == $1.0 && !$0.1.isSummer && $1.1.isSummer) }
  }

  private static func year(_ second: Int64) -> Int {
    CalendarDate(daysSinceEpoch: TimeZoneRules.floor(second, 86_400)).year
  }

  private static func midnight(_ day: Day, _ year: Int) -> Int64 {
    let newYear = CalendarDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
    let isLeap = CalendarDate.days(in: 2, of: year) == 29
    let days: Int64
    switch day {
    case .julian(let number): days = newYear + Int64(number - 1) + (isLeap && number >= 60 ? 1 : 0)
    case .zeroBased(let number): days = newYear + Int64(number)
    case .weekday(let month, let week, let day):
      let first = CalendarDate(year: year, month: month, day: 1)?.daysSinceEpoch ?? newYear
      // 1970-01-01 was a Thursday.
      let weekday = Int((first % 7 + 7 + 4) % 7)
      var number = (day - weekday + 7) % 7 + (week - 1) * 7
      if number >= CalendarDate.days(in: month, of: year) { number -= 7 }
      days = first + Int64(number)
    }
    return days * 86_400
  }
}
