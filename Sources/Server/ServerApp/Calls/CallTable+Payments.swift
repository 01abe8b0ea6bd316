import Accounts
import BookingContract
import Bookings
import Contract
import Domain
import JSON
import Payment
import Payments
import Storage
import Wire

/// What the routes around orders and payments need.
struct PaymentDesk: Sendable {
  let payments: Payments
  let identifiers: Identifiers
  /// How an older client, and our own, know doctors; also those who have left.
  let faces: @Sendable ([RowID<Person>], Realm) async throws -> [RowID<Person>: DoctorFace]
  let reservation: @Sendable (RowID<ReservationRow>, _ patient: RowID<Person>) async throws -> Reservation
  /// The address of a checkout, or nil where there is no such place to return to.
  let checkout: @Sendable (_ orderCode: String, _ app: App, _ returnTo: String, _ until: Timestamp) -> String?
  /// By person: orders and validations.
  let changes: TryLimiter
  let clock: @Sendable () -> Timestamp

  func limit(_ caller: Principal) throws(APIError) { try changes.take("\(caller.person.value)", at: clock()) }

  func order(_ form: Keyed<OrderForm>, _ app: App, _ caller: Principal) async throws -> Order {
    guard let doctor = identifiers.row(form.value.doctorID) else { throw APIError.notFound }
    var reservation: RowID<ReservationRow>?
    if let id = form.value.reservationID {
      guard let row = identifiers.row(ID<ReservationRow>(id.text)) else { throw APIError.notFound }
      reservation = row
    }
    return shown(
      try await payments.order(
        form.value, doctor: doctor, reservation: reservation, key: form.key, by: caller.person, realm: app.realm))
  }

  func shown(_ row: OrderRow) -> Order {
    Order(
      id: ID(identifiers.id(row.id).text), code: ID(row.record.code), totalPrice: MajorAmount(row.record.price),
      createdAt: row.record.createdAt, updatedAt: row.updatedAt)
  }

  /// In the same order.
  private func paid(_ rows: [OrderRow], _ realm: Realm) async throws -> [PaidOrder] {
    let faces = try await self.faces(rows.map(\.doctor), realm)
    return rows.compactMap { row in
      guard let paidAt = row.paidAt, let face = faces[row.doctor] else { return nil }
      return PaidOrder(order: shown(row), paidAt: paidAt, estate: face.estate)
    }
  }

  func orders(of caller: Principal, _ realm: Realm) async throws -> [PaidOrder] {
    try await paid(payments.bought(by: caller.person, limit: 200), realm)
  }

  /// A repeat by the buyer gets the first answer.
  func validate(_ id: String, _ caller: Principal) async throws -> Validation {
    if let kept = try await payments.keptValidation(of: id, by: caller.person) { return kept }
    let row = try await payments.validate(id, by: caller.person)
    guard let order = try await paid([row], row.realm).first, let paidAt = row.paidAt else { throw APIError.notFound }
    let answer = Validation(paymentID: row.record.paidBy ?? id, order: order, createdAt: paidAt, updatedAt: paidAt)
    return try await payments.keep(answer, of: id, by: caller.person)
  }

  func outcome(_ code: String, _ caller: Principal) async throws -> OrderOutcome {
    let seen = try await payments.state(of: code, by: caller.person)
    guard let id = seen.row.reservation, var reservation = try? await self.reservation(RowID(id), caller.person) else {
      return OrderOutcome(order: OrderState(seen))
    }
    reservation.order = nil
    return OrderOutcome(order: OrderState(seen), reservation: reservation)
  }

  func url(_ code: String, _ form: CheckoutForm, _ call: API.Call, _ caller: Principal) async throws -> String {
    guard form.app == call.app.rawValue else { throw APIError.badRequest }
    let until = try await payments.openCheckout(of: code, by: caller.person)
    guard let url = checkout(code, call.app, form.returnTo, until) else { throw APIError.badRequest }
    return url
  }

  func history(_ query: PageQuery, _ caller: Principal, _ realm: Realm) async throws -> RecordPage<PaymentEntry> {
    let limit = min(max(query.limit ?? PageQuery.defaultLimit, 1), PageQuery.maximumLimit)
    var place = Int64.max
    if let cursor = query.cursor, cursor != "0" {
      guard let row = identifiers.row(ID<OrderRow>(cursor)) else { throw APIError.badRequest }
      place = row.value
    }
    let rows = try await payments.history(of: caller.person, before: place, limit: limit + 1)
    let faces = try await self.faces(rows.map { $0.0.doctor }, realm)
    let entries = rows.prefix(limit).compactMap { row, receipt in
      faces[row.doctor].map { PaymentEntry(row, $0.summary, receipt) }
    }
    let next = rows.count > limit ? rows.prefix(limit).last.map { identifiers.id($0.0.id).text } : nil
    return RecordPage(entries: entries, next: next)
  }
}

extension CallTable {
  /// Orders and what was paid for them.
  mutating func addPayments(_ desk: PaymentDesk) {
    serve(BookingAPI.order) { form, call, caller in
      try desk.limit(caller)
      return try await desk.order(form, call.app, caller)
    }
    serve(BookingAPI.orders) { _, call, caller in
      try await desk.orders(of: caller, call.app.realm)
    }
    serve(BookingAPI.validate) { form, _, caller in
      try desk.limit(caller)
      return try await desk.validate(form.value, caller)
    }
    serve(BookingAPI.receipt) { code, _, caller in
      try await desk.payments.receipt(of: code.text, by: caller.person)
    }
    serve(BookingAPI.orderState) { code, _, caller in try await desk.outcome(code.text, caller) }
    serve(BookingAPI.checkout) { form, call, caller in
      try desk.limit(caller)
      return try await desk.url(form.id.text, form.value, call, caller)
    }
    serve(BookingAPI.refundAccount) { form, call, caller in
      try desk.limit(caller)
      _ = try await desk.payments.giveAccount(
        RefundAccount(form.value), of: form.id.text, key: call.idempotencyKey, by: caller.person)
      return Nothing()
    }
    serve(BookingAPI.payments) { query, call, caller in
      try await desk.history(query, caller, call.app.realm)
    }
  }
}

extension PaymentEntry {
  init(_ row: OrderRow, _ doctor: DoctorSummary, _ receipt: String?) {
    let record = row.record
    self.init(
      orderCode: ID(record.code), title: row.title, doctor: doctor, paidAt: row.paidAt ?? record.createdAt,
      amount: record.paidAmount, refundedAmount: record.refundedAmount, currency: record.price.currency.code,
      state: OrderState.State(record.phase), receiptURL: receipt)
  }
}
