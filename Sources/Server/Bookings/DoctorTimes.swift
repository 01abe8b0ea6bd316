import Booking
import Storage
import Wire

/// One doctor's times, inside a transaction.
struct DoctorTimes {
  let tables: Tables
  let doctor: BookableDoctor
  let finder: SlotFinder
  let now: Timestamp

  /// nil where the zone is unknown: then nothing can be reserved.
  init?(_ doctor: BookableDoctor, _ zones: TimeZones, _ tables: Tables, at now: Timestamp) {
    guard let zone = zones.rules(of: doctor.schedule.zone) else { return nil }
    self.tables = tables
    self.doctor = doctor
    self.now = now
    finder = SlotFinder(schedule: doctor.schedule.booking, zone: zone)
  }

  func slots(from date: CalendarDate, days: Int) throws -> [Booking.Slot] {
    finder.slots(from: date, days: days, busy: try busy(from: date, days: days), now: now)
  }

  /// The slot that begins then, taken or not; nil where the rules make none.
  func slot(at start: Timestamp) throws -> Booking.Slot? {
    finder.slot(start: start, busy: try busy(from: finder.zone.date(at: start), days: 1), now: now)
  }

  func nextFree(_ count: Int) throws -> [Booking.Slot] {
    let days = finder.schedule.horizonDays + 1
    return finder.nextFree(count, busy: try busy(from: finder.zone.date(at: now), days: days), now: now)
  }

  /// What is taken on these days, and around them: no clock is further from UTC than 26 hours.
  private func busy(from date: CalendarDate, days: Int) throws -> BusyCells {
    let from = date.daysSinceEpoch * 1440 - 26 * 60
    let to = (date.daysSinceEpoch + Int64(max(days, 0))) * 1440 + 26 * 60
    return BusyCells(try tables.cells.taken(in: from / 5..<to / 5 + 1, of: doctor.person.id))
  }
}
