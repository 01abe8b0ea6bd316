import Wire

/// How far an order is, as people see it.
public enum OrderPhase: String, CaseIterable, Sendable {
  case open
  case waitingDeposit = "waiting_deposit"
  case paid
  /// Everything that was paid went back.
  case refunded
  case expired
  case failed
}

/// What an order knows of the reservation that it buys.
public enum ReservationStage: String, CaseIterable, Sendable {
  /// Holds its slot until the order's `expiresAt`.
  case held
  /// Bought: confirmed, or waiting for the doctor.
  case bought
  /// The hold is over; the slot may be taken again if it is free.
  case lapsed
  /// Cancelled or declined: never again.
  case closed
}

/// Why an operator must look at an order.
public enum ReviewReason: String, CaseIterable, Sendable {
  /// The provider refuses a refund, or does not answer for too long.
  case refundRefused = "refund_refused"
  /// Money went back that we did not send back, while the reservation stands.
  case refundedElsewhere = "refunded_elsewhere"
  /// The provider's figures contradict what it said before.
  case contradiction
  /// The provider's answer cannot be read.
  case unreadable
}

/// Everything that is decided about one order. `OrderMachine` changes it.
public struct OrderRecord: Equatable, Sendable {
  public var code: String
  public var price: Money
  public var phase: OrderPhase
  public var stage: ReservationStage
  public var createdAt: Timestamp
  /// When the hold of the slot ends.
  public var expiresAt: Timestamp
  /// How long a deposit may take, from when its account was given out.
  public var depositMilliseconds: Int64
  /// No hold lasts longer: the lead time of the appointment. nil: no end of its own.
  public var latestHold: Timestamp?
  public var payments: [OrderPayment]
  /// The payment that buys the reservation.
  public var paidBy: String?
  public var reviews: Set<ReviewReason>
  /// Whether the payer has named an account for refunds of deposits.
  public var hasRefundAccount: Bool
  /// When the provider is to be asked next; nil: no more, unless somebody says that something happened.
  public var nextCheckAt: Timestamp?
  /// A payment for which the reservation is being asked; never set between two transactions.
  var asking: String?

  public init(
    code: String, price: Money, createdAt: Timestamp, expiresAt: Timestamp, depositMilliseconds: Int64 = 3_600_000,
    latestHold: Timestamp? = nil, phase: OrderPhase = .open, stage: ReservationStage = .held,
    payments: [OrderPayment] = [], paidBy: String? = nil, reviews: Set<ReviewReason> = [],
    hasRefundAccount: Bool = false, nextCheckAt: Timestamp? = nil
  ) {
    self.code = code
    self.price = price
    self.phase = phase
    self.stage = stage
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.depositMilliseconds = depositMilliseconds
    self.latestHold = latestHold
    self.payments = payments
    self.paidBy = paidBy
    self.reviews = reviews
    self.hasRefundAccount = hasRefundAccount
    self.nextCheckAt = nextCheckAt
  }

  public func payment(_ id: String) -> OrderPayment? { payments.first { $0.id == id } }

  /// What was taken in the order's currency.
  public var paidAmount: Int64 { sum { $0.captured } }

  /// What of it went back.
  public var refundedAmount: Int64 { sum { $0.cancelled } }

  /// Whether somebody may still pay: the slot is held and no money has come.
  public func canBePaid(at now: Timestamp) -> Bool {
    stage == .held && now < expiresAt && paidBy == nil
  }

  /// Whether money that comes now is what the order waits for.
  var wantsMoney: Bool { stage == .held && paidBy == nil }

  /// A refund waits for an account.
  public var needsRefundAccount: Bool {
    !hasRefundAccount && payments.contains { $0.isRefundOpen && $0.method.refundsToAccount }
  }

  /// Whether nothing is left to happen by itself: no money on its way in or out.
  public var isSettled: Bool {
    let isWaiting = stage == .held && phase != .paid
    return !isWaiting && !payments.contains { $0.isRefundOpen }
  }

  private func sum(_ amount: (OrderPayment) -> Int64) -> Int64 {
    var sum: Int64 = 0
    for payment in payments where payment.currency == price.currency {
      sum = sum.addingReportingOverflow(amount(payment)).partialValue
    }
    return sum
  }
}

/// Why money goes back.
public enum RefundReason: String, CaseIterable, Sendable {
  case cancelledByPatient = "cancelled_by_patient"
  case cancelledByDoctor = "cancelled_by_doctor"
  case declined
  /// It came after the hold had ended, and the slot was gone.
  case slotGone = "slot_gone"
  /// It came after the reservation was cancelled.
  case alreadyCancelled = "already_cancelled"
  case secondPayment = "second_payment"
  /// Some of it had gone back before we heard of it.
  case refundedElsewhere = "refunded_elsewhere"
  case wrongAmount = "wrong_amount"
  case wrongCurrency = "wrong_currency"
  /// It came in time, and the reservation could not be written.
  case reservationFailed = "reservation_failed"
  case byOperator = "by_operator"
}

/// One payment of an order, as far as we know it. What was captured, cancelled and must go back only grows.
public struct OrderPayment: Equatable, Sendable {
  public var id: String
  public var status: PaymentReport.Status
  public var currency: Currency
  public var method: PaymentMethod
  public var captured: Int64
  public var cancelled: Int64
  /// What is on its way back, as the provider said last.
  public var cancelling: Int64
  /// How much must have gone back in the end.
  public var refundTarget: Int64
  public var refundReason: RefundReason?
  /// How often a refund led to nothing.
  public var tries: Int64
  /// The provider refuses, or does not answer for too long: nothing more is asked until somebody has looked.
  public var isRefundRefused: Bool
  /// The refund that was asked for last: names the state that it was meant for.
  public var refundKey: String?
  public var refundAskedAt: Timestamp?
  public var capturedAt: Timestamp?
  public var deposit: DepositAccount?

  public init(
    id: String, status: PaymentReport.Status, currency: Currency, method: PaymentMethod, captured: Int64 = 0,
    cancelled: Int64 = 0, cancelling: Int64 = 0, refundTarget: Int64 = 0, refundReason: RefundReason? = nil,
    tries: Int64 = 0,
    isRefundRefused: Bool = false, refundKey: String? = nil, refundAskedAt: Timestamp? = nil,
    capturedAt: Timestamp? = nil,
    deposit: DepositAccount? = nil
  ) {
    self.id = id
    self.status = status
    self.currency = currency
    self.method = method
    self.captured = captured
    self.cancelled = cancelled
    self.cancelling = cancelling
    self.refundTarget = refundTarget
    self.refundReason = refundReason
    self.tries = tries
    self.isRefundRefused = isRefundRefused
    self.refundKey = refundKey
    self.refundAskedAt = refundAskedAt
    self.capturedAt = capturedAt
    self.deposit = deposit
  }

  public var isRefundOpen: Bool { cancelled < refundTarget }

  /// What is still to be asked for.
  var missing: Int64 { refundTarget - cancelled - cancelling }

  /// What the provider still has of it.
  public var remaining: Int64 { captured - cancelled }

  /// The refund that this state asks for. Another state has another key, so that a job for an old state does nothing.
  var currentKey: String { "\(cancelled)-\(refundTarget)-\(tries)" }
}
