import BookingContract
import Contract
import JSON
import Payment

/// What a provider said of a payment, and what its receipt shows.
public struct ReportedPayment: Equatable, Sendable {
  public var report: PaymentReport
  /// Members of the receipt under the names of the older clients (`card_name`, `receipt_url` …); times are ISO 8601.
  public var receipt: JSONObject

  public init(_ report: PaymentReport, receipt: JSONObject = [:]) {
    self.report = report
    self.receipt = receipt
  }
}

/// Why a provider gave no answer that counts. The texts are for the operator and hold no keys.
public enum PaymentFault: Error, Equatable, Sendable {
  /// No answer, or one that says nothing of what was asked. What was asked may have been done all the same.
  case unavailable(String)
  /// It says no.
  case refused(String)
  /// It says something that we do not understand.
  case unreadable(String)

  public var text: String {
    switch self {
    case .unavailable(let text), .refused(let text), .unreadable(let text): text
    }
  }
}

/// Where a deposit goes back to: for a refund, and forgotten after it.
public struct RefundAccount: Equatable, Sendable {
  public var holder: String
  public var bank: Bank
  public var number: String

  public init(holder: String, bank: Bank, number: String) {
    self.holder = holder
    self.bank = bank
    self.number = number
  }
}

extension RefundAccount {
  /// - Throws: 400 for what no bank takes: empty or too long texts, numbers with other signs than digits and hyphens,
  ///   and a bank that nobody knows.
  public init(_ account: BankAccount) throws(APIError) {
    let number = account.number
    guard (1...60).contains(account.holder.count), (4...32).contains(number.utf8.count),
      number.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-") })
    else { throw .badRequest }
    guard let bank = Bank(account.bank) else { throw .unknownBank }
    self.init(holder: account.holder, bank: bank, number: number)
  }
}

/// Who takes the money. Only what it says when asked counts.
public struct PaymentProvider: Sendable {
  /// A word for the rows that belong to it.
  public var name: String
  /// nil where it knows no such payment.
  public var payment: @Sendable (_ id: String) async throws(PaymentFault) -> ReportedPayment?
  /// All that it knows of an order.
  public var payments: @Sendable (_ orderCode: String) async throws(PaymentFault) -> [ReportedPayment]
  /// Tells it the amount before anybody pays, so that no other one can be paid. A repeat is harmless.
  public var prepare: @Sendable (_ orderCode: String, Money) async throws(PaymentFault) -> Void
  /// Gives money back, once, if what is left is as the call says. What came of it is then asked.
  public var cancel: @Sendable (RefundCall, RefundAccount?) async throws(PaymentFault) -> Void
  /// Lets nobody pay into the virtual account of a payment any more. Refused where money has come already, and where
  /// the provider does not do that.
  public var closeAccount: @Sendable (_ payment: String) async throws(PaymentFault) -> Void

  public init(
    name: String, payment: @escaping @Sendable (String) async throws(PaymentFault) -> ReportedPayment?,
    payments: @escaping @Sendable (String) async throws(PaymentFault) -> [ReportedPayment],
    prepare: @escaping @Sendable (String, Money) async throws(PaymentFault) -> Void,
    cancel: @escaping @Sendable (RefundCall, RefundAccount?) async throws(PaymentFault) -> Void,
    closeAccount: @escaping @Sendable (String) async throws(PaymentFault) -> Void
  ) {
    self.name = name
    self.payment = payment
    self.payments = payments
    self.prepare = prepare
    self.cancel = cancel
    self.closeAccount = closeAccount
  }
}
