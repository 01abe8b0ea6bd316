import Contract
import Domain
import JSON
import Wire

extension Reservation {
  public static var form: APIForm<Reservation> {
    APIForm(fields) {
      $0.members
    } read: { fields throws(APIError) in
      try Reservation(fields)
    }
  }

  private static var fields: [OpenAPI.Field] {
    typealias Schema = OpenAPI.Schema
    return [
      Schema.text("reservation_id"), Schema.word("state", State.allCases.map { $0.rawValue }),
      Schema.date("start").optional, Schema.date("end").optional, Schema.wallTime("local_start").optional,
      Schema.text("zone"), Schema.date("created_at"), Schema.date("hold_until").optional,
      Schema.date("approve_until").optional, Schema.member("doctor", DoctorSummary.form.schema),
      Schema.text("person_name"), Schema.day("person_birth_date").optional, Schema.text("symptoms"),
      Schema.whole("fee"), Schema.text("currency"), Schema.member("policy", Policy.form.schema),
      Schema.flag("needs_approval"),
      Schema.member("order", OrderState.form.schema).optional, Schema.text("note").optional,
      Schema.word("cancelled_by", Side.allCases.map { $0.rawValue }).optional,
      Schema.text("cancel_reason").optional, Schema.flag("is_time_by_doctor"), Schema.whole("version"),
      Schema.text("room_id").optional,
      Schema.member("consult", Consult.form.schema), Schema.member("patient", Schema.reference("Person")).optional,
    ]
  }

  private var members: JSONObject {
    var object: JSONObject = ["reservation_id": .string(id.text), "state": .string(state.rawValue)]
    object.put("start", start)
    object.put("end", end)
    object.put("local_start", localStart?.text)
    object["zone"] = .string(zone)
    object.put("created_at", createdAt)
    object.put("hold_until", holdUntil)
    object.put("approve_until", approveUntil)
    object["doctor"] = DoctorSummary.form.json(doctor)
    object["person_name"] = .string(personName)
    object.put("person_birth_date", personBirthDate?.wireText)
    object["symptoms"] = .string(symptoms)
    object["fee"] = .integer(fee)
    object["currency"] = .string(currency)
    object["policy"] = Policy.form.json(policy)
    object["needs_approval"] = .bool(needsApproval)
    if let order { object["order"] = OrderState.form.json(order) }
    object.put("note", note)
    object.put("cancelled_by", cancelledBy?.rawValue)
    object.put("cancel_reason", cancelReason)
    object["is_time_by_doctor"] = .bool(isTimeByDoctor)
    object["version"] = .integer(version)
    object.put("room_id", roomID?.text)
    object["consult"] = Consult.form.json(consult)
    if let patient { object["patient"] = patient.json }
    return object
  }

  private init(_ fields: BodyFields) throws(APIError) {
    guard let state = State(rawValue: try fields.required("state")) else { throw .badRequest }
    self.init(
      id: ID(try fields.required("reservation_id")), state: state, start: try fields.date("start"),
      end: try fields.date("end"), localStart: fields.text("local_start").flatMap { LocalTime(text: $0) },
      zone: try fields.required("zone"), createdAt: try fields.requiredDate("created_at"),
      doctor: try DoctorSummary.form.member("doctor", in: fields), personName: fields.text("person_name") ?? "",
      fee: try fields.amount("fee"), currency: try fields.required("currency"),
      policy: try Policy.form.member("policy", in: fields), version: try fields.requiredNumber("version"))
    holdUntil = try fields.date("hold_until")
    approveUntil = try fields.date("approve_until")
    personBirthDate = fields.text("person_birth_date").flatMap { CalendarDate(wire: $0) }
    symptoms = fields.text("symptoms") ?? ""
    needsApproval = try fields.flag("needs_approval")
    order = try OrderState.form.optional("order", in: fields)
    note = fields.text("note")
    cancelledBy = fields.text("cancelled_by").flatMap { Side(rawValue: $0) }
    cancelReason = fields.text("cancel_reason")
    isTimeByDoctor = try fields.flag("is_time_by_doctor")
    roomID = fields.text("room_id").map { ID($0) }
    consult = try Consult.form.member("consult", in: fields)
    patient = fields.value("patient").flatMap(Person.init(json:))
  }
}

extension Reservation.Consult {
  static var form: APIForm<Self> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.date("opens_at").optional, Schema.date("closes_at").optional, Schema.flag("is_open"),
    ]) { consult in
      var object = JSONObject()
      object.put("opens_at", consult.opensAt)
      object.put("closes_at", consult.closesAt)
      object["is_open"] = .bool(consult.isOpen)
      return object
    } read: { fields throws(APIError) in
      Self(
        opensAt: try fields.date("opens_at"), closesAt: try fields.date("closes_at"),
        isOpen: try fields.flag("is_open"))
    }
  }
}
