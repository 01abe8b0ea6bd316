import Booking
import BookingContract
import Contract
import Domain
import Payment
import Storage
import Wire

/// A doctor's own rules.
extension Bookings {
  /// Of one consultation, in minor units.
  private static let highestFee: Int64 = 1_000_000_000

  /// - Throws: 445 for whoever is no doctor.
  public func schedule(of doctor: RowID<Person>) async throws -> ScheduleForm {
    try await store.read { [self] tables in
      let row = try ownSchedule(of: doctor, tables)
      return form(row, specialty: try tables.doctors.find(doctor)?.specialty ?? "")
    }
  }

  /// Replaces the rules. Reservations that are there stay as they are.
  /// - Throws: 400 for rules that cannot be, 409 `reservation_changed` where they were not made from the newest, 445.
  public func setSchedule(_ form: ScheduleForm, of doctor: RowID<Person>) async throws -> ScheduleForm {
    let row = try row(form, of: doctor)
    return try await change { [self] tables, now in
      try checkDoctor(doctor, tables)
      guard let version = try tables.schedules.put(row, at: now) else { throw APIError.reservationChanged }
      try tables.doctors.setSpecialty(form.specialty, of: doctor)
      var stored = form
      stored.version = version
      stored.clinicID = clinicID(try tables.schedules.find(doctor)?.clinic)
      return stored
    }
  }

  private func row(_ form: ScheduleForm, of doctor: RowID<Person>) throws(APIError) -> ScheduleRow {
    var row = ScheduleRow(doctor: doctor)
    row.zone = form.zone
    row.slotMinutes = Int64(form.slotMinutes)
    row.leadMinutes = Int64(form.leadMinutes)
    row.horizonDays = Int64(form.horizonDays)
    row.needsApproval = form.needsApproval
    row.approvalHours = Int64(form.approvalHours)
    row.fee = form.fee
    row.currency = form.currency
    row.languages = form.languages
    row.introduction = form.introduction
    row.answerTime = form.answerTime
    row.policy = PolicyRow(
      freeHours: Int64(form.policy.freeHours), partHours: Int64(form.policy.partHours),
      partPercent: Int64(form.policy.partPercent))
    row.rules = form.rules.map {
      ScheduleRow.Rule(weekday: Int64($0.weekday), from: Int64($0.from.minutes), to: Int64($0.to.minutes))
    }
    row.exceptions = form.exceptions.map {
      ScheduleRow.Exception(
        date: $0.date.wireText, kind: $0.kind.rawValue, from: $0.from.map { Int64($0.minutes) },
        to: $0.to.map { Int64($0.minutes) }, note: $0.note)
    }
    row.version = form.version
    try check(row, form)
    return row
  }

  private func check(_ row: ScheduleRow, _ form: ScheduleForm) throws(APIError) {
    let booking = row.booking
    // What the finder could not read would be lost without a word.
    guard booking.rules.rules.count == row.rules.count, booking.exceptions.count == row.exceptions.count,
      zones.rules(of: row.zone) != nil, (0...Self.highestFee).contains(row.fee),
      Currency(row.currency)?.code == row.currency,
      row.version >= 0
    else { throw .badRequest }
    do { try booking.check() } catch { throw .badRequest }
    let texts = [(form.introduction, 2_000), (form.specialty, 60), (form.answerTime, 200)]
    for (text, limit) in texts {
      guard text.count <= limit, text.utf8.count <= limit * 8, !text.utf8.contains(0) else { throw .badRequest }
    }
    guard form.languages.count <= 20, form.languages.allSatisfy({ Self.isLanguage($0) }) else { throw .badRequest }
  }

  /// A tag of BCP 47, such as `ko` or `zh-Hant`.
  private static func isLanguage(_ tag: String) -> Bool {
    (2...35).contains(tag.utf8.count)
      && tag.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
      }
  }

  private func clinicID(_ row: RowID<ClinicRow>?) -> ID<Clinic>? { row.map { identifiers.id($0, of: Clinic.self) } }

  private func form(_ row: ScheduleRow, specialty: String) -> ScheduleForm {
    var form = ScheduleForm(
      zone: row.zone, slotMinutes: Int(clamping: row.slotMinutes), leadMinutes: Int(clamping: row.leadMinutes),
      horizonDays: Int(clamping: row.horizonDays), needsApproval: row.needsApproval,
      approvalHours: Int(clamping: row.approvalHours), fee: row.fee, currency: row.currency, policy: Policy(row.policy),
      rules: row.rules.compactMap { rule in
        guard let from = ClockTime(minutes: Int(clamping: rule.from)),
          let to = ClockTime(minutes: Int(clamping: rule.to))
        else { return nil }
        return ClinicHours(weekday: Int(clamping: rule.weekday), from: from, to: to)
      },
      exceptions: row.exceptions.compactMap { exception in
        guard let date = CalendarDate(wire: exception.date), let kind = ScheduleException.Kind(rawValue: exception.kind)
        else { return nil }
        return ScheduleException(
          date: date, kind: kind, from: exception.from.flatMap { ClockTime(minutes: Int(clamping: $0)) },
          to: exception.to.flatMap { ClockTime(minutes: Int(clamping: $0)) }, note: exception.note)
      }, version: row.version)
    form.languages = row.languages
    form.introduction = row.introduction
    form.specialty = specialty
    form.answerTime = row.answerTime
    form.clinicID = clinicID(row.clinic)
    return form
  }
}
