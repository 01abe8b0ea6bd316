import Booking
import Domain
import Storage
import Wire

/// What the waiting list does with a time that is nobody's, inside a transaction.
struct WaitingTurn {
  /// How many of those who wait are looked at for one time.
  private static let queueLimit = 200

  let tables: Tables
  let settings: BookingSettings
  let zones: TimeZones
  let now: Timestamp

  /// Keeps a freed time for the first who waits for it; without anybody it is free for all.
  func offer(_ start: Timestamp, _ end: Timestamp, of doctor: RowID<Person>) throws {
    guard let realm = try tables.people.find(doctor)?.realm,
      let bookable = try tables.schedules.doctor(doctor, realm: realm),
      let times = DoctorTimes(bookable, zones, tables, at: now),
      let slot = try times.slot(at: start), slot.end == end, slot.isFree
    else { return }
    let entries = try queue(of: doctor, for: slot)
    guard
      let chosen = settings.waiting.offer(
        slot, to: entries, firstStart: times.finder.schedule.firstStart(at: now), at: now)
    else { return }
    let entry = RowID<WaitingRow>(chosen.entry)
    let id = try tables.waiting.insert(
      WaitingOfferRow(
        entry: entry, doctor: doctor, startsAt: slot.start, endsAt: slot.end, until: chosen.until, createdAt: now))
    guard try tables.cells.take(Cells.covering(slot.start, slot.end), of: doctor, for: .offer(id)) else {
      throw SlotGone(doctor: doctor)
    }
    try tables.waiting.setState(.offered, of: entry)
    try tables.jobs.addDue(id, until: chosen.until)
    try tables.jobs.addNews(of: id, at: now)
  }

  /// Ends an offer that was not taken, and asks the next.
  func end(_ offer: WaitingOfferRow, leaving entry: WaitingRow.State) throws {
    guard try tables.waiting.end(offer.id, as: .over) else { return }
    try tables.cells.release(.offer(offer.id))
    try tables.waiting.setState(entry, of: offer.entry)
    if now < offer.startsAt { try self.offer(offer.startsAt, offer.endsAt, of: offer.doctor) }
  }

  private func queue(of doctor: RowID<Person>, for slot: Booking.Slot) throws -> [WaitingEntry] {
    try tables.waiting.queue(of: doctor, on: slot.local.date.text, limit: Self.queueLimit).compactMap { row in
      guard let from = CalendarDate(text: row.from), let to = CalendarDate(text: row.to) else { return nil }
      let passed = try tables.waiting.wasOffered(slot.start, to: row.id) ? [slot.start] : []
      return WaitingEntry(id: row.id.value, from: from, to: to, since: row.createdAt, passed: passed)
    }
  }
}
