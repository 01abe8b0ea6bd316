import Seeded
import Testing
import Wire

@testable import Booking

/// What must be true of slots whatever the rules are.
@Suite struct SlotPropertyTests {
  static let zones = [
    "America/New_York", "America/Vancouver", "America/Vancouver@2025b", "Europe/London", "Asia/Seoul", "Pacific/Apia",
    "Australia/Lord_Howe",
  ]

  static func span(_ random: inout SeededRandom) -> DaySpan {
    let ends = [random.below(289), random.below(289)].sorted().map { TimeOfDay(minutes: $0 * 5) ?? .midnight }
    return DaySpan(from: ends[0], to: ends[1])
  }

  static func schedule(_ random: inout SeededRandom, around date: CalendarDate) -> DoctorSchedule {
    var schedule = DoctorSchedule(zone: zones[random.below(zones.count)])
    schedule.slotMinutes = 5 * (1 + random.below(24))
    schedule.leadMinutes = random.below(3000)
    schedule.horizonDays = 1 + random.below(10)
    schedule.needsApproval = random.chance(30)
    schedule.rules = WeekRules(
      (0..<random.below(12)).map { _ in
        WeekRule(weekday: Weekday(rawValue: random.below(7)) ?? .monday, span: span(&random))
      })
    schedule.exceptions = (0..<random.below(8)).map { _ in
      let kind = RuleException.Kind.allCases[random.below(3)]
      let date = date.adding(days: random.below(10) - 3)
      return RuleException(date: date, kind: kind, span: kind == .closed && random.chance(60) ? nil : span(&random))
    }
    return schedule
  }

  @Test func slotsAreInsideTheRulesInEveryWeek() throws {
    for seed in UInt64(0)..<400 {
      var random = SeededRandom(seed: seed)
      // Around the days on which clocks change, more often than not.
      let days = ["2011-12-29", "2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"]
      let around = day(days[random.below(days.count)]).adding(days: random.below(5) - 2)
      let schedule = Self.schedule(&random, around: around)
      let zone = try Fixtures.zone(schedule.zone)
      let busy = (0..<random.below(60)).map { _ in
        around.daysSinceEpoch * 288 + Int64(random.below(288 * 6)) - 500
      }
      let now = second(around.daysSinceEpoch * 86_400 + Int64(random.below(86_400)) - 43_200)
      let finder = SlotFinder(schedule: schedule, zone: zone)
      let slots = finder.slots(from: around.adding(days: -2), days: 8, busy: BusyCells(busy), now: now)
      for slot in slots { Self.check(slot, schedule, zone, Set(busy), now, "seed \(seed)") }
      for (a, b) in zip(slots, slots.dropFirst()) {
        #expect(a.end <= b.start, "seed \(seed)")
        #expect(a.local < b.local, "seed \(seed)")
      }
      if let slot = slots.randomElement(using: &random) {
        #expect(finder.slot(start: slot.start, busy: BusyCells(busy), now: now) == slot, "seed \(seed)")
      }
    }
  }

  static func check(
    _ slot: Slot, _ schedule: DoctorSchedule, _ zone: TimeZoneRules, _ busy: Set<Int64>, _ now: Timestamp,
    _ comment: Comment
  ) {
    let length = Int64(schedule.slotMinutes) * 60_000
    #expect(slot.end.milliseconds - slot.start.milliseconds == length, comment)
    #expect(zone.wall(at: slot.start) == slot.local, comment)
    #expect(zone.type(at: slot.start).offset == Int64(slot.offsetMinutes) * 60, comment)
    #expect(slot.start >= schedule.firstStart(at: now), comment)
    let today = zone.date(at: now)
    #expect(slot.local.date <= today.adding(days: schedule.horizonDays) && slot.local.date >= today, comment)
    let last = zone.wall(at: slot.end.adding(milliseconds: -1))
    #expect(
      schedule.spans(on: slot.local.date).contains { span in
        span.from <= slot.local.time && slot.local.time < span.to
          && (last.date > slot.local.date || last.time < span.to)
      }, comment)
    #expect(slot.isFree == Cells.covering(slot.start, slot.end).allSatisfy { !busy.contains($0) }, comment)
  }

  /// Every start that the rules allow is found: counted minute by minute, without the finder's arithmetic.
  @Test func noSlotOfAnOrdinaryDayIsMissed() throws {
    for seed in UInt64(0)..<100 {
      var random = SeededRandom(seed: seed)
      let date = day("2026-07-01").adding(days: random.below(28))
      var schedule = Self.schedule(&random, around: date)
      schedule.leadMinutes = 0
      let zone = try Fixtures.zone(schedule.zone)
      var wanted: [Int] = []
      for span in schedule.spans(on: date) {
        for minute in span.from.minutes..<span.to.minutes
        where (minute - span.from.minutes) % schedule.slotMinutes == 0
          && minute + schedule.slotMinutes <= span.to.minutes
        { wanted.append(minute) }
      }
      let now = second(date.daysSinceEpoch * 86_400 - 86_400 - 43_200)
      schedule.horizonDays = 5
      let slots = SlotFinder(schedule: schedule, zone: zone).slots(from: date, days: 1, busy: BusyCells(), now: now)
      #expect(slots.map(\.local.time.minutes) == wanted, "seed \(seed)")
    }
  }

  @Test func spansOfADayNeverTouchEachOther() {
    for seed in UInt64(0)..<300 {
      var random = SeededRandom(seed: seed)
      let schedule = Self.schedule(&random, around: day("2026-07-01"))
      for offset in -3..<7 {
        let spans = schedule.spans(on: day("2026-07-01").adding(days: offset))
        #expect(spans.allSatisfy { $0.from < $0.to })
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.to < $1.from })
      }
    }
  }
}
