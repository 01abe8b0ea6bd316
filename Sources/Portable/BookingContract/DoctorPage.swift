import Contract
import Domain
import JSON
import Wire

/// All that a patient reads before reserving.
public struct DoctorPage: Equatable, Sendable {
  public var doctor: DoctorSummary
  public var introduction: String
  public var clinic: Clinic
  public var policy: Policy
  public var slotMinutes: Int
  /// Whether the doctor looks at each request before it is confirmed.
  public var needsApproval: Bool
  /// IANA.
  public var zone: String
  /// In the doctor's words; may be empty.
  public var answerTime: String
  /// At most 3, free ones.
  public var nextSlots: [Slot]

  public init(
    doctor: DoctorSummary, introduction: String, clinic: Clinic, policy: Policy, slotMinutes: Int,
    needsApproval: Bool, zone: String, answerTime: String, nextSlots: [Slot]
  ) {
    self.doctor = doctor
    self.introduction = introduction
    self.clinic = clinic
    self.policy = policy
    self.slotMinutes = slotMinutes
    self.needsApproval = needsApproval
    self.zone = zone
    self.answerTime = answerTime
    self.nextSlots = nextSlots
  }

  static var form: APIForm<DoctorPage> {
    typealias Schema = OpenAPI.Schema
    let fields = [
      Schema.text("introduction"), Schema.member("clinic", Clinic.form.schema),
      Schema.member("policy", Policy.form.schema), Schema.between("slot_minutes", 5...480),
      Schema.flag("needs_approval"), Schema.text("zone"), Schema.text("answer_time"),
      Schema.list("next_slots", of: Slot.form.schema),
    ]
    return APIForm(DoctorSummary.form.fields + fields) { page in
      var object = DoctorSummary.form.print(page.doctor)
      object["introduction"] = .string(page.introduction)
      object["clinic"] = Clinic.form.json(page.clinic)
      object["policy"] = Policy.form.json(page.policy)
      object["slot_minutes"] = .integer(Int64(page.slotMinutes))
      object["needs_approval"] = .bool(page.needsApproval)
      object["zone"] = .string(page.zone)
      object["answer_time"] = .string(page.answerTime)
      object["next_slots"] = Slot.form.array(page.nextSlots)
      return object
    } read: { fields throws(APIError) in
      DoctorPage(
        doctor: try DoctorSummary.form.read(fields), introduction: fields.text("introduction") ?? "",
        clinic: try Clinic.form.member("clinic", in: fields), policy: try Policy.form.member("policy", in: fields),
        slotMinutes: try fields.whole("slot_minutes", 5...480), needsApproval: try fields.flag("needs_approval"),
        zone: try fields.required("zone"), answerTime: fields.text("answer_time") ?? "",
        nextSlots: try Slot.form.list(in: fields, "next_slots"))
    }
  }
}

extension BookingAPI {
  public static var doctorPage: APICall<ID<Person>, DoctorPage> {
    APICall(
      .get, "/v1/doctors/{doctor_id}/page", "doctorPage", "All that a patient reads of a doctor before reserving.",
      input: path("doctor_id"), output: DoctorPage.form, refusals: [404])
  }

  public static var slots: APICall<Addressed<Person, SlotQuery>, SlotTable> {
    APICall(
      .get, "/v1/doctors/{doctor_id}/slots", "slots", "A doctor's times from a day on, in the doctor's zone.",
      input: SlotQuery.form.addressed("doctor_id"), output: SlotTable.form, refusals: [404])
  }
}
