import Booking
import BookingContract
import Contract
import Domain
import Storage
import Wire

/// The waiting list.
extension Bookings {
  /// Somebody who waits already for this doctor changes the days.
  /// - Throws: 400 for days that are over or too far away, 404 for an unknown doctor, 429 on too many lists.
  public func wait(
    for doctor: ID<Person>, _ days: DayRange, by patient: RowID<Person>
  ) async throws -> Waiting {
    try await change { [self] tables, now in
      guard let own = try tables.people.find(patient) else { throw APIError.personGone }
      guard own.role == .patient else { throw APIError.onlyPatients }
      let found = try self.doctor(doctor, realm: own.realm, tables)
      let today = (zones.rules(of: found.schedule.zone) ?? .utc).date(at: now)
      guard settings.waiting.accepts(from: days.from, to: days.to, today: today) else { throw APIError.badRequest }
      let from = max(days.from, today).wireText
      let open = try tables.waiting.open(of: patient)
      var entry = WaitingRow(
        realm: own.realm, doctor: found.person.id, patient: patient, from: from, to: days.to.wireText,
        createdAt: now)
      if let old = open.first(where: { $0.doctor == found.person.id }) {
        entry = old
        entry.from = from
        entry.to = days.to.wireText
        try tables.waiting.setDays(of: entry)
      } else {
        guard open.count < settings.waitingPerPatient else { throw APIError.tooManyHolds }
        entry.id = try tables.waiting.insert(entry)
      }
      guard let shown = try waiting(entry, tables, at: now) else { throw APIError.personNotFound }
      return shown
    }
  }

  /// The caller's places, with what is offered.
  public func waiting(of patient: RowID<Person>) async throws -> [Waiting] {
    let now = clock()
    return try await store.read { [self] tables in
      try tables.waiting.open(of: patient).compactMap { try waiting($0, tables, at: now) }
    }
  }

  /// Also declines what is offered. - Throws: 404 for a place of somebody else.
  public func leaveWaiting(_ id: ID<Waiting>, by patient: RowID<Person>) async throws {
    try await change { [self] tables, now in
      guard let row = identifiers.row(id, as: WaitingRow.self), let entry = try tables.waiting.find(row),
        entry.patient == patient, entry.state == .waiting || entry.state == .offered
      else { throw APIError.reservationNotFound }
      if let offer = try tables.waiting.offer(of: entry.id) {
        try WaitingTurn(tables: tables, settings: settings, zones: zones, now: now).end(offer, leaving: .gone)
      } else {
        try tables.waiting.setState(.gone, of: entry.id)
      }
    }
  }

  /// nil where the doctor is not to be found any more, and for days that are over.
  private func waiting(_ row: WaitingRow, _ tables: Tables, at now: Timestamp) throws -> Waiting? {
    guard let doctor = try tables.schedules.doctor(row.doctor, realm: row.realm),
      let from = CalendarDate(wire: row.from), let to = CalendarDate(wire: row.to)
    else { return nil }
    let zone = zones.rules(of: doctor.schedule.zone) ?? .utc
    let offer = try tables.waiting.offer(of: row.id).flatMap { $0.until > now ? $0 : nil }
    guard offer != nil || to >= zone.date(at: now) else { return nil }
    var shown = Waiting(
      id: identifiers.id(row.id, of: Waiting.self), doctor: views(tables, at: now).summary(doctor), from: from, to: to,
      state: offer == nil ? .waiting : .offered)
    if let offer {
      let wall = zone.wall(at: offer.startsAt)
      let slot = Booking.Slot(
        start: offer.startsAt, end: offer.endsAt, local: wall,
        offsetMinutes: Int(clamping: zone.type(at: offer.startsAt).offset / 60))
      shown.offer = BookingContract.Slot(slot).map {
        Waiting.Offer(id: identifiers.id(offer.id).text, slot: $0, until: offer.until)
      }
    }
    return shown
  }
}
