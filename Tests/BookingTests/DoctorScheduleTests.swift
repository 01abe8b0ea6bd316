import Testing
import Wire

@testable import Booking

@Suite struct DoctorScheduleTests {
  func fault(_ change: (inout DoctorSchedule) -> Void) -> BookingError? {
    var schedule = everyDay("09:00", "18:00")
    change(&schedule)
    do throws(BookingError) {
      try schedule.check()
      return nil
    } catch {
      return error
    }
  }

  @Test func soundRulesPass() {
    #expect(fault { _ in } == nil)
    #expect(fault { $0.slotMinutes = 480 } == nil)
    #expect(fault { $0.exceptions = [RuleException(date: day("2026-12-25"), kind: .closed)] } == nil)
    #expect(
      fault { $0.exceptions = [RuleException(date: day("2026-12-25"), kind: .closed, span: span("09:00", "12:00"))] }
        == nil)
  }

  @Test func eachRuleHasItsBounds() {
    for minutes in [0, -5, 4, 7, 485] { #expect(fault { $0.slotMinutes = minutes } == .slotLength) }
    for minutes in [-1, 43_201] { #expect(fault { $0.leadMinutes = minutes } == .leadTime) }
    for days in [0, 367] { #expect(fault { $0.horizonDays = days } == .horizon) }
    for hours in [0, 337] { #expect(fault { $0.approvalHours = hours } == .approvalTime) }
    #expect(fault { $0.policy.partPercent = 101 } == .policy)
    #expect(fault { $0.rules.rules[0].span = span("09:00", "09:00") } == .span)
    #expect(fault { $0.rules.rules[0].span = span("09:01", "10:00") } == .span)
    #expect(fault { $0.rules.rules += Array(repeating: $0.rules.rules[0], count: 140) } == .tooManyRules)
    let christmas = day("2026-12-25")
    #expect(fault { $0.exceptions = [RuleException(date: christmas, kind: .pause)] } == .exception)
    #expect(fault { $0.exceptions = [RuleException(date: christmas, kind: .extra)] } == .exception)
    #expect(
      fault { $0.exceptions = [RuleException(date: christmas, kind: .extra, span: span("10:00", "09:00"))] } == .span)
    let note = String(repeating: "가", count: 201)
    #expect(fault { $0.exceptions = [RuleException(date: christmas, kind: .closed, note: note)] } == .exception)
  }

  @Test func aDayCanBeClosedInPart() {
    var schedule = everyDay("09:00", "18:00")
    schedule.exceptions = [RuleException(date: day("2026-12-25"), kind: .closed, span: span("12:00", "24:00"))]
    #expect(schedule.spans(on: day("2026-12-25")) == [span("09:00", "12:00")])
  }

  @Test func textOfTimesIsReadAndWritten() {
    #expect(TimeOfDay("09:30")?.minutes == 570)
    #expect(TimeOfDay("24:00") == .endOfDay)
    for text in ["", "9:30", "24:01", "09:60", "0930", "09:3", "aa:bb", "-1:00", "09:30 "] {
      #expect(TimeOfDay(text) == nil)
    }
    #expect(WallTime("2026-12-01T09:30")?.text == "2026-12-01T09:30")
    for text in ["2026-12-01", "2026-12-01T24:00", "2026-02-30T09:00", "2026-12-01 09:00", "2026-1-01T09:00"] {
      #expect(WallTime(text) == nil)
    }
    #expect(WallTime(date: day("2026-12-31"), time: .endOfDay).text == "2027-01-01T00:00")
    #expect(WallTime(minutesSinceEpoch: -1).text == "1969-12-31T23:59")
    #expect(CalendarDate(text: "2026-13-01") == nil)
  }

  @Test func cellsCoverWhatTheyTouch() {
    let at = instant("2026-12-01T00:00:00Z")
    func cells(_ from: Int64, _ to: Int64) -> Range<Int64> {
      Cells.covering(at.adding(milliseconds: from * 60_000), at.adding(milliseconds: to * 60_000))
    }
    #expect(cells(0, 30).count == 6)
    #expect(cells(1, 6).count == 2)
    #expect(cells(0, 30).overlaps(cells(25, 40)))
    #expect(!cells(0, 30).overlaps(cells(30, 60)))
    #expect(cells(5, 5).isEmpty && cells(9, 3).isEmpty)
    #expect(Cells.covering(Timestamp(milliseconds: -1), Timestamp(milliseconds: 1)) == -1..<1)
    _ = Cells.covering(Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
  }
}
