import Contract
import Domain
import JSON
import Wire

/// A place on a doctor's waiting list, for some days.
public struct Waiting: Equatable, Sendable {
  public enum State: String, CaseIterable, Sendable { case waiting, offered }

  /// A time that became free, kept for this person for a while.
  public struct Offer: Equatable, Sendable {
    public var id: String
    public var slot: Slot
    public var until: Timestamp

    public init(id: String, slot: Slot, until: Timestamp) {
      self.id = id
      self.slot = slot
      self.until = until
    }

    static var form: APIForm<Offer> {
      typealias Schema = OpenAPI.Schema
      return APIForm([Schema.text("offer_id"), Schema.member("slot", Slot.form.schema), Schema.date("until")]) {
        offer in
        [
          "offer_id": .string(offer.id), "slot": Slot.form.json(offer.slot), "until": .string(offer.until.iso8601),
        ]
      } read: { fields throws(APIError) in
        Offer(
          id: try fields.required("offer_id"), slot: try Slot.form.member("slot", in: fields),
          until: try fields.requiredDate("until"))
      }
    }
  }

  public var id: ID<Waiting>
  public var doctor: DoctorSummary
  /// Days in the doctor's zone, both included.
  public var from: CalendarDate
  public var to: CalendarDate
  public var state: State
  public var offer: Offer?

  public init(
    id: ID<Waiting>, doctor: DoctorSummary, from: CalendarDate, to: CalendarDate, state: State = .waiting,
    offer: Offer? = nil
  ) {
    self.id = id
    self.doctor = doctor
    self.from = from
    self.to = to
    self.state = state
    self.offer = offer
  }

  static var form: APIForm<Waiting> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("waiting_id"), Schema.member("doctor", DoctorSummary.form.schema), Schema.day("from"),
      Schema.day("to"), Schema.word("state", State.allCases.map { $0.rawValue }),
      Schema.member("offer", Offer.form.schema).optional,
    ]) { waiting in
      var object: JSONObject = [
        "waiting_id": .string(waiting.id.text), "doctor": DoctorSummary.form.json(waiting.doctor),
        "from": .string(waiting.from.wireText), "to": .string(waiting.to.wireText),
        "state": .string(waiting.state.rawValue),
      ]
      if let offer = waiting.offer { object["offer"] = Offer.form.json(offer) }
      return object
    } read: { fields throws(APIError) in
      guard let state = State(rawValue: try fields.required("state")) else { throw .badRequest }
      return Waiting(
        id: ID(try fields.required("waiting_id")), doctor: try DoctorSummary.form.member("doctor", in: fields),
        from: try fields.day("from"), to: try fields.day("to"), state: state,
        offer: try Offer.form.optional("offer", in: fields))
    }
  }
}

/// Days, both included: a wish of the waiting list, or what a doctor looks at.
public struct DayRange: Equatable, Sendable {
  public var from: CalendarDate
  public var to: CalendarDate

  public init(from: CalendarDate, to: CalendarDate) {
    self.from = from
    self.to = to
  }

  static func form(inQuery: Bool) -> APIForm<DayRange> {
    let fields = [OpenAPI.Schema.day("from"), OpenAPI.Schema.day("to")]
    return APIForm(inQuery ? fields.map { $0.inQuery } : fields) { range in
      ["from": .string(range.from.wireText), "to": .string(range.to.wireText)]
    } read: { fields throws(APIError) in
      let range = DayRange(from: try fields.day("from"), to: try fields.day("to"))
      guard range.from <= range.to else { throw .badRequest }
      return range
    }
  }
}

extension BookingAPI {
  /// Somebody who waits already for this doctor changes the days.
  public static var joinWaiting: APICall<Addressed<Person, DayRange>, Waiting> {
    APICall(
      .post, "/v1/doctors/{doctor_id}/waiting", "joinWaiting", "Waits for a time of a doctor to become free.",
      input: DayRange.form(inQuery: false).addressed("doctor_id"), output: Waiting.form, refusals: [404])
  }

  public static var waiting: APICall<Nothing, [Waiting]> {
    APICall(
      .get, "/v1/waiting", "waiting", "The caller's places on waiting lists, with what is offered.", input: .nothing,
      output: Waiting.form.list)
  }

  /// Also declines what is offered.
  public static var leaveWaiting: APICall<ID<Waiting>, Nothing> {
    APICall(
      .delete, "/v1/waiting/{waiting_id}", "leaveWaiting", "Leaves a waiting list.", input: path("waiting_id"),
      output: .nothing, refusals: [404])
  }
}
