import Foundation
import Testing
import Wire

@testable import Booking

/// Zones and tables that `Fixtures/make_time_tables.py` made.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static func zone(_ name: String) throws -> TimeZoneRules {
    try TimeZoneRules(tzif: bytes(name.replacing("/", with: "-") + ".tzif"))
  }

  static func lines(_ kind: String) throws -> [[String]] {
    String(decoding: try bytes("time-tables.txt"), as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }.filter { $0[0] == kind }
  }
}

func second(_ value: Int64) -> Timestamp { Timestamp(milliseconds: value * 1000) }

func instant(_ text: String) -> Timestamp { Timestamp(iso8601: text) ?? Timestamp(milliseconds: .min) }

func day(_ text: String) -> CalendarDate { CalendarDate(text: text) ?? CalendarDate(daysSinceEpoch: 0) }

func span(_ from: String, _ to: String) -> DaySpan {
  DaySpan(from: TimeOfDay(from) ?? .midnight, to: TimeOfDay(to) ?? .midnight)
}

/// A doctor who works at these times every day.
func everyDay(_ from: String, _ to: String, zone: String = "Asia/Seoul", slot: Int = 30) -> DoctorSchedule {
  let rules = Weekday.allCases.map { WeekRule(weekday: $0, span: span(from, to)) }
  return DoctorSchedule(
    zone: zone, slotMinutes: slot, leadMinutes: 0, horizonDays: 365, policy: .standard, rules: WeekRules(rules))
}
