import Contract
import Domain
import JSON
import Wire

/// What a doctor sees and does. All of it is refused with 445 to whoever is none.
extension BookingAPI {
  public static var schedule: APICall<Nothing, ScheduleForm> {
    APICall(
      .get, "/v1/doctor/schedule", "schedule", "The calling doctor's hours, fee and rules.", input: .nothing,
      output: ScheduleForm.form, refusals: [404, 445])
  }

  /// - Throws: 409 `reservation_changed` where it was not made from the newest version.
  public static var changeSchedule: APICall<ScheduleForm, ScheduleForm> {
    APICall(
      .put, "/v1/doctor/schedule", "changeSchedule", "Replaces the calling doctor's hours, fee and rules.",
      input: ScheduleForm.form, output: ScheduleForm.form, refusals: [404, 409, 445])
  }

  public static var doctorReservations: APICall<DayRange, DoctorDays> {
    APICall(
      .get, "/v1/doctor/reservations", "doctorReservations",
      "The calling doctor's reservations of some days, and those without a time.", input: DayRange.form(inQuery: true),
      output: DoctorDays.form, refusals: [445])
  }

  public static var approve: APICall<ID<Reservation>, Reservation> {
    decision("approve", "approveReservation", "Confirms what a patient asked for.")
  }

  /// Everything is refunded.
  public static var decline: APICall<Addressed<Reservation, String>, Reservation> {
    reasoned("decline", "declineReservation", "Declines what a patient asked for; all is refunded.")
  }

  /// Everything is refunded.
  public static var cancelAsDoctor: APICall<Addressed<Reservation, String>, Reservation> {
    reasoned("cancel", "cancelAsDoctor", "Cancels as the doctor; all is refunded.")
  }

  public static var markNoShow: APICall<ID<Reservation>, Reservation> {
    decision("no-show", "markNoShow", "Says that the patient did not come.")
  }

  public static var markDone: APICall<ID<Reservation>, Reservation> {
    decision("done", "markDone", "Says that the consultation took place.")
  }

  /// Visible to the patient; empty takes it away.
  public static var writeNote: APICall<Addressed<Reservation, String>, Reservation> {
    APICall(
      .put, "/v1/doctor/reservations/{reservation_id}/note", "writeNote", "Writes the visit note.",
      input: APIForm<String>([OpenAPI.Schema.text("text")]) {
        ["text": .string($0)]
      } read: { fields throws(APIError) in
        guard let text = fields.text("text") else { throw .missingValue }
        return text
      }.addressed("reservation_id"), output: Reservation.form, refusals: [404, 409, 445])
  }

  /// For what was bought without a time, or to move it. - Throws: 409 `slot_taken`.
  public static var giveTime: APICall<Addressed<Reservation, Timestamp>, Reservation> {
    APICall(
      .put, "/v1/doctor/reservations/{reservation_id}/time", "giveTime", "Gives a reservation its time.",
      input: startForm.addressed("reservation_id"), output: Reservation.form, refusals: [404, 409, 445])
  }

  /// - Throws: 409 `reservation_changed` where somebody was quicker.
  private static func decision(
    _ verb: String, _ name: String, _ summary: String
  ) -> APICall<ID<Reservation>, Reservation> {
    APICall(
      .post, "/v1/doctor/reservations/{reservation_id}/" + verb, name, summary,
      input: path("reservation_id").acceptingKey, output: Reservation.form, refusals: [404, 409, 445])
  }

  private static func reasoned(
    _ verb: String, _ name: String, _ summary: String
  ) -> APICall<Addressed<Reservation, String>, Reservation> {
    let reason = APIForm<String>([OpenAPI.Schema.text("reason").optional]) { text in
      text.isEmpty ? [:] : ["reason": .string(text)]
    } read: { fields throws(APIError) in
      fields.text("reason") ?? ""
    }
    return APICall(
      .post, "/v1/doctor/reservations/{reservation_id}/" + verb, name, summary,
      input: reason.addressed("reservation_id").acceptingKey, output: Reservation.form, refusals: [404, 409, 445])
  }
}
