import Wire

/// What a provider said of one payment when it was asked. Amounts are minor units of `currency`.
///
/// Nothing that a client or a webhook says ever becomes a report: only the provider's own answer does.
public struct PaymentReport: Equatable, Sendable {
  public enum Status: String, CaseIterable, Sendable {
    /// Begun, nothing paid.
    case ready
    /// A virtual account waits for its deposit.
    case waitingDeposit = "waiting_deposit"
    case paid
    case failed
    /// All of it was taken back, or a virtual account was given up before anything came.
    case cancelled
  }

  /// The provider's name for the payment (`imp_uid`; in the second API the payment id).
  public var id: String
  /// Whose payment the provider says it is (`merchant_uid`; the payment id).
  public var orderCode: String
  public var status: Status
  public var currency: Currency
  /// What was taken from the payer, however much of it was given back since; 0 before it is paid.
  public var captured: Int64
  /// What was given back in all.
  public var cancelled: Int64
  /// What is on its way back: asked for, and neither done nor refused.
  public var cancelling: Int64
  public var method: PaymentMethod
  public var deposit: DepositAccount?

  public init(
    id: String, orderCode: String, status: Status, currency: Currency, captured: Int64 = 0, cancelled: Int64 = 0,
    cancelling: Int64 = 0, method: PaymentMethod = .card, deposit: DepositAccount? = nil
  ) {
    self.id = id
    self.orderCode = orderCode
    self.status = status
    self.currency = currency
    self.captured = captured
    self.cancelled = cancelled
    self.cancelling = cancelling
    self.method = method
    self.deposit = deposit
  }

  /// What no payment can be: negative, or more given back than taken.
  var isSound: Bool {
    captured >= 0 && cancelled >= 0 && cancelled <= captured && cancelling >= 0 && cancelling <= captured - cancelled
      && (status != .paid || captured > 0)
  }
}

/// How somebody pays, as far as it matters to us: money that came from an account cannot go back by itself.
public enum PaymentMethod: String, CaseIterable, Sendable {
  case card, transfer, mobile
  case easyPay = "easy_pay"
  case virtualAccount = "virtual_account"
  case other

  /// Whether a refund needs an account to go to.
  public var refundsToAccount: Bool { self == .virtualAccount }
}

/// Where a deposit is to be sent.
public struct DepositAccount: Equatable, Sendable {
  public var bank: String
  public var account: String
  public var holder: String
  /// nil: the provider names no end.
  public var until: Timestamp?

  public init(bank: String, account: String, holder: String, until: Timestamp? = nil) {
    self.bank = bank
    self.account = account
    self.holder = holder
    self.until = until
  }
}
