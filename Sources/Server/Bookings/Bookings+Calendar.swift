import Booking
import BookingContract
import Contract
import Domain
import Storage
import Wire

/// Reservations in people's own calendars.
extension Bookings {
  static let product = "-//Maru//EyeMon//KO"
  private static let feedLimit = 500
  private static let feedMilliseconds: Int64 = 366 * 24 * 3_600_000

  /// Names the calendar with the caller's reservations.
  public func calendarToken(of person: RowID<Person>) async throws -> String {
    try await store.read { [calendars] tables in
      calendars.token(CalendarMint.Claims(person: person, link: try tables.calendarLinks.number(of: person)))
    }
  }

  /// The same under a new name. All that the person was given before, also for single reservations, open nothing more.
  public func renewCalendarToken(of person: RowID<Person>) async throws -> String {
    let now = clock()
    return try await store.write { [calendars] tables in
      calendars.token(CalendarMint.Claims(person: person, link: try tables.calendarLinks.renew(of: person, at: now)))
    }
  }

  /// Names a calendar file with one reservation.
  /// - Throws: 404 for anybody but its patient and its doctor, and where it has no time.
  public func calendarToken(
    of id: ID<BookingContract.Reservation>, for caller: RowID<Person>
  ) async throws -> String {
    try await store.read { [self] tables in
      let row = try self.reservation(id, tables) { $0.patient == caller || $0.doctor == caller }
      guard row.startsAt != nil else { throw APIError.reservationNotFound }
      let link = try tables.calendarLinks.number(of: caller)
      return calendars.token(CalendarMint.Claims(person: caller, link: link, reservation: row.id))
    }
  }

  /// The calendar behind a token.
  /// - Throws: 404 for what was not made here or was renewed since, and for a person who is gone.
  public func calendar(_ token: String, _ language: CalendarLanguage) async throws -> CalendarFile {
    guard let claims = calendars.read(token) else { throw APIError.notFound }
    let (now, person) = (clock(), claims.person)
    return try await store.read { [self] tables in
      guard try tables.people.find(person) != nil, try tables.calendarLinks.number(of: person) == claims.link else {
        throw APIError.notFound
      }
      if let number = claims.reservation {
        guard let row = try tables.reservations.find(number), row.patient == person || row.doctor == person,
          let event = try event(row, for: person, language, tables)
        else { throw APIError.notFound }
        return .single(event, product: Self.product)
      }
      let rows = try tables.reservations.inCalendar(
        of: person, since: now.adding(milliseconds: -Self.feedMilliseconds), limit: Self.feedLimit)
      return CalendarFile(
        product: Self.product, name: "EyeMon", refreshHours: 1,
        events: try rows.compactMap { try event($0, for: person, language, tables) })
    }
  }

  private func event(
    _ row: ReservationRow, for person: RowID<Person>, _ language: CalendarLanguage, _ tables: Tables
  ) throws -> CalendarEvent? {
    guard let start = row.startsAt, let end = row.endsAt else { return nil }
    let status: CalendarEvent.Status
    switch ReservationState(rawValue: row.state) {
    case .confirmed, .done, .noShow: status = .confirmed
    case .held, .requested: status = .tentative
    case .cancelled, .declined, .expired, nil: status = .cancelled
    }
    let clinic = try row.clinic.flatMap { try tables.clinics.find($0) }
    let doctor = try tables.people.known(row.doctor)?.nick ?? ""
    let other = row.doctor == person ? row.personName : doctor
    return CalendarEvent(
      uid: "reservation-\(identifiers.id(row.id).text)@maru", sequence: row.version, stamp: row.updatedAt,
      start: start, end: end, status: status, summary: language.summary(other, isDoctor: row.doctor == person),
      place: [clinic?.name, clinic?.address].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", "),
      // A cancellation needs one (RFC 5546, section 3.2.5). Nobody reads mail there.
      organizer: CalendarEvent.Organizer(name: clinic?.name ?? doctor, address: "noreply@maru.invalid"),
      alarms: status == .confirmed ? [60] : [])
  }
}

/// In which language a calendar speaks.
public enum CalendarLanguage: String, CaseIterable, Sendable {
  case ko, en, ja

  fileprivate func summary(_ other: String, isDoctor: Bool) -> String {
    switch (self, isDoctor) {
    case (.ko, false): "\(other) 선생님 진료"
    case (.en, false): "Consultation with Dr. \(other)"
    case (.ja, false): "\(other)先生の診察"
    case (.ko, true): "\(other) 님 진료"
    case (.en, true): "Consultation: \(other)"
    case (.ja, true): "\(other)様の診察"
    }
  }
}
