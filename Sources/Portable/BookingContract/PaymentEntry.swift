import Contract
import Domain
import JSON
import Wire

/// One line of the payments history.
public struct PaymentEntry: Equatable, Sendable {
  public var orderCode: ID<OrderState>
  public var title: String
  public var doctor: DoctorSummary
  public var paidAt: Timestamp
  /// In minor units.
  public var amount: Int64
  public var refundedAmount: Int64
  public var currency: String
  public var state: OrderState.State
  /// At the provider.
  public var receiptURL: String?

  public init(
    orderCode: ID<OrderState>, title: String, doctor: DoctorSummary, paidAt: Timestamp, amount: Int64,
    refundedAmount: Int64, currency: String, state: OrderState.State, receiptURL: String? = nil
  ) {
    self.orderCode = orderCode
    self.title = title
    self.doctor = doctor
    self.paidAt = paidAt
    self.amount = amount
    self.refundedAmount = refundedAmount
    self.currency = currency
    self.state = state
    self.receiptURL = receiptURL
  }

  static var form: APIForm<PaymentEntry> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("order_code"), Schema.text("title"), Schema.member("doctor", DoctorSummary.form.schema),
      Schema.date("paid_at"), Schema.whole("amount"), Schema.whole("refunded_amount"), Schema.text("currency"),
      Schema.word("state", OrderState.State.allCases.map { $0.rawValue }), Schema.text("receipt_url").optional,
    ]) { entry in
      var object: JSONObject = [
        "order_code": .string(entry.orderCode.text), "title": .string(entry.title),
        "doctor": DoctorSummary.form.json(entry.doctor), "paid_at": .string(entry.paidAt.iso8601),
        "amount": .integer(entry.amount), "refunded_amount": .integer(entry.refundedAmount),
        "currency": .string(entry.currency), "state": .string(entry.state.rawValue),
      ]
      object.put("receipt_url", entry.receiptURL)
      return object
    } read: { fields throws(APIError) in
      guard let state = OrderState.State(rawValue: try fields.required("state")) else { throw .badRequest }
      return PaymentEntry(
        orderCode: ID(try fields.required("order_code")), title: fields.text("title") ?? "",
        doctor: try DoctorSummary.form.member("doctor", in: fields), paidAt: try fields.requiredDate("paid_at"),
        amount: try fields.amount("amount"), refundedAmount: try fields.amount("refunded_amount"),
        currency: try fields.required("currency"), state: state, receiptURL: fields.text("receipt_url"))
    }
  }
}

/// Where somebody pays, and where they come back to.
public struct CheckoutForm: Equatable, Sendable {
  /// A key of an app.
  public var app: String
  /// One of the paths that the server knows in that app.
  public var returnTo: String

  public init(app: String, returnTo: String) {
    self.app = app
    self.returnTo = returnTo
  }

  static var form: APIForm<CheckoutForm> {
    APIForm([OpenAPI.Schema.text("app"), OpenAPI.Schema.text("return_to")]) { form in
      ["app": .string(form.app), "return_to": .string(form.returnTo)]
    } read: { fields throws(APIError) in
      CheckoutForm(app: try fields.required("app"), returnTo: try fields.required("return_to"))
    }
  }
}

/// The answer to "what became of order X?".
public struct OrderOutcome: Equatable, Sendable {
  public var order: OrderState
  /// Its own `order` is left out.
  public var reservation: Reservation?

  public init(order: OrderState, reservation: Reservation? = nil) {
    self.order = order
    self.reservation = reservation
  }

  static var form: APIForm<OrderOutcome> {
    typealias Schema = OpenAPI.Schema
    return APIForm(
      OrderState.form.fields + [Schema.member("reservation", Reservation.form.schema).optional]
    ) { outcome in
      var object = OrderState.form.print(outcome.order)
      if let reservation = outcome.reservation { object["reservation"] = Reservation.form.json(reservation) }
      return object
    } read: { fields throws(APIError) in
      OrderOutcome(
        order: try OrderState.form.read(fields),
        reservation: try Reservation.form.optional("reservation", in: fields))
    }
  }
}
