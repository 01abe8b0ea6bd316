import Booking
import BookingContract
import Bookings
import Contract
import Domain
import JSON
import MoneySimulation
import Payment
import Payments
import SQL
import Storage
import Wire

/// Carries out what people ask, as the routes do.
struct DeskHands: Sendable {
  let areas: DeskAreas
  /// As it was when they asked.
  let view: MoneyView
  let mutant: RealMutant?

  func carryOut(_ call: MoneyCall) async throws -> MoneyAnswer? {
    switch call.request {
    case .webhook(let code, let claim):
      try await hear(code, claim)
      return nil
    case .resolve(let code, let resolution):
      guard try await areas.payments.resolve(code, as: resolution) != nil else { throw APIError.notFound }
      return .done
    case .change(let id, let event):
      try await change(reservation(id), event, by: areas.people.doctors[call.person - 100])
      return .done
    default: return try await carryOut(call, by: areas.people.patients[call.person])
    }
  }

  private func carryOut(_ call: MoneyCall, by person: RowID<Person>) async throws -> MoneyAnswer {
    let (bookings, payments) = (areas.bookings, areas.payments)
    let key = mutant == .keyIgnored ? "" : call.key
    switch call.request {
    case .reserve(let doctor, let start?, let offer):
      let form = ReservationForm(
        doctorID: doctorID(doctor), start: start, personName: "환자",
        offerID: offer.map { areas.identifiers.id(RowID<WaitingOfferRow>(Int64($0) + 1)).text })
      return .reservation(try number(await bookings.reserve(form, key: key, by: person)))
    case .reserve(let doctor, nil, _):
      // An order that was paid with other figures has no reservation any more; its code stays.
      return .order(try await order(doctor, nil, key, by: person).record.code)
    case .order(let id):
      return .order(try await order(view.reservations[id].doctor, RowID(Int64(id) + 1), key, by: person).record.code)
    case .validate(_, let payment):
      _ = try await payments.validate(payment, by: person)
      return .verdict(.buys)
    case .cancel(let id, let expected): try await cancel(reservation(id), expected, key, by: person)
    case .giveAccount(let code):
      _ = try await payments.giveAccount(RefundAccount(Self.account), of: code, by: person)
    case .move(let id, let start): _ = try await bookings.reschedule(reservation(id), to: start, key: key, by: person)
    case .wait(let doctor, let from, let to):
      _ = try await bookings.wait(for: doctorID(doctor), DayRange(from: from, to: to), by: person)
    case .leave(let id):
      let row = RowID<WaitingRow>(Int64(id) + 1)
      try await bookings.leaveWaiting(ID(areas.identifiers.id(row).text), by: person)
    case .change, .resolve, .webhook: throw APIError.notFound
    }
    return .done
  }

  private static let account = BankAccount(holder: "환자", bank: "신한은행", number: "110123456")

  private func cancel(
    _ id: ID<BookingContract.Reservation>, _ expected: Int64, _ key: String, by person: RowID<Person>
  ) async throws {
    var expected = expected
    if mutant == .shownRefundIgnored { expected = try await areas.bookings.cancellation(of: id, for: person).refund }
    let form = CancelForm(expectedRefund: expected, reason: "", account: Self.account)
    _ = try await areas.bookings.cancel(id, form, key: key, by: person)
  }

  private func change(
    _ id: ID<BookingContract.Reservation>, _ event: ReservationMachine.Event, by doctor: RowID<Person>
  ) async throws {
    let bookings = areas.bookings
    switch event {
    case .approved: _ = try await bookings.approve(id, by: doctor)
    case .declined: _ = try await bookings.decline(id, reason: "", by: doctor)
    case .cancelled: _ = try await bookings.cancelAsDoctor(id, reason: "", by: doctor)
    case .moved(_, let start, _): _ = try await bookings.giveTime(start, to: id, by: doctor)
    case .finished: _ = try await bookings.markDone(id, by: doctor)
    case .missed: _ = try await bookings.markNoShow(id, by: doctor)
    default: throw APIError.notFound
    }
  }

  /// A message of the provider, or of a stranger.
  private func hear(_ code: String, _ claim: PaymentReport) async throws {
    let body: JSONValue = [
      "imp_uid": .string(claim.id), "merchant_uid": .string(code), "status": .string(claim.status.rawValue),
    ]
    let request = HTTPRequest(
      .post, "/v1/payments/webhooks/portone-v1", headers: ["Content-Type": "application/json"], body: body.bytes)
    guard let webhook = PaymentWebhook(v1: request) else { throw APIError.badRequest }
    try await areas.payments.hear(webhook, from: "simulated")
  }

  private func order(
    _ doctor: Int, _ reservation: RowID<ReservationRow>?, _ key: String, by person: RowID<Person>
  ) async throws -> OrderRow {
    let price = MajorAmount(minor: MoneyWorld.price.amount, decimals: MoneyWorld.price.currency.decimals)
    return try await areas.payments.order(
      OrderForm(doctorID: doctorID(doctor), totalPrice: price), doctor: areas.people.doctors[doctor],
      reservation: reservation, key: key, by: person, realm: .eyemon)
  }

  private func doctorID(_ doctor: Int) -> ID<Person> { areas.identifiers.id(areas.people.doctors[doctor]) }

  private func reservation(_ number: Int) -> ID<BookingContract.Reservation> {
    ID(areas.identifiers.id(RowID<ReservationRow>(Int64(number) + 1)).text)
  }

  private func number(_ reservation: BookingContract.Reservation) throws -> Int {
    guard let row = areas.identifiers.row(ID<ReservationRow>(reservation.id.text)) else { throw APIError.notFound }
    return Int(row.value) - 1
  }
}

extension DeskSurroundings {
  /// Why something was not done. What the server does not mean to say is a fault, unless its data is gone.
  func refusal(_ error: any Error) -> MoneyRefusal {
    if error is SlotGone { return .slotTaken }
    guard let refusal = error as? APIError, refusal.status < 500 || refusal == .paymentsUnavailable else {
      if !isDown { `break`("\(error)") }
      return .notNow
    }
    if refusal == .refundChanged { return .refundChanged }
    if refusal == .paymentsUnavailable { return .notNow }
    return refusal.status == 409 ? .reservationChanged : .notFound
  }
}
