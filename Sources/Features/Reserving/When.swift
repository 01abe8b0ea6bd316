import BookingContract
import Domain
import FeatureCore
import Wire

/// Dates and times of reservations, as the clinic's wall shows them, and as the reader's own does where that differs.
public struct When: Equatable, Sendable {
  let language: Language
  /// Of whoever reads.
  let zone: ZoneOffsets
  private let dates: LocalDates
  /// The reader's own times say whose they are.
  private var isLabelled = false

  public init(_ language: Language, _ zone: ZoneOffsets) {
    self.language = language
    self.zone = zone
    dates = LocalDates(language, zone)
  }

  /// `12월 1일 (화)`, `Tue, Dec 1`, `12月1日(火)`
  public func day(_ date: CalendarDate) -> String {
    let weekday = weekday(date.weekday.rawValue)
    return language.say(
      "\(date.month)월 \(date.day)일 (" + weekday + ")", weekday + ", " + Self.months[date.month - 1] + " \(date.day)",
      "\(date.month)月\(date.day)日(" + weekday + ")")
  }

  /// Of the week, Monday first.
  public func weekday(_ index: Int) -> String {
    language.say(Self.korean[index], Self.english[index], Self.japanese[index])
  }

  public func month(_ year: Int, _ month: Int) -> String {
    language.say("\(year)년 \(month)월", Self.months[month - 1] + " \(year)", "\(year)年\(month)月")
  }

  public func time(_ clock: ClockTime) -> String {
    dates.time(Timestamp(milliseconds: Int64(clock.minutes) * 60_000).civil(in: .utc))
  }

  public func local(_ local: LocalTime) -> String { day(local.date) + " " + time(local.clock) }

  /// In the reader's own zone.
  public func own(_ instant: Timestamp) -> String {
    let civil = instant.civil(in: zone)
    let label = isLabelled ? language.say(" (내 시간)", " (your time)", "（あなたの時間）") : ""
    return day(civil.date) + " " + dates.time(civil) + label
  }

  /// For all that is shown near a time of the clinic: where both clocks differ, the reader's times say so.
  public func near(_ start: Timestamp?, _ local: LocalTime?) -> When {
    guard let start, let local else { return self }
    var labelled = self
    labelled.isLabelled = !beside(start, local).isNone
    return labelled
  }

  /// What the reader's own clock shows: the day, and minutes since its midnight.
  public func ownTime(_ instant: Timestamp) -> (date: CalendarDate, minutes: Int) {
    let civil = instant.civil(in: zone)
    return (civil.date, civil.hour * 60 + civil.minute)
  }

  public func ownDay(_ instant: Timestamp) -> CalendarDate { instant.civil(in: zone).date }

  /// The reader's time beside that of the clinic; nil where both clocks show the same.
  public func beside(_ instant: Timestamp, _ local: LocalTime) -> String? {
    let civil = instant.civil(in: zone)
    let isSame = civil.date == local.date && civil.hour * 60 + civil.minute == local.clock.minutes
    let time = day(civil.date) + " " + dates.time(civil)
    return isSame ? nil : language.say("내 시간 ", "Your time ", "あなたの時間 ") + time
  }

  /// `한국 시간`, `New York time`: what the clinic's times are.
  public func zoneName(_ zone: String) -> String {
    if zone == "Asia/Seoul" { return language.say("한국 시간", "Korea time", "韓国時間") }
    if zone == "Asia/Tokyo" { return language.say("일본 시간", "Japan time", "日本時間") }
    let city = zone.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? zone
    let name = String(decoding: city.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    return language.say(name + " 시간", name + " time", name + "時間")
  }

  /// When a reservation is, in one or two lines; words where it has no time yet.
  public func lines(of reservation: Reservation) -> [String] {
    guard let start = reservation.start, let local = reservation.localStart else {
      return [language.say("시간을 정하는 중", "The doctor will set a time", "時間は調整中です")]
    }
    guard let own = beside(start, local) else { return [self.local(local)] }
    return [self.local(local) + " · " + zoneName(reservation.zone), own]
  }

  private static let korean = ["월", "화", "수", "목", "금", "토", "일"]
  private static let japanese = ["月", "火", "水", "木", "金", "土", "日"]
  private static let english = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension CalendarDate {
  public func plus(_ days: Int) -> CalendarDate { CalendarDate(daysSinceEpoch: daysSinceEpoch + Int64(days)) }
}
