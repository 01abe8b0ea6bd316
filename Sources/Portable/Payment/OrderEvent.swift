import Wire

/// What happens to an order.
public enum OrderEvent: Equatable, Sendable {
  /// The provider was asked about a payment, and this is its answer.
  case reported(PaymentReport)
  /// All payments of the order have been reported.
  case checked
  /// The provider did not answer.
  case unanswered
  /// The order costs nothing: nobody has to be asked.
  case nothingToPay
  /// The provider's answer about the order makes no sense.
  case unreadable
  /// The time may have come that the hold ends. Payments are reported first.
  case holdEnded
  /// The answer to `confirmReservation` or `takeReservationAgain`, in the same transaction.
  case reservationAnswered(isOurs: Bool)
  /// Instead of that answer: the reservation cannot be had, for a reason that is neither the buyer's nor the clock's.
  case reservationFailed
  /// The reservation was cancelled in the same transaction; so much of the price goes back.
  case cancelled(by: CancelledBy, refund: Int64)
  /// The doctor does not take the request; all of it goes back.
  case declined
  /// The refund of that key came to nothing.
  case refundFailed(payment: String, key: String, RefundFault)
  /// The payer named an account for refunds.
  case accountGiven
  case resolved(Resolution)
}

public enum CancelledBy: String, Sendable {
  case patient, doctor
  /// The operator.
  case operatorItself = "operator"
}

public enum RefundFault: Equatable, Sendable {
  /// The provider says no; asking again the same way does not help.
  case refused
  /// No answer, or none that says whether it was done.
  case unclear
}

/// How an operator ends a review.
public enum Resolution: String, CaseIterable, Sendable {
  /// Everything that the provider still has goes back, and the reservation ends.
  case refund
  /// It stays as it is; open refunds were settled by other means.
  case accept
}

/// What must be done for an order: in the transaction of the event, or, where the provider is called, in a job that the
/// transaction adds.
public enum OrderCommand: Equatable, Sendable {
  /// The hold becomes a reservation. Answered by `reservationAnswered` or `reservationFailed`.
  case confirmReservation
  /// The hold is over: its slot is taken again if it is free. Answered by `reservationAnswered`
  /// or `reservationFailed`.
  case takeReservationAgain
  /// The slot is given back.
  case releaseReservation
  /// The reservation is the order's no more: it stays held, for another order.
  case leaveReservation
  /// The hold lasts longer, for a deposit.
  case extendHold(until: Timestamp)
  /// Money goes back, by a job.
  case refund(RefundOrder)
  /// Nobody shall pay into the virtual account of that payment any more: by a job, and not more than tried.
  case closeAccount(payment: String)
  case enter(LedgerEntry)
  case note(OrderNote)
  case tell(OrderNews)
  /// The account for refunds is not needed any more.
  case forgetAccount
}

/// A refund to be carried out: `OrderMachine.refundCall` says what exactly, at that time.
public struct RefundOrder: Equatable, Sendable {
  public var payment: String
  public var key: String
  /// Not before.
  public var at: Timestamp

  public init(payment: String, key: String, at: Timestamp) {
    self.payment = payment
    self.key = key
    self.at = at
  }
}

/// One call of a refund. The provider compares `remaining` with what it has, so that the same call, arriving twice,
/// is done once (`checksum`, `currentCancellableAmount`).
public struct RefundCall: Equatable, Sendable {
  public var payment: String
  public var orderCode: String
  public var amount: Int64
  public var remaining: Int64
  public var currency: Currency
  public var reason: RefundReason
  public var needsAccount: Bool

  public init(
    payment: String, orderCode: String, amount: Int64, remaining: Int64, currency: Currency, reason: RefundReason,
    needsAccount: Bool
  ) {
    self.payment = payment
    self.orderCode = orderCode
    self.amount = amount
    self.remaining = remaining
    self.currency = currency
    self.reason = reason
    self.needsAccount = needsAccount
  }
}

/// A movement of money, as it was seen at the provider. Entries are only added; their sum is what the provider has.
public struct LedgerEntry: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case captured, refunded
  }

  public var payment: String
  public var kind: Kind
  public var amount: Int64
  public var currency: Currency
  /// All of that kind and payment, with this entry: no entry is made twice.
  public var total: Int64

  public init(payment: String, kind: Kind, amount: Int64, currency: Currency, total: Int64) {
    self.payment = payment
    self.kind = kind
    self.amount = amount
    self.currency = currency
    self.total = total
  }
}

/// A line of an order's history.
public struct OrderNote: Equatable, Sendable {
  public enum Code: String, CaseIterable, Sendable {
    case created, deposit, paid
    case payingFailed = "paying_failed"
    case depositGivenUp = "deposit_given_up"
    case expired
    case takenAgain = "taken_again"
    case received, refunding, refunded
    case refundedElsewhere = "refunded_elsewhere"
    case cancelledByPatient = "cancelled_by_patient"
    case cancelledByDoctor = "cancelled_by_doctor"
    case cancelledByOperator = "cancelled_by_operator"
    case declined
    case accountNeeded = "account_needed"
    case accountGiven = "account_given"
    case refundUnclear = "refund_unclear"
    case review
    /// What could not be read before can be read now.
    case readAgain = "read_again"
    case resolvedByRefund = "resolved_by_refund"
    case resolvedAsIs = "resolved_as_is"
    case otherOrder = "other_order"
  }

  public var code: Code
  public var amount: Int64?
  /// Of the amount.
  public var currency: Currency?
  /// A word that says more: why money goes back, why somebody must look.
  public var detail: String

  public init(_ code: Code, _ money: Money? = nil, detail: String = "") {
    self.code = code
    amount = money?.amount
    currency = money?.currency
    self.detail = detail
  }
}

/// What the buyer is told.
public enum OrderNews: Equatable, Sendable {
  case paid
  case refunded(Money)
  /// It came too late; it goes back.
  case tooLate
  /// It was not the price, or a second payment; it goes back.
  case goesBack(RefundReason)
  case accountNeeded
}
