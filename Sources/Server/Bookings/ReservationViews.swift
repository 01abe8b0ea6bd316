import Booking
import BookingContract
import Domain
import Storage
import Wire

/// Puts rows together into what one person sees.
struct ReservationViews {
  enum Viewer { case patient, doctor }

  let tables: Tables
  let identifiers: Identifiers
  let zones: TimeZones
  let now: Timestamp
  let orderState: (RowID<ReservationRow>) throws -> OrderState?

  func view(_ row: ReservationRow, for viewer: Viewer) throws -> BookingContract.Reservation {
    guard let state = BookingContract.Reservation.State(rawValue: row.state) else {
      throw StrangeRow(text: "the state \(row.state) of a reservation")
    }
    var view = BookingContract.Reservation(
      id: identifiers.id(row.id, of: BookingContract.Reservation.self), state: state, start: row.startsAt,
      end: row.endsAt, localStart: local(row), zone: row.zone, createdAt: row.createdAt, doctor: try doctor(of: row),
      personName: row.personName, fee: row.fee, currency: row.currency, policy: Policy(row.policy),
      version: row.version)
    view.holdUntil = state == .held ? row.dueAt : nil
    view.approveUntil = state == .requested ? row.dueAt : nil
    view.personBirthDate = row.personBirthDate.flatMap { CalendarDate(wire: $0) }
    view.needsApproval = row.needsApproval
    view.symptoms = row.symptoms
    view.order = try orderState(row.id)
    view.note = row.note.isEmpty ? nil : row.note
    view.cancelledBy = row.cancelledBy.flatMap { ReservationSide(rawValue: $0) }.map { side in
      switch side {
      case .patient: .patient
      case .doctor: .doctor
      case .service: .server
      }
    }
    view.cancelReason = row.cancelReason.isEmpty ? nil : row.cancelReason
    view.isTimeByDoctor = row.isTimeByDoctor
    view.roomID = row.room.map { identifiers.id($0) }
    view.consult = BookingContract.Reservation.Consult(
      opensAt: row.opensAt, closesAt: row.closesAt, isOpen: isOpen(row))
    if viewer == .doctor { view.patient = try tables.people.known(row.patient).map(identifiers.person) }
    return view
  }

  private func isOpen(_ row: ReservationRow) -> Bool {
    guard let opensAt = row.opensAt, opensAt <= now else { return false }
    return row.closesAt.map { now < $0 } ?? true
  }

  private func local(_ row: ReservationRow) -> LocalTime? {
    guard let start = row.startsAt, let wall = zones.rules(of: row.zone)?.wall(at: start) else { return nil }
    return ClockTime(minutes: wall.time.minutes).map { LocalTime(date: wall.date, clock: $0) }
  }

  /// The doctor of a reservation, with its fee: also one who is not to be found any more.
  private func doctor(of row: ReservationRow) throws -> DoctorSummary {
    let person = try tables.people.known(row.doctor)
    let found = try tables.schedules.doctor(row.doctor, realm: row.realm)
    let clinic = try row.clinic.flatMap { try tables.clinics.find($0) }
    return DoctorSummary(
      id: identifiers.id(row.doctor), nick: person?.nick ?? "", profileImage: person?.profileImage,
      clinicID: clinicID(row.clinic), clinicName: clinic?.name ?? found?.clinicName ?? "",
      specialty: found?.specialty ?? "", fee: row.fee, currency: row.currency,
      languages: found?.schedule.languages ?? [])
  }

  func summary(_ doctor: BookableDoctor) -> DoctorSummary {
    DoctorSummary(
      id: identifiers.id(doctor.person.id), nick: doctor.person.nick, profileImage: doctor.person.profileImage,
      clinicID: clinicID(doctor.schedule.clinic), clinicName: doctor.clinicName, specialty: doctor.specialty,
      fee: doctor.schedule.fee, currency: doctor.schedule.currency, languages: doctor.schedule.languages)
  }

  private func clinicID(_ row: RowID<ClinicRow>?) -> ID<Clinic> {
    row.map { identifiers.id($0, of: Clinic.self) } ?? ID("")
  }

  /// With its doctors and when each of them is free next.
  func clinic(_ row: ClinicRow) throws -> Clinic {
    let doctors = try tables.schedules.doctors(of: row.id).map { doctor in
      var summary = summary(doctor)
      summary.nextFree = try DoctorTimes(doctor, zones, tables, at: now)?.nextFree(1).first?.start
      return summary
    }
    var clinic = try clinic(named: row.name)
    clinic.id = identifiers.id(row.id, of: Clinic.self)
    clinic.address = row.address
    clinic.phone = row.phone
    clinic.place = GeoPlace(longitude: row.longitude, latitude: row.latitude) ?? clinic.place
    clinic.hours = row.hours.compactMap { hours in
      guard let from = ClockTime(minutes: Int(clamping: hours.from)),
        let to = ClockTime(minutes: Int(clamping: hours.to))
      else { return nil }
      return ClinicHours(weekday: Int(clamping: hours.weekday), from: from, to: to)
    }
    clinic.pictures = row.pictures
    clinic.specialties = row.specialties
    clinic.doctors = doctors
    return clinic
  }

  /// Of a doctor whom the operator has put into none.
  func clinic(named name: String) throws -> Clinic {
    guard let place = GeoPlace(longitude: 0, latitude: 0) else { throw StrangeRow(text: "no place on the earth") }
    return Clinic(id: ID(""), name: name, address: "", phone: "", place: place)
  }
}

/// A row that this version of the server cannot show.
struct StrangeRow: Error {
  var text: String
}
