import Domain
import SQL
import Wire

/// A reservation as stored. `state`, and who cancelled, are names of the booking rules, which this module does not
/// know.
public struct ReservationRow: Equatable, Sendable {
  public var id = RowID<ReservationRow>(0)
  public var realm: Realm
  public var doctor: RowID<Person>
  public var patient: RowID<Person>
  public var clinic: RowID<ClinicRow>?
  public var state: String
  /// nil as long as the doctor has given no time.
  public var startsAt: Timestamp?
  public var endsAt: Timestamp?
  /// By which lists are ordered: the start, or without one when it was made.
  public var placedAt: Timestamp
  /// IANA name, of the doctor's clock.
  public var zone: String
  /// The end of the hold, or of the doctor's time to answer.
  public var dueAt: Timestamp?
  /// Who is treated; may be another person than the patient's account.
  public var personName: String
  public var personBirthDate: String?
  public var symptoms: String
  /// Minor units, as it was when the reservation was made; so are the policy and the doctor's wishes.
  public var fee: Int64
  public var currency: String
  public var policy: PolicyRow
  public var needsApproval: Bool
  public var approvalHours: Int64
  public var leadMinutes: Int64
  /// The doctor's, for the patient.
  public var note = ""
  public var cancelledBy: String?
  public var cancelReason = ""
  /// The doctor set the present time, and the patient has not chosen another one since.
  public var isTimeByDoctor = false
  /// Rises with every change of state or time.
  public var version: Int64 = 1
  public var room: RowID<Room>?
  /// When the patient may write in the room; nil: never.
  public var opensAt: Timestamp?
  /// nil: there is no end yet.
  public var closesAt: Timestamp?
  public var confirmedAt: Timestamp?
  public var finishedAt: Timestamp?
  public var createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(
    realm: Realm, doctor: RowID<Person>, patient: RowID<Person>, clinic: RowID<ClinicRow>?, state: String,
    startsAt: Timestamp?, endsAt: Timestamp?, dueAt: Timestamp?, personName: String, personBirthDate: String? = nil,
    symptoms: String = "", schedule: ScheduleRow, at now: Timestamp
  ) {
    self.realm = realm
    self.doctor = doctor
    self.patient = patient
    self.clinic = clinic
    self.state = state
    self.startsAt = startsAt
    self.endsAt = endsAt
    placedAt = startsAt ?? now
    zone = schedule.zone
    self.dueAt = dueAt
    self.personName = personName
    self.personBirthDate = personBirthDate
    self.symptoms = symptoms
    fee = schedule.fee
    currency = schedule.currency
    policy = schedule.policy
    needsApproval = schedule.needsApproval
    approvalHours = schedule.approvalHours
    leadMinutes = schedule.leadMinutes
    createdAt = now
    updatedAt = now
  }
}

/// Who is treated, and for what.
public struct TreatedPerson: Equatable, Sendable {
  public var name: String
  /// `YYYY-MM-DD`
  public var birthDate: String?
  public var symptoms: String

  public init(name: String, birthDate: String?, symptoms: String) {
    self.name = name
    self.birthDate = birthDate
    self.symptoms = symptoms
  }
}

extension ReservationRow: Identified { public static var identifierKind: UInt32 { 6 } }

extension ReservationRow {
  static let columns = """
    r.id, r.realm, r.doctor_id, r.patient_id, r.clinic_id, r.state, r.starts_at, r.ends_at, r.placed_at, r.zone,
    r.due_at, r.person_name, r.person_birth_date, r.symptoms, r.fee, r.currency, r.free_hours, r.part_hours,
    r.part_percent, r.needs_approval, r.approval_hours, r.lead_minutes, r.note, r.cancelled_by, r.cancel_reason,
    r.version, r.room_id, r.opens_at, r.closes_at, r.confirmed_at, r.finished_at, r.created_at, r.updated_at,
    r.time_by_doctor
    """

  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    realm = try row.name(1, as: Realm.self)
    doctor = try row.id(2)
    patient = try row.id(3)
    clinic = try row.optionalInt64(4).map { RowID($0) }
    state = try row.text(5)
    startsAt = try row.optionalTimestamp(6)
    endsAt = try row.optionalTimestamp(7)
    placedAt = try row.timestamp(8)
    zone = try row.text(9)
    dueAt = try row.optionalTimestamp(10)
    personName = try row.text(11)
    personBirthDate = try row.optionalText(12)
    symptoms = try row.text(13)
    fee = try row.int64(14)
    currency = try row.text(15)
    policy = PolicyRow(
      freeHours: try row.int64(16), partHours: try row.int64(17), partPercent: try row.int64(18))
    needsApproval = try row.bool(19)
    approvalHours = try row.int64(20)
    leadMinutes = try row.int64(21)
    note = try row.text(22)
    cancelledBy = try row.optionalText(23)
    cancelReason = try row.text(24)
    version = try row.int64(25)
    room = try row.optionalInt64(26).map { RowID($0) }
    opensAt = try row.optionalTimestamp(27)
    closesAt = try row.optionalTimestamp(28)
    confirmedAt = try row.optionalTimestamp(29)
    finishedAt = try row.optionalTimestamp(30)
    createdAt = try row.timestamp(31)
    updatedAt = try row.timestamp(32)
    isTimeByDoctor = try row.bool(33)
  }

  /// Of every column but the number, in their order.
  var values: [SQLValue] {
    [
      .name(realm), .id(doctor), .id(patient), .optional(clinic?.value), .text(state),
      .optional(startsAt?.milliseconds), .optional(endsAt?.milliseconds), .timestamp(placedAt), .text(zone),
      .optional(dueAt?.milliseconds), .text(personName), .optional(personBirthDate), .text(symptoms), .integer(fee),
      .text(currency), .integer(policy.freeHours), .integer(policy.partHours), .integer(policy.partPercent),
      .integer(needsApproval ? 1 : 0), .integer(approvalHours), .integer(leadMinutes), .text(note),
      .optional(cancelledBy), .text(cancelReason), .integer(version), .optional(room?.value),
      .optional(opensAt?.milliseconds), .optional(closesAt?.milliseconds), .optional(confirmedAt?.milliseconds),
      .optional(finishedAt?.milliseconds), .timestamp(createdAt), .timestamp(updatedAt),
      .integer(isTimeByDoctor ? 1 : 0),
    ]
  }
}
