import Seeded
import Testing
import Wire

@testable import Booking

/// Slots on days on which clocks change.
@Suite struct ClockChangeTests {
  func slots(_ schedule: DoctorSchedule, on date: String, zone name: String? = nil) throws -> [Slot] {
    let zone = try Fixtures.zone(name ?? schedule.zone)
    let now = second(day(date).daysSinceEpoch * 86_400 - 3 * 86_400)
    return SlotFinder(schedule: schedule, zone: zone).slots(from: day(date), days: 1, busy: BusyCells(), now: now)
  }

  func local(_ slots: [Slot]) -> [String] { slots.map(\.local.time.text) }

  @Test func skippedWallTimesHaveNoSlots() throws {
    let spring = try slots(everyDay("00:00", "05:00", zone: "America/New_York"), on: "2026-03-08")
    #expect(local(spring) == ["00:00", "00:30", "01:00", "01:30", "03:00", "03:30", "04:00", "04:30"])
    #expect(spring[3].end == spring[4].start)
    #expect(spring.map(\.offsetMinutes) == [-300, -300, -300, -300, -240, -240, -240, -240])
  }

  @Test func repeatedWallTimesHaveOneSlot() throws {
    let autumn = try slots(everyDay("00:00", "03:00", zone: "America/New_York"), on: "2026-11-01")
    #expect(local(autumn) == ["00:00", "00:30", "01:00", "01:30", "02:00", "02:30"])
    #expect(autumn[3].start == instant("2026-11-01T05:30:00Z"))
    #expect(autumn[4].start == instant("2026-11-01T07:00:00Z"))
    #expect(autumn.map(\.offsetMinutes) == [-240, -240, -240, -240, -300, -300])
  }

  @Test func slotsOfOddLengthDoNotOverlapAroundAGap() throws {
    let spring = try slots(everyDay("00:00", "06:00", zone: "America/New_York", slot: 45), on: "2026-03-08")
    // 01:30 lasts until 03:15, so that 03:00 is none.
    #expect(local(spring) == ["00:00", "00:45", "01:30", "03:45", "04:30", "05:15"])
  }

  @Test func workThatEndsInsideAGapEndsWithIt() throws {
    let spring = try slots(everyDay("01:00", "02:30", zone: "America/New_York", slot: 20), on: "2026-03-08")
    #expect(local(spring) == ["01:00", "01:20", "01:40"])
    let long = try slots(everyDay("01:00", "02:30", zone: "America/New_York", slot: 45), on: "2026-03-08")
    #expect(local(long) == ["01:00"])
  }

  @Test func halfHoursOfLordHowe() throws {
    let spring = try slots(everyDay("01:00", "04:00", zone: "Australia/Lord_Howe"), on: "2026-10-04")
    #expect(local(spring) == ["01:00", "01:30", "02:30", "03:00", "03:30"])
    let autumn = try slots(everyDay("01:00", "03:00", zone: "Australia/Lord_Howe"), on: "2026-04-05")
    #expect(local(autumn) == ["01:00", "01:30", "02:00", "02:30"])
    #expect(autumn[2].start.milliseconds - autumn[1].start.milliseconds == 3_600_000)
  }

  @Test func theDayThatSamoaSkippedHasNoSlots() throws {
    let schedule = everyDay("09:00", "18:00", zone: "Pacific/Apia", slot: 60)
    #expect(try slots(schedule, on: "2011-12-30").isEmpty)
    #expect(try slots(schedule, on: "2011-12-29").count == 9)
    #expect(try slots(schedule, on: "2011-12-31").count == 9)
    // Its last day of summer time ended at 04:00.
    let night = everyDay("02:00", "05:00", zone: "Pacific/Apia")
    #expect(local(try slots(night, on: "2021-04-04")) == ["02:00", "02:30", "03:00", "03:30", "04:00", "04:30"])
  }

  @Test func officeHoursAreTheSameOnTheWallAllYear() throws {
    for zone in ["Europe/London", "America/New_York", "America/Vancouver", "Asia/Seoul"] {
      let schedule = everyDay("09:00", "17:00", zone: zone, slot: 60)
      for date in ["2026-03-07", "2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01", "2026-12-01"] {
        let wall = local(try slots(schedule, on: date))
        #expect(wall.first == "09:00" && wall.last == "16:00" && wall.count == 8, "\(zone) \(date)")
      }
    }
  }

  @Test func aNewDatabaseMovesTheSlotsOfVancouver() throws {
    let schedule = everyDay("09:00", "10:00", zone: "America/Vancouver", slot: 60)
    let old = try slots(schedule, on: "2026-12-01", zone: "America/Vancouver@2025b")
    let new = try slots(schedule, on: "2026-12-01")
    #expect(old.map(\.local) == new.map(\.local))
    #expect(old[0].start.milliseconds - new[0].start.milliseconds == 3_600_000)
  }
}
