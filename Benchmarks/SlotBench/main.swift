import Booking
import Foundation
import Wire

// Free slots of 100 doctors over 60 days: on weekdays from 9 to 18 with a pause for lunch, a third of their time taken,
// in zones whose clocks change inside the time that is looked at.

let zones = ["Asia/Seoul", "America/Vancouver", "America/New_York", "Europe/London", "Australia/Lord_Howe"]
let limit = 20.0
let now = Timestamp(milliseconds: 1_791_000_000_000)

func zone(_ name: String) -> TimeZoneRules {
  guard let data = try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo").appending(path: name)),
    let rules = try? TimeZoneRules(tzif: Array(data))
  else { fatalError("there is no time zone \(name); install the package tzdata") }
  return rules
}

func span(_ from: String, _ to: String) -> DaySpan {
  DaySpan(from: TimeOfDay(from) ?? .midnight, to: TimeOfDay(to) ?? .midnight)
}

struct Doctor {
  let schedule: DoctorSchedule
  let zone: TimeZoneRules
  let busy: [Int64]
}

let rules = zones.map(zone)
let doctors = (0..<100).map { number in
  let hours = Weekday.allCases.prefix(5).flatMap { weekday in
    [span("09:00", "12:30"), span("13:30", "18:00")].map { WeekRule(weekday: weekday, span: $0) }
  }
  let rules = rules[number % zones.count]
  let today = rules.date(at: now)
  var schedule = DoctorSchedule(zone: zones[number % zones.count], slotMinutes: 15, rules: WeekRules(hours))
  schedule.exceptions = [3, 17, 40].map { RuleException(date: today.adding(days: $0), kind: .closed) }
  let first = now.milliseconds / 300_000
  let busy = (0..<(60 * 288)).filter { ($0 / 3 + number) % 3 == 0 && $0 % 288 < 108 }.map { first + Int64($0) }
  return Doctor(schedule: schedule, zone: rules, busy: busy)
}

var milliseconds: [Double] = []
var free = 0
for _ in 0..<25 {
  let clock = ContinuousClock()
  let begin = clock.now
  free = 0
  for doctor in doctors {
    let finder = SlotFinder(schedule: doctor.schedule, zone: doctor.zone)
    let slots = finder.slots(
      from: doctor.zone.date(at: now), days: 60, busy: BusyCells(doctor.busy), now: now)
    free += slots.count(where: \.isFree)
  }
  milliseconds.append((clock.now - begin) / .milliseconds(1))
}
milliseconds.sort()
let median = milliseconds[milliseconds.count / 2]
print(
  "Free slots of 100 doctors over 60 days: \(free) slots, median \(String(format: "%.1f", median)) ms, "
    + "best \(String(format: "%.1f", milliseconds[0])) ms (limit \(Int(limit)) ms)")
if median >= limit { exit(1) }
