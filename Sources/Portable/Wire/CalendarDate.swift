/// A day of the proleptic Gregorian calendar (the calendar of ISO 8601).
public struct CalendarDate: Hashable, Comparable, Sendable {
  public let year: Int
  /// 1…12
  public let month: Int
  /// 1…31
  public let day: Int

  /// nil where there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else { return nil }
    self.init(unchecked: year, month, day)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  public static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension CalendarDate {
  // Both directions count in years that start on 1 March, so that the day of a leap year comes last, and in eras of
  // 400 years, which all have 146,097 days.

  /// Whole days since 1970-01-01; negative before it.
  public var daysSinceEpoch: Int64 {
    let shifted = Int64(month > 2 ? year : year - 1)
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  public init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.init(unchecked: Int(year), Int(month), Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))
  }

  public var weekday: Weekday {
    let days = (daysSinceEpoch + 3) % 7
    return Weekday(rawValue: Int(days < 0 ? days + 7 : days)) ?? .monday
  }
}

/// In the order of ISO 8601: the week starts on Monday, which is 0 here.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}
