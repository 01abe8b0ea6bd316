import Booking
import BookingContract
import Contract
import Domain
import Storage
import Wire

extension Bookings {
  private static let symptomCharacters = 2_000

  /// Keeps a time for a patient until it is paid. A patient who holds it already changes for whom it is.
  /// - Returns: the reservation.
  /// - Throws: 400 for texts that are too long, 404 for an unknown doctor, 429 for too many holds; `SlotGone` where the
  ///   time is another's, or no time that can be had.
  public func reserve(
    _ form: ReservationForm, key: String = "", by patient: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    try Self.check(form)
    let attempt = RepeatableTry(
      key: key, person: patient, scope: "reserve",
      asked: [
        form.doctorID.text, form.start.iso8601, form.personName, form.personBirthDate?.wireText ?? "", form.symptoms,
        form.offerID ?? "",
      ])
    return try await changeOnce(attempt) { [self] tables, now in
      guard let own = try tables.people.find(patient) else { throw APIError.personGone }
      guard own.role == .patient else { throw APIError.onlyPatients }
      let doctor = try self.doctor(form.doctorID, realm: own.realm, tables)
      try endDue(of: doctor.person.id, tables, at: now)
      return try hold(form, own, doctor, tables, at: now)
    }
  }

  private func hold(
    _ form: ReservationForm, _ patient: PersonRow, _ doctor: BookableDoctor, _ tables: Tables, at now: Timestamp
  ) throws -> ReservationRow {
    let gone = SlotGone(doctor: doctor.person.id)
    if let row = try tables.reservations.held(by: patient.id, of: doctor.person.id, at: form.start) {
      return try tables.reservations.setPerson(form.person, of: row, at: now)
    }
    try checkHolds(of: patient.id, tables, at: now)
    if let offer = form.offerID { try take(offer, form.start, by: patient.id, tables) }
    guard let times = DoctorTimes(doctor, zones, tables, at: now), let slot = try times.slot(at: form.start),
      slot.isFree
    else { throw gone }
    var new = ReservationRow(
      realm: patient.realm, doctor: doctor.person.id, patient: patient.id, clinic: doctor.schedule.clinic,
      state: ReservationState.held.rawValue, startsAt: slot.start, endsAt: slot.end, dueAt: nil,
      personName: form.personName, personBirthDate: form.personBirthDate?.wireText, symptoms: form.symptoms,
      schedule: doctor.schedule, at: now)
    new.zone = doctor.schedule.zone
    do {
      return try turn(tables, at: now).hold(new, ReservationTerms(times.finder.schedule))
    } catch is ReservationMachine.Refusal { throw gone }
  }

  /// - Throws: 429 for too many holds.
  func checkHolds(of patient: RowID<Person>, _ tables: Tables, at now: Timestamp) throws {
    guard try tables.reservations.holdCount(of: patient, at: now) < settings.holdsPerPatient else {
      throw APIError.tooManyHolds
    }
  }

  /// An offer becomes the reservation of whoever got it.
  private func take(_ offer: String, _ start: Timestamp, by patient: RowID<Person>, _ tables: Tables) throws {
    guard let id = identifiers.row(ID<WaitingOfferRow>(offer)), let row = try tables.waiting.offer(id),
      row.state == .open, row.startsAt == start, let entry = try tables.waiting.find(row.entry),
      entry.patient == patient, try tables.waiting.end(id, as: .taken)
    else { throw APIError.reservationChanged }
    try tables.cells.release(.offer(id))
    try tables.waiting.setState(.taken, of: entry.id)
  }

  private static func check(_ form: ReservationForm) throws(APIError) {
    guard TreatedPersonRule.isName(form.personName) else { throw .badRequest }
    if let date = form.personBirthDate, !TreatedPersonRule.isBirthDate(date, before: form.start) { throw .badRequest }
    guard form.symptoms.count <= symptomCharacters, form.symptoms.utf8.count <= symptomCharacters * 8 else {
      throw .badRequest
    }
    guard !form.symptoms.utf8.contains(0) else { throw .badRequest }
  }

  /// Ends what a doctor's sweep has not come to yet, so that nobody waits for it.
  func endDue(of doctor: RowID<Person>, _ tables: Tables, at now: Timestamp) throws {
    for row in try tables.reservations.due(of: doctor, at: now, limit: 50) { try end(row, tables, at: now) }
    let waiting = WaitingTurn(tables: tables, settings: settings, zones: zones, now: now)
    for offer in try tables.waiting.dueOffers(of: doctor, at: now, limit: 50) {
      try waiting.end(offer, leaving: .waiting)
    }
  }

  /// What is over by now; nothing where it is not.
  func end(_ row: ReservationRow, _ tables: Tables, at now: Timestamp) throws {
    let event: ReservationMachine.Event
    switch ReservationState(rawValue: row.state) {
    case .held: event = .holdEnded
    case .requested: event = .approvalEnded
    case .confirmed:
      guard let closesAt = row.closesAt, closesAt <= now else { return }
      event = .windowClosed
    default: return
    }
    do { try turn(tables, at: now).receive(event, row) } catch is ReservationMachine.Refusal {}
  }

  /// A doctor's next free times, for whoever came second.
  public func freeSlots(of doctor: RowID<Person>, count: Int = 12) async throws -> [BookingContract.Slot] {
    let now = clock()
    return try await store.read { [self] tables in
      guard let realm = try tables.people.find(doctor)?.realm,
        let found = try tables.schedules.doctor(doctor, realm: realm),
        let times = DoctorTimes(found, zones, tables, at: now)
      else { return [] }
      return try times.nextFree(count).compactMap { BookingContract.Slot($0) }
    }
  }
}

extension ReservationForm {
  fileprivate var person: TreatedPerson {
    TreatedPerson(name: personName, birthDate: personBirthDate?.wireText, symptoms: symptoms)
  }
}
