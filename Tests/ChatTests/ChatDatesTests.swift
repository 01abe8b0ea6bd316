import Domain
import FeatureCore
import Testing
import Wire

@testable import Chat

@Suite struct ChatDatesTests {
  private func dates(_ language: Language) -> ChatDates { ChatDates(Chat.Setting(language: language, zone: seoul)) }

  @Test(arguments: [
    (Language.ko, "오전 12:05", "오전 9:00", "오후 12:30", "오후 3:24"),
    (.en, "12:05 AM", "9:00 AM", "12:30 PM", "3:24 PM"),
    (.ja, "0:05", "9:00", "12:30", "15:24"),
  ])
  func timesFollowTheHabit(_ language: Language, _ a: String, _ b: String, _ c: String, _ d: String) {
    let times = [-535, 0, 210, 384].map { dates(language).time(minute($0).civil(in: seoul)) }
    #expect(times == [a, b, c, d])
  }

  @Test func daysAreWrittenOut() {
    let date = minute(0).civil(in: seoul).date
    #expect(dates(.ko).day(date) == "2026년 1월 5일 월요일")
    #expect(dates(.en).day(date) == "Monday, Jan 5, 2026")
    #expect(dates(.ja).day(date) == "2026年1月5日(月)")
  }

  @Test(arguments: [
    (Language.ko, "오전 9:00", "어제", "1월 3일", "2025. 12. 31."),
    (.en, "9:00 AM", "Yesterday", "Jan 3", "Dec 31, 2025"),
    (.ja, "9:00", "昨日", "1月3日", "2025/12/31"),
  ])
  func listsSayWhatMatters(_ language: Language, _ a: String, _ b: String, _ c: String, _ d: String) {
    let now = minute(60)
    let day: Int64 = 24 * 60
    let texts = [0, -day, -2 * day, -5 * day].map { dates(language).short(minute($0), now: now) }
    #expect(texts == [a, b, c, d])
  }

  @Test func yesterdayIsADayOfTheZone() {
    // 00:10 in Seoul; twenty minutes before it was another day there and the same day in UTC.
    let now = minute(-530)
    #expect(dates(.ko).short(minute(-550), now: now) == "어제")
  }
}
