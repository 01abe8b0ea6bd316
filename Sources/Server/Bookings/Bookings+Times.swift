import Booking
import BookingContract
import Contract
import Domain
import Storage
import Wire

extension Bookings {
  /// A doctor's times from a day on.
  /// - Throws: 404 for an unknown doctor.
  public func slots(of doctor: ID<Person>, _ query: SlotQuery, realm: Realm) async throws -> SlotTable {
    let now = clock()
    return try await store.read { [self] tables in
      let found = try self.doctor(doctor, realm: realm, tables)
      let times = DoctorTimes(found, zones, tables, at: now)
      var byDay: [CalendarDate: [BookingContract.Slot]] = [:]
      for slot in try times?.slots(from: query.from, days: query.days) ?? [] {
        if let shown = BookingContract.Slot(slot) { byDay[slot.local.date, default: []].append(shown) }
      }
      let days = (0..<query.days).map { query.from.adding(days: $0) }
      return SlotTable(
        zone: found.schedule.zone, tzVersion: zones.version, slotMinutes: Int(clamping: found.schedule.slotMinutes),
        today: zones.rules(of: found.schedule.zone)?.date(at: now),
        days: days.map { SlotDay(date: $0, slots: byDay[$0] ?? []) })
    }
  }

  /// All that a patient reads before reserving.
  /// - Throws: 404 for an unknown doctor.
  public func page(of doctor: ID<Person>, realm: Realm) async throws -> DoctorPage {
    let now = clock()
    return try await store.read { [self] tables in
      let found = try self.doctor(doctor, realm: realm, tables)
      let next = try DoctorTimes(found, zones, tables, at: now)?.nextFree(3) ?? []
      let views = self.views(tables, at: now)
      let row = try found.schedule.clinic.flatMap { try tables.clinics.find($0) }
      let schedule = found.schedule
      var summary = views.summary(found)
      summary.nextFree = next.first?.start
      let introduction = schedule.introduction.isEmpty ? found.person.introduction : schedule.introduction
      return DoctorPage(
        doctor: summary, introduction: introduction,
        clinic: try row.map { try views.clinic($0) } ?? (try views.clinic(named: found.clinicName)),
        policy: Policy(schedule.policy), slotMinutes: Int(clamping: schedule.slotMinutes),
        needsApproval: schedule.needsApproval, zone: schedule.zone, answerTime: schedule.answerTime,
        nextSlots: next.compactMap { BookingContract.Slot($0) })
    }
  }
}

extension BookingContract.Slot {
  /// nil where its wall time cannot be written, which no clock shows.
  init?(_ slot: Booking.Slot) {
    guard let clock = ClockTime(minutes: slot.local.time.minutes) else { return nil }
    self.init(
      start: slot.start, end: slot.end, local: LocalTime(date: slot.local.date, clock: clock),
      offset: slot.offsetMinutes, isFree: slot.isFree)
  }
}

extension Policy {
  init(_ row: PolicyRow) {
    self.init(
      freeHours: Int(clamping: row.freeHours), partHours: Int(clamping: row.partHours),
      partPercent: Int(clamping: row.partPercent))
  }
}
