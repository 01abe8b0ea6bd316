import Contract
import Domain
import JSON
import Wire

extension BookingAPI {
  /// Keeps a time for the caller until it is paid.
  /// - Throws: 409 `slot_taken`; its body has what is free now (`SlotTaken`).
  public static var reserve: APICall<Keyed<ReservationForm>, Reservation> {
    APICall(
      .post, "/v1/reservations", "reserve", "Keeps a time of a doctor for the caller until it is paid.",
      input: ReservationForm.form.keyed, output: Reservation.form, refusals: [404, 409])
  }

  public static var reservations: APICall<ReservationQuery, RecordPage<Reservation>> {
    APICall(
      .get, "/v1/reservations", "reservations", "The caller's reservations, upcoming or past.",
      input: ReservationQuery.form, output: RecordPage.form(of: Reservation.form))
  }

  public static var reservation: APICall<ID<Reservation>, Reservation> {
    APICall(
      .get, "/v1/reservations/{reservation_id}", "reservation", "One reservation, for its patient and its doctor.",
      input: path("reservation_id"), output: Reservation.form, refusals: [404])
  }

  public static var cancellation: APICall<ID<Reservation>, CancelPreview> {
    APICall(
      .get, "/v1/reservations/{reservation_id}/cancellation", "cancellation", "What cancelling now would give back.",
      input: path("reservation_id"), output: CancelPreview.form, refusals: [404])
  }

  /// - Throws: 409 `refund_changed` where another amount comes back by now; 409 `reservation_changed` where it is over.
  public static var cancel: APICall<Keyed<Addressed<Reservation, CancelForm>>, Reservation> {
    APICall(
      .post, "/v1/reservations/{reservation_id}/cancel", "cancelReservation",
      "Cancels, for the refund that the caller has seen.", input: CancelForm.form.addressed("reservation_id").keyed,
      output: Reservation.form, refusals: [404, 409])
  }

  /// The payment stays. - Throws: 409 `slot_taken`, with what is free now.
  public static var reschedule: APICall<Keyed<Addressed<Reservation, Timestamp>>, Reservation> {
    APICall(
      .post, "/v1/reservations/{reservation_id}/reschedule", "rescheduleReservation",
      "Moves to another time of the same doctor; the payment stays.",
      input: startForm.addressed("reservation_id").keyed, output: Reservation.form, refusals: [404, 409])
  }

  /// A feed of the caller's reservations (RFC 5545) that needs no headers.
  public static var calendarFeed: APICall<Nothing, String> {
    APICall(
      .get, "/v1/me/calendar", "calendarFeed", "The address of a calendar with the caller's reservations.",
      input: .nothing, output: .text(OpenAPI.Schema.text("url")))
  }

  public static var renewCalendar: APICall<Nothing, String> {
    APICall(
      .post, "/v1/me/calendar", "renewCalendar",
      "Ends every address of a calendar that the caller was given, and gives a new one.",
      input: .nothing, output: .text(OpenAPI.Schema.text("url")))
  }

  public static var calendarFile: APICall<ID<Reservation>, String> {
    APICall(
      .get, "/v1/reservations/{reservation_id}/calendar", "calendarFile",
      "The address of a calendar file with this reservation.", input: path("reservation_id"),
      output: .text(OpenAPI.Schema.text("url")), refusals: [404])
  }

  static var startForm: APIForm<Timestamp> {
    APIForm([OpenAPI.Schema.date("start")]) {
      ["start": .string($0.iso8601)]
    } read: { fields throws(APIError) in
      try fields.requiredDate("start")
    }
  }
}
