import Contract
import Domain
import JSON
import Wire

/// What became of an order.
public struct OrderState: Equatable, Sendable {
  public enum State: String, CaseIterable, Sendable {
    /// Nothing was paid yet.
    case open
    /// A bank account was given; the money has not come.
    case waitingDeposit = "waiting_deposit"
    case paid
    /// All of it went back.
    case refunded
    /// The hold ended without a payment.
    case expired
    /// The provider refused the payment.
    case failed
  }

  /// Where the money of a virtual account goes.
  public struct Deposit: Equatable, Sendable {
    public var bank: String
    public var account: String
    public var holder: String
    public var until: Timestamp

    public init(bank: String, account: String, holder: String, until: Timestamp) {
      self.bank = bank
      self.account = account
      self.holder = holder
      self.until = until
    }
  }

  /// One thing that happened.
  public struct Event: Equatable, Sendable {
    public var at: Timestamp
    /// A word, which apps have words for and leave out where they do not know it: `opened`, `deposit_awaited`, `paid`,
    /// `paid_late`, `failed`, `expired`, `refund_asked`, `refunded`, `refund_failed`, `account_needed`,
    /// `account_given`, `review`, `cancelled_by_patient`, `cancelled_by_doctor`, `cancelled_by_operator`, `declined`.
    public var code: String
    /// In minor units.
    public var amount: Int64?

    public init(at: Timestamp, code: String, amount: Int64? = nil) {
      self.at = at
      self.code = code
      self.amount = amount
    }
  }

  public var orderCode: ID<OrderState>
  public var state: State
  /// In minor units, as are all amounts here.
  public var totalPrice: Int64
  public var currency: String
  public var paidAmount: Int64
  public var refundedAmount: Int64
  /// What goes back besides, and is not there yet.
  public var returningAmount: Int64
  /// Until when it can be paid.
  public var expiresAt: Timestamp?
  public var deposit: Deposit?
  /// Whether a person looks at it, because something did not fit.
  public var isInReview: Bool
  /// Whether a refund waits for an account to go to: the first one, or another than the one that it could not go to.
  public var needsAccount: Bool
  /// The oldest first.
  public var history: [Event]

  public init(
    orderCode: ID<OrderState>, state: State, totalPrice: Int64, currency: String, paidAmount: Int64 = 0,
    refundedAmount: Int64 = 0, returningAmount: Int64 = 0, expiresAt: Timestamp? = nil, deposit: Deposit? = nil,
    isInReview: Bool = false, needsAccount: Bool = false, history: [Event] = []
  ) {
    self.orderCode = orderCode
    self.state = state
    self.totalPrice = totalPrice
    self.currency = currency
    self.paidAmount = paidAmount
    self.refundedAmount = refundedAmount
    self.returningAmount = returningAmount
    self.expiresAt = expiresAt
    self.deposit = deposit
    self.isInReview = isInReview
    self.needsAccount = needsAccount
    self.history = history
  }

  public static var form: APIForm<OrderState> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("order_code"), Schema.word("state", State.allCases.map { $0.rawValue }),
      Schema.whole("total_price"), Schema.text("currency"), Schema.whole("paid_amount"),
      Schema.whole("refunded_amount"), Schema.whole("returning_amount"), Schema.date("expires_at").optional,
      Schema.member("deposit", Deposit.form.schema).optional, Schema.flag("in_review"), Schema.flag("needs_account"),
      Schema.list("history", of: Event.form.schema),
    ]) { order in
      var object: JSONObject = [
        "order_code": .string(order.orderCode.text), "state": .string(order.state.rawValue),
        "total_price": .integer(order.totalPrice), "currency": .string(order.currency),
        "paid_amount": .integer(order.paidAmount), "refunded_amount": .integer(order.refundedAmount),
        "returning_amount": .integer(order.returningAmount),
      ]
      object.put("expires_at", order.expiresAt)
      if let deposit = order.deposit { object["deposit"] = Deposit.form.json(deposit) }
      object["in_review"] = .bool(order.isInReview)
      object["needs_account"] = .bool(order.needsAccount)
      object["history"] = Event.form.array(order.history)
      return object
    } read: { fields throws(APIError) in
      guard let state = State(rawValue: try fields.required("state")) else { throw .badRequest }
      return OrderState(
        orderCode: ID(try fields.required("order_code")), state: state, totalPrice: try fields.amount("total_price"),
        currency: try fields.required("currency"), paidAmount: try fields.amount("paid_amount"),
        refundedAmount: try fields.amount("refunded_amount"),
        returningAmount: try fields.amount("returning_amount"), expiresAt: try fields.date("expires_at"),
        deposit: try Deposit.form.optional("deposit", in: fields), isInReview: try fields.flag("in_review"),
        needsAccount: try fields.flag("needs_account"), history: try Event.form.list(in: fields, "history"))
    }
  }
}

extension OrderState.Deposit {
  static var form: APIForm<Self> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("bank"), Schema.text("account"), Schema.text("holder"), Schema.date("until"),
    ]) { deposit in
      [
        "bank": .string(deposit.bank), "account": .string(deposit.account), "holder": .string(deposit.holder),
        "until": .string(deposit.until.iso8601),
      ]
    } read: { fields throws(APIError) in
      Self(
        bank: fields.text("bank") ?? "", account: try fields.required("account"),
        holder: fields.text("holder") ?? "", until: try fields.requiredDate("until"))
    }
  }
}

extension OrderState.Event {
  static var form: APIForm<Self> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.date("at"), Schema.text("text_code"), Schema.whole("amount").optional]) { event in
      var object: JSONObject = ["at": .string(event.at.iso8601), "text_code": .string(event.code)]
      object.put("amount", event.amount)
      return object
    } read: { fields throws(APIError) in
      Self(
        at: try fields.requiredDate("at"), code: try fields.required("text_code"),
        amount: try fields.number("amount"))
    }
  }
}
