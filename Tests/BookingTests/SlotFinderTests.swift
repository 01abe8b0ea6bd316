import Testing
import Wire

@testable import Booking

@Suite struct SlotFinderTests {
  let long = Timestamp(milliseconds: 0)

  func finder(_ schedule: DoctorSchedule) throws -> SlotFinder {
    SlotFinder(schedule: schedule, zone: try Fixtures.zone(schedule.zone))
  }

  func local(_ slots: [Slot]) -> [String] { slots.map(\.local.time.text) }

  /// The slots of one day, seen just before it.
  func slots(_ schedule: DoctorSchedule, on date: String, busy: [Int64] = []) throws -> [Slot] {
    let finder = try finder(schedule)
    let now = second(day(date).daysSinceEpoch * 86_400 - 3 * 86_400)
    return finder.slots(from: day(date), days: 1, busy: BusyCells(busy), now: now)
  }

  @Test func aDayIsCutIntoSlots() throws {
    let slots = try slots(everyDay("09:00", "11:00"), on: "2026-12-01")
    #expect(local(slots) == ["09:00", "09:30", "10:00", "10:30"])
    #expect(slots[0].start == instant("2026-12-01T00:00:00Z"))
    #expect(slots[0].end == instant("2026-12-01T00:30:00Z"))
    #expect(slots[0].offsetMinutes == 540)
    #expect(slots.allSatisfy { $0.isFree })
  }

  @Test func whatDoesNotFitIsNoSlot() throws {
    #expect(local(try slots(everyDay("09:00", "10:10", slot: 25), on: "2026-12-01")) == ["09:00", "09:25"])
    #expect(try slots(everyDay("09:00", "09:20", slot: 25), on: "2026-12-01").isEmpty)
    #expect(local(try slots(everyDay("22:00", "24:00", slot: 60), on: "2026-12-01")) == ["22:00", "23:00"])
  }

  @Test func aPauseStartsTheGridAnew() throws {
    var schedule = everyDay("09:00", "12:00", slot: 40)
    schedule.exceptions = [RuleException(date: day("2026-12-01"), kind: .pause, span: span("10:00", "10:30"))]
    #expect(local(try slots(schedule, on: "2026-12-01")) == ["09:00", "10:30", "11:10"])
    #expect(local(try slots(schedule, on: "2026-12-02")) == ["09:00", "09:40", "10:20", "11:00"])
  }

  @Test func aClosedDayHasItsExtraHoursOnly() throws {
    var schedule = everyDay("09:00", "18:00", slot: 60)
    schedule.exceptions = [RuleException(date: day("2026-12-25"), kind: .closed, note: "성탄절")]
    #expect(try slots(schedule, on: "2026-12-25").isEmpty)
    schedule.exceptions.append(RuleException(date: day("2026-12-25"), kind: .extra, span: span("10:00", "12:00")))
    #expect(local(try slots(schedule, on: "2026-12-25")) == ["10:00", "11:00"])
  }

  @Test func extraHoursThatTouchAreOneSpan() throws {
    var schedule = everyDay("09:00", "10:15", slot: 45)
    schedule.exceptions = [RuleException(date: day("2026-12-01"), kind: .extra, span: span("10:00", "12:00"))]
    #expect(local(try slots(schedule, on: "2026-12-01")) == ["09:00", "09:45", "10:30", "11:15"])
  }

  @Test func whatIsReservedIsNotFree() throws {
    let cells = Cells.covering(instant("2026-12-01T00:35:00Z"), instant("2026-12-01T00:40:00Z"))
    let slots = try slots(everyDay("09:00", "10:30"), on: "2026-12-01", busy: Array(cells))
    #expect(slots.map(\.isFree) == [true, false, true])
  }

  @Test func leadTimeAndHorizonAreLimits() throws {
    var schedule = everyDay("09:00", "11:00", slot: 60)
    schedule.leadMinutes = 60
    schedule.horizonDays = 2
    let finder = try finder(schedule)
    let now = instant("2026-12-01T00:00:00Z")
    let starts = finder.slots(from: day("2026-11-01"), days: 400, busy: BusyCells(), now: now).map(\.local.text)
    #expect(
      starts == [
        "2026-12-01T10:00", "2026-12-02T09:00", "2026-12-02T10:00", "2026-12-03T09:00", "2026-12-03T10:00",
      ])
    #expect(finder.slot(start: instant("2026-12-01T01:00:00Z"), busy: BusyCells(), now: now)?.isFree == true)
    #expect(finder.slot(start: instant("2026-12-01T00:00:00Z"), busy: BusyCells(), now: now) == nil)
    #expect(finder.slot(start: instant("2026-12-01T01:05:00Z"), busy: BusyCells(), now: now) == nil)
    #expect(finder.slot(start: instant("2026-12-04T01:00:00Z"), busy: BusyCells(), now: now) == nil)
  }

  @Test func approvalNeedsTimeBeforeTheLeadTime() throws {
    var schedule = everyDay("09:00", "12:00", slot: 60)
    schedule.leadMinutes = 60
    schedule.needsApproval = true
    let starts = try finder(schedule).slots(
      from: day("2026-12-01"), days: 1, busy: BusyCells(), now: instant("2026-12-01T00:00:00Z"))
    #expect(local(starts) == ["11:00"])
  }

  @Test func theNextFreeSlotsSkipWhatIsTaken() throws {
    let finder = try finder(everyDay("09:00", "10:00"))
    let first = Cells.covering(instant("2026-12-01T00:00:00Z"), instant("2026-12-01T00:30:00Z"))
    let next = finder.nextFree(3, busy: BusyCells(Array(first)), now: instant("2026-11-30T15:00:00Z"))
    #expect(next.map(\.local.text) == ["2026-12-01T09:30", "2026-12-02T09:00", "2026-12-02T09:30"])
    #expect(finder.nextFree(0, busy: BusyCells(), now: instant("2026-11-30T15:00:00Z")).isEmpty)
    let closed = try self.finder(DoctorSchedule(zone: "Asia/Seoul"))
    #expect(closed.nextFree(3, busy: BusyCells(), now: instant("2026-11-30T15:00:00Z")).isEmpty)
  }

  @Test func rulesThatMakeNoSenseMakeNoSlots() throws {
    #expect(try slots(everyDay("09:00", "11:00", slot: 0), on: "2026-12-01").isEmpty)
    #expect(try slots(everyDay("09:00", "11:00", slot: -30), on: "2026-12-01").isEmpty)
    #expect(try slots(everyDay("11:00", "09:00"), on: "2026-12-01").isEmpty)
  }
}
