import Booking
import BookingContract
import Contract
import Domain
import Storage
import Wire

/// What a doctor sees and does with reservations.
extension Bookings {
  private static let noteCharacters = 4_000
  private static let listLimit = 1_000
  private static let longestDays: Int64 = 100

  /// Of some days on the doctor's calendar, and those without a time.
  /// - Throws: 400 for too many days, 445 for whoever is no doctor.
  public func reservations(
    on days: DayRange, of doctor: RowID<Person>
  ) async throws -> DoctorDays {
    guard days.to.daysSinceEpoch - days.from.daysSinceEpoch < Self.longestDays else { throw APIError.badRequest }
    let now = clock()
    return try await store.read { [self] tables in
      let schedule = try ownSchedule(of: doctor, tables)
      let zone = zones.rules(of: schedule.zone) ?? .utc
      let rows = try tables.reservations.list(
        of: doctor, from: zone.midnight(days.from), to: zone.midnight(days.to.adding(days: 1)), limit: Self.listLimit)
      let views = self.views(tables, at: now)
      return DoctorDays(
        try rows.map { try views.view($0, for: .doctor) }, offset: Int(clamping: zone.type(at: now).offset / 60))
    }
  }

  /// Says yes. - Throws: 404, 409 `reservation_changed` where somebody was quicker.
  public func approve(
    _ id: ID<BookingContract.Reservation>, key: String = "", by doctor: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    try await decide(id, .approved, key: key, by: doctor)
  }

  /// All is refunded. - Throws: 400, 404, 409 `reservation_changed`.
  public func decline(
    _ id: ID<BookingContract.Reservation>, reason: String, key: String = "", by doctor: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    try await decide(id, .declined, key: key, by: doctor, reason: reason)
  }

  /// All is refunded. - Throws: 400, 404, 409 `reservation_changed`.
  public func cancelAsDoctor(
    _ id: ID<BookingContract.Reservation>, reason: String, key: String = "", by doctor: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    try await decide(id, .cancelled(by: .doctor), key: key, by: doctor, reason: reason)
  }

  /// - Throws: 404, 409 `reservation_changed`, also before it has begun.
  public func markNoShow(
    _ id: ID<BookingContract.Reservation>, key: String = "", by doctor: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    try await decide(id, .missed, key: key, by: doctor)
  }

  /// - Throws: 404, 409 `reservation_changed`, also before it has begun.
  public func markDone(
    _ id: ID<BookingContract.Reservation>, key: String = "", by doctor: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    try await decide(id, .finished, key: key, by: doctor)
  }

  private func decide(
    _ id: ID<BookingContract.Reservation>, _ event: ReservationMachine.Event, key: String, by doctor: RowID<Person>,
    reason: String = ""
  ) async throws -> BookingContract.Reservation {
    let reason = try Self.checked(reason: reason)
    let attempt = RepeatableTry(key: key, person: doctor, scope: "decide", asked: [id.text, "\(event)", reason])
    return try await changeOnce(attempt, for: .doctor) { [self] tables, now in
      try checkDoctor(doctor, tables)
      let row = try self.reservation(id, tables) { $0.doctor == doctor }
      var turn = self.turn(tables, at: now)
      turn.reason = reason
      return try turn.receive(event, row)
    }
  }

  /// What the patient reads of the visit. Only of one that was confirmed.
  /// - Throws: 400 for a text that is too long, 404, 409 `reservation_changed`.
  public func writeNote(
    _ text: String, on id: ID<BookingContract.Reservation>, by doctor: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    guard text.count <= Self.noteCharacters, text.utf8.count <= Self.noteCharacters * 8, !text.utf8.contains(0) else {
      throw APIError.badRequest
    }
    return try await change { [self] tables, now in
      try checkDoctor(doctor, tables)
      var row = try self.reservation(id, tables) { $0.doctor == doctor }
      guard row.confirmedAt != nil else { throw APIError.reservationChanged }
      try tables.reservations.setNote(text, of: row.id, at: now)
      row.note = text
      return try views(tables, at: now).view(row, for: .doctor)
    }
  }

  /// Gives a reservation its time, or moves it.
  /// - Throws: 400 for a time between cells, 404, 409 `reservation_changed`; `SlotGone`.
  public func giveTime(
    _ start: Timestamp, to id: ID<BookingContract.Reservation>, by doctor: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    try await change { [self] tables, now in
      try checkDoctor(doctor, tables)
      let row = try self.reservation(id, tables) { $0.doctor == doctor }
      let moved = try move(row, to: start, by: .doctor, tables, at: now)
      return try views(tables, at: now).view(moved, for: .doctor)
    }
  }

  func checkDoctor(_ person: RowID<Person>, _ tables: Tables) throws {
    guard try tables.people.find(person)?.role == .doctor else { throw APIError.notTheDoctor }
    guard try tables.doctors.isApproved(person) else { throw APIError.notApproved }
  }

  /// A doctor's rules; the usual ones where there are none yet.
  func ownSchedule(of doctor: RowID<Person>, _ tables: Tables) throws -> ScheduleRow {
    try checkDoctor(doctor, tables)
    return try tables.schedules.find(doctor) ?? ScheduleRow(doctor: doctor)
  }
}

extension TimeZoneRules {
  /// When a day begins; where clocks skip midnight, when they do.
  func midnight(_ date: CalendarDate) -> Timestamp {
    switch meaning(of: WallTime(date: date, time: .midnight)) {
    case .once(let instant), .gap(let instant), .fold(let instant, _): instant
    }
  }
}
