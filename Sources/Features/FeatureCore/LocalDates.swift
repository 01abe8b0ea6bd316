import Domain
import Wire

/// Dates and times as people of each language write them.
public struct LocalDates: Equatable, Sendable {
  let language: Language
  let zone: ZoneOffsets

  public init(_ language: Language, _ zone: ZoneOffsets) {
    self.language = language
    self.zone = zone
  }

  /// `오후 3:24`, `3:24 PM`, `15:24`
  public func time(_ civil: CivilTime) -> String {
    let minute = (civil.minute < 10 ? "0" : "") + "\(civil.minute)"
    let hour = civil.hour % 12 == 0 ? 12 : civil.hour % 12
    switch language {
    case .ko: return (civil.hour < 12 ? "오전 " : "오후 ") + "\(hour):" + minute
    case .en: return "\(hour):" + minute + (civil.hour < 12 ? " AM" : " PM")
    case .ja: return "\(civil.hour):" + minute
    }
  }

  /// `2025년 5월 13일 화요일`, `Tuesday, May 13, 2025`, `2025年5月13日(火)`
  public func day(_ date: CalendarDate) -> String {
    let weekday = date.weekday.rawValue
    switch language {
    case .ko:
      return "\(date.year)년 \(date.month)월 \(date.day)일 " + Self.koreanDays[weekday] + "요일"
    case .en:
      return Self.englishDays[weekday] + ", " + englishMonth(date) + " \(date.day), \(date.year)"
    case .ja:
      return "\(date.year)年\(date.month)月\(date.day)日(" + Self.japaneseDays[weekday] + ")"
    }
  }

  /// For a list: the time of today, a word for yesterday, the date before that.
  public func short(_ instant: Timestamp, now: Timestamp) -> String {
    let civil = instant.civil(in: zone)
    let today = now.civil(in: zone).date
    let age = today.daysSinceEpoch - civil.date.daysSinceEpoch
    if age == 0 { return time(civil) }
    if age == 1 { return yesterday }
    let date = civil.date
    let isThisYear = date.year == today.year
    switch language {
    case .ko:
      return isThisYear ? "\(date.month)월 \(date.day)일" : "\(date.year). \(date.month). \(date.day)."
    case .en: return englishMonth(date) + " \(date.day)" + (isThisYear ? "" : ", \(date.year)")
    case .ja:
      return isThisYear ? "\(date.month)月\(date.day)日" : "\(date.year)/\(date.month)/\(date.day)"
    }
  }

  /// A date and a time; today the time alone.
  public func moment(_ instant: Timestamp, now: Timestamp) -> String {
    let (day, time) = (short(instant, now: now), time(instant.civil(in: zone)))
    return day == time ? time : day + " " + time
  }

  private var yesterday: String {
    switch language {
    case .ko: "어제"
    case .en: "Yesterday"
    case .ja: "昨日"
    }
  }

  private func englishMonth(_ date: CalendarDate) -> String { Self.englishMonths[date.month - 1] }

  private static let koreanDays = ["월", "화", "수", "목", "금", "토", "일"]
  private static let japaneseDays = ["月", "火", "水", "木", "金", "土", "日"]
  private static let englishDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let englishMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
