import Contract
import Domain
import JSON
import Wire

/// One day that is not as the week says.
public struct ScheduleException: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// No hours at all, or none between `from` and `to`.
    case closed
    /// Hours beside those of the week.
    case extra
    /// A stretch without patients, such as lunch.
    case pause
  }

  public var date: CalendarDate
  public var kind: Kind
  /// nil, as is `to`: the whole day.
  public var from: ClockTime?
  public var to: ClockTime?
  /// For the doctor alone.
  public var note: String

  public init(date: CalendarDate, kind: Kind, from: ClockTime? = nil, to: ClockTime? = nil, note: String = "") {
    self.date = date
    self.kind = kind
    self.from = from
    self.to = to
    self.note = note
  }

  static var form: APIForm<ScheduleException> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.day("date"), Schema.word("kind", Kind.allCases.map { $0.rawValue }), Schema.clock("from").optional,
      Schema.clock("to").optional, Schema.text("note").optional,
    ]) { exception in
      var object: JSONObject = [
        "date": .string(exception.date.wireText), "kind": .string(exception.kind.rawValue),
      ]
      object.put("from", exception.from?.text)
      object.put("to", exception.to?.text)
      object["note"] = .string(exception.note)
      return object
    } read: { fields throws(APIError) in
      guard let kind = Kind(rawValue: try fields.required("kind")) else { throw .badRequest }
      let exception = ScheduleException(
        date: try fields.day("date"), kind: kind, from: try fields.optionalClock("from"),
        to: try fields.optionalClock("to"), note: fields.text("note") ?? "")
      switch (exception.from, exception.to) {
      case (nil, nil): guard kind == .closed else { throw .badRequest }
      case (let from?, let to?): guard from < to else { throw .badRequest }
      default: throw .badRequest
      }
      return exception
    }
  }
}

/// Everything that a doctor says about their hours and their fee.
public struct ScheduleForm: Equatable, Sendable {
  /// IANA.
  public var zone: String
  /// 5…480, a multiple of 5.
  public var slotMinutes: Int
  /// How long before its start a time can still be reserved.
  public var leadMinutes: Int
  /// How far ahead times are offered.
  public var horizonDays: Int
  public var needsApproval: Bool
  public var approvalHours: Int
  public var fee: Int64
  public var currency: String
  public var languages: [String]
  public var introduction: String
  public var specialty: String
  public var answerTime: String
  public var policy: Policy
  /// Each week; in the doctor's zone.
  public var rules: [ClinicHours]
  public var exceptions: [ScheduleException]
  /// Counts its changes: what is sent must be made from the newest.
  public var version: Int64
  /// In which the operator has put the doctor; what is sent of it counts for nothing.
  public var clinicID: ID<Clinic>?

  public init(
    zone: String, slotMinutes: Int, leadMinutes: Int, horizonDays: Int, needsApproval: Bool, approvalHours: Int,
    fee: Int64, currency: String, policy: Policy, rules: [ClinicHours] = [], exceptions: [ScheduleException] = [],
    version: Int64
  ) {
    self.zone = zone
    self.slotMinutes = slotMinutes
    self.leadMinutes = leadMinutes
    self.horizonDays = horizonDays
    self.needsApproval = needsApproval
    self.approvalHours = approvalHours
    self.fee = fee
    self.currency = currency
    languages = []
    introduction = ""
    specialty = ""
    answerTime = ""
    self.policy = policy
    self.rules = rules
    self.exceptions = exceptions
    self.version = version
  }

  static var form: APIForm<ScheduleForm> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("zone"), Schema.between("slot_minutes", 5...480), Schema.between("lead_minutes", 0...43_200),
      Schema.between("horizon_days", 1...366), Schema.flag("needs_approval"),
      Schema.between("approval_hours", 1...336), Schema.whole("fee"), Schema.text("currency"),
      Schema.list("languages", of: Schema.string), Schema.text("introduction"), Schema.text("specialty"),
      Schema.text("answer_time"), Schema.member("policy", Policy.form.schema),
      Schema.list("rules", of: ClinicHours.form.schema),
      Schema.list("exceptions", of: ScheduleException.form.schema), Schema.whole("version"),
      Schema.text("clinic_id").optional,
    ]) {
      $0.members
    } read: { fields throws(APIError) in
      try ScheduleForm(fields)
    }
  }

  private var members: JSONObject {
    var object: JSONObject = [
      "zone": .string(zone), "slot_minutes": .integer(Int64(slotMinutes)),
      "lead_minutes": .integer(Int64(leadMinutes)), "horizon_days": .integer(Int64(horizonDays)),
      "needs_approval": .bool(needsApproval), "approval_hours": .integer(Int64(approvalHours)),
      "fee": .integer(fee), "currency": .string(currency),
      "languages": .array(languages.map { .string($0) }), "introduction": .string(introduction),
      "specialty": .string(specialty), "answer_time": .string(answerTime), "policy": Policy.form.json(policy),
      "rules": ClinicHours.form.array(rules), "exceptions": ScheduleException.form.array(exceptions),
      "version": .integer(version),
    ]
    object.put("clinic_id", clinicID?.text)
    return object
  }

  private init(_ fields: BodyFields) throws(APIError) {
    self.init(
      zone: try fields.required("zone"), slotMinutes: try fields.whole("slot_minutes", 5...480),
      leadMinutes: try fields.whole("lead_minutes", 0...43_200),
      horizonDays: try fields.whole("horizon_days", 1...366), needsApproval: try fields.flag("needs_approval"),
      approvalHours: try fields.whole("approval_hours", 1...336), fee: try fields.amount("fee"),
      currency: try fields.required("currency"), policy: try Policy.form.member("policy", in: fields),
      rules: try ClinicHours.form.list(in: fields, "rules"),
      exceptions: try ScheduleException.form.list(in: fields, "exceptions"),
      version: try fields.requiredNumber("version"))
    guard slotMinutes % 5 == 0 else { throw .badRequest }
    languages = fields.texts("languages")
    clinicID = fields.text("clinic_id").map { ID($0) }
    introduction = fields.text("introduction") ?? ""
    specialty = fields.text("specialty") ?? ""
    answerTime = fields.text("answer_time") ?? ""
  }
}
