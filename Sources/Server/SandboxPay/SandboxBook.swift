/// What the sandbox knows: payments, amounts that were registered before, and what shall go wrong. It decides
/// everything and does nothing: what must be told or kept lies in `notices` and `changed` until the shell takes it.
struct SandboxBook: Sendable {
  struct Prepared: Equatable, Sendable {
    /// Major units, as `SandboxMoney.plain` writes them.
    var amount: String
    /// nil: it was not said.
    var currency: String?
  }

  /// A payment before anybody has said yes.
  struct Order: Sendable {
    var order: String
    var dialect: SandboxDialect
    var name: String
    var amount: Int64
    var currency: String
    var method = SandboxMethod.card
    var buyer = SandboxBuyer()
    var noticeURL: String?
    var returnURL: String?
    var depositUntil: Int64?
  }

  enum OpenFault: Error, Equatable {
    /// The order is paid already.
    case paid
    /// Another amount or currency was registered for it.
    case otherAmount
  }

  enum CancelFault: Error, Equatable {
    case unknown
    case notPaid
    case alreadyCancelled
    case tooMuch
    /// The caller believed in another balance.
    case otherBalance
    /// An account is paid back to an account.
    case needsAccount
    case refused
  }

  private(set) var payments: [SandboxPayment] = []
  private var places: [String: Int] = [:]
  private(set) var prepared: [String: Prepared] = [:]
  /// By order; `*` is for those that have none of their own.
  private(set) var plans: [String: SandboxPlan] = [:]
  var notices: [SandboxNotice] = []
  /// What has to be kept.
  var changed: [SandboxRecord] = []

  subscript(id: String) -> SandboxPayment? { places[id].map { payments[$0] } }

  /// The newest first.
  func tries(of order: String) -> [SandboxPayment] { payments.reversed().filter { $0.order == order } }

  /// What V2 calls the payment of an order: what was paid or waits, or else the newest try.
  func current(_ order: String) -> SandboxPayment? {
    let tries = tries(of: order)
    return tries.first { $0.paidAt != nil } ?? tries.first { $0.state == .waiting } ?? tries.first
  }

  mutating func restore(_ record: SandboxRecord) {
    switch record {
    case .payment(let payment): put(payment)
    case .prepared(let order, let value): prepared[order] = value
    case .plan(let order, let plan): plans[order] = plan
    }
  }

  private mutating func put(_ payment: SandboxPayment) {
    if let place = places[payment.id] {
      payments[place] = payment
    } else {
      places[payment.id] = payments.count
      payments.append(payment)
    }
  }

  /// Changes a payment and notes that it has to be kept.
  /// - Returns: the payment afterwards; nil where there is none of that id.
  @discardableResult
  mutating func change(_ id: String, at now: Int64, _ body: (inout SandboxPayment) -> Void) -> SandboxPayment? {
    guard let place = places[id] else { return nil }
    body(&payments[place])
    payments[place].changedAt = now
    changed.append(.payment(payments[place]))
    return payments[place]
  }

  mutating func prepare(_ order: String, _ value: Prepared) {
    prepared[order] = value
    changed.append(.prepared(order, value))
  }

  mutating func plan(_ order: String, _ plan: SandboxPlan) {
    plans[order] = plan
    changed.append(.plan(order, plan))
  }

  /// Opens the checkout.
  /// - Parameter plan: nil: the order's own.
  mutating func open(
    _ order: Order, id: String, plan: SandboxPlan? = nil, at now: Int64
  ) throws(OpenFault) -> SandboxPayment {
    let plan = plan ?? plans[order.order] ?? plans["*"] ?? SandboxPlan()
    if !plan.isTwice, tries(of: order.order).contains(where: { $0.paidAt != nil || $0.state == .waiting }) {
      throw .paid
    }
    if let prepared = prepared[order.order],
      prepared.amount != SandboxMoney.major(order.amount, in: order.currency)
        || prepared.currency ?? order.currency != order.currency
    {
      throw .otherAmount
    }
    var payment = SandboxPayment(
      id: id, order: order.order, dialect: order.dialect, name: order.name, amount: plan.amount ?? order.amount,
      currency: plan.currency ?? order.currency, startedAt: now, changedAt: now)
    (payment.method, payment.buyer, payment.plan) = (order.method, order.buyer, plan)
    (payment.noticeURL, payment.returnURL) = (order.noticeURL, order.returnURL)
    payment.depositUntil = order.depositUntil
    put(payment)
    changed.append(.payment(payment))
    tell(payment, .opened, at: now)
    return payment
  }
}

/// What is kept, one line each.
enum SandboxRecord: Equatable, Sendable {
  case payment(SandboxPayment)
  case prepared(String, SandboxBook.Prepared)
  case plan(String, SandboxPlan)
}
