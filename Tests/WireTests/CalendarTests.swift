import Testing
import Wire

@Suite struct CalendarTests {
  @Test func countsDaysAcrossFourHundredYears() throws {
    var expected = try #require(CalendarDate(year: 1800, month: 1, day: 1)).daysSinceEpoch
    #expect(expected == -62_091)
    for year in 1800...2200 {
      for month in 1...12 {
        for day in 1...CalendarDate.days(in: month, of: year) {
          let date = try #require(CalendarDate(year: year, month: month, day: day))
          guard date.daysSinceEpoch == expected, CalendarDate(daysSinceEpoch: expected) == date else {
            Issue.record("\(year)-\(month)-\(day)")
            return
          }
          expected += 1
        }
      }
    }
  }

  @Test func yearsBeforeTheFirstOneCountOn() throws {
    let date = try #require(CalendarDate(year: -1, month: 3, day: 1))
    #expect(CalendarDate(daysSinceEpoch: date.daysSinceEpoch) == date)
    #expect(CalendarDate(daysSinceEpoch: date.daysSinceEpoch - 1) == CalendarDate(year: -1, month: 2, day: 28))
    #expect(CalendarDate(daysSinceEpoch: -719_528) == CalendarDate(year: 0, month: 1, day: 1))
  }

  @Test(arguments: [
    (2023, 2, 29), (2024, 2, 30), (1900, 2, 29), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
  ])
  func refusesDaysThatAreNone(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test func knowsWeekdays() throws {
    #expect(CalendarDate(year: 1970, month: 1, day: 1)?.weekday == .thursday)
    #expect(CalendarDate(year: 2026, month: 11, day: 30)?.weekday == .monday)
    #expect(CalendarDate(year: 1969, month: 12, day: 28)?.weekday == .sunday)
    #expect(CalendarDate(year: 1600, month: 2, day: 29)?.weekday == .tuesday)
  }

  @Test func daysAreOrdered() throws {
    let a = try #require(CalendarDate(year: 2024, month: 12, day: 31))
    let b = try #require(CalendarDate(year: 2025, month: 1, day: 1))
    #expect(a < b)
    #expect(!(b < a))
  }

  @Test func aZoneMovesTheDay() {
    let seoul = ZoneOffsets([.init(from: Timestamp(milliseconds: 0), minutesEastOfUTC: 540)])
    let instant = Timestamp(milliseconds: 1_747_148_400_001)
    let time = instant.civil(in: seoul)
    #expect(time.date == CalendarDate(year: 2025, month: 5, day: 14))
    #expect([time.hour, time.minute, time.second, time.millisecond] == [0, 0, 0, 1])
    #expect(instant.civil(in: .utc).hour == 15)
  }

  @Test func summerTimeHoldsWhereItHeld() {
    let winter = ZoneOffsets.Change(from: Timestamp(milliseconds: 0), minutesEastOfUTC: 60)
    let summer = ZoneOffsets.Change(from: Timestamp(milliseconds: 1_000), minutesEastOfUTC: 120)
    let zone = ZoneOffsets([winter, summer])
    #expect(Timestamp(milliseconds: 999).civil(in: zone).hour == 1)
    #expect(Timestamp(milliseconds: 1_000).civil(in: zone).hour == 2)
    #expect(Timestamp(milliseconds: -1).civil(in: zone).hour == 0)
  }

  @Test func farInstantsAreCutNotTrapped() {
    #expect(Timestamp(milliseconds: .max).civil(in: .utc).date.year > 30_000)
    #expect(Timestamp(milliseconds: .min).civil(in: .utc).date.year < -20_000)
  }
}
