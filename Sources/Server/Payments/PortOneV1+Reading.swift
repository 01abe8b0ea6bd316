import JSON
import Payment
import Wire

extension PortOneV1 {
  /// - Throws: `unreadable` where an amount, a currency or a status is not what it must be: nothing is guessed.
  static func read(_ json: JSONValue) throws(PaymentFault) -> ReportedPayment {
    guard let id = json["imp_uid"]?.string, let code = json["merchant_uid"]?.string,
      let name = json["status"]?.string, let currency = json["currency"]?.string.flatMap({ Currency($0) })
    else { throw .unreadable("a payment without its names") }
    let amount = try money(json["amount"], currency)
    let cancelled = try money(json["cancel_amount"], currency, isOptional: true)
    let wasPaid = (json["paid_at"]?.int64 ?? 0) > 0
    let method = PaymentMethod(v1: json["pay_method"]?.string ?? "")
    let account = deposit(json)
    let status: PaymentReport.Status
    switch name {
    case "ready": status = account == nil ? .ready : .waitingDeposit
    case "paid": status = .paid
    case "failed": status = .failed
    case "cancelled": status = .cancelled
    default: throw .unreadable("a payment of an unknown status")
    }
    // A virtual account may be given up before anything came.
    let isTaken = status == .paid || (status == .cancelled && (wasPaid || cancelled > 0))
    return ReportedPayment(
      PaymentReport(
        id: id, orderCode: code, status: status, currency: currency, captured: isTaken ? amount : 0,
        cancelled: isTaken ? cancelled : 0, method: method, deposit: account),
      receipt: receipt(json))
  }

  private static func money(
    _ json: JSONValue?, _ currency: Currency, isOptional: Bool = false
  ) throws(PaymentFault) -> Int64 {
    if isOptional, json == nil || json == .null { return 0 }
    guard let text = json?.decimalText, let money = Money(decimal: text, currency) else {
      throw .unreadable("an amount that is none of \(currency.code)")
    }
    return money.amount
  }

  private static func deposit(_ json: JSONValue) -> DepositAccount? {
    guard let account = json["vbank_num"]?.string, !account.isEmpty else { return nil }
    let seconds = json["vbank_date"]?.int64 ?? 0
    return DepositAccount(
      bank: json["vbank_name"]?.string ?? "", account: account, holder: json["vbank_holder"]?.string ?? "",
      until: (1...253_402_300_799).contains(seconds) ? Timestamp(milliseconds: seconds * 1_000) : nil)
  }

  private static let shown = [
    "pay_method", "channel", "pg_provider", "emb_pg_provider", "pg_tid", "pg_id", "escrow", "apply_num", "bank_code",
    "bank_name", "card_code", "card_name", "card_issuer_code", "card_issuer_name", "card_publisher_code",
    "card_publisher_name", "card_quota", "card_number", "card_type", "vbank_code", "vbank_name", "vbank_num",
    "vbank_holder", "vbank_date", "vbank_issued_at", "name", "buyer_name", "buyer_email", "buyer_tel", "status",
    "receipt_url",
  ]

  private static func receipt(_ json: JSONValue) -> JSONObject {
    var receipt = JSONObject()
    for name in shown {
      guard let value = json[name], value != .null, value.array == nil, value.object == nil else { continue }
      receipt[name] = value.string.map { .string(String($0.prefix(300))) } ?? value
    }
    for (name, source) in [("startedAt", "started_at"), ("paidAt", "paid_at")] {
      guard let seconds = json[source]?.int64, (1...253_402_300_799).contains(seconds) else { continue }
      receipt[name] = .string(Timestamp(milliseconds: seconds * 1_000).iso8601)
    }
    return receipt
  }
}

extension PaymentMethod {
  fileprivate init(v1 name: String) {
    self =
      switch name {
      case "card": .card
      case "trans": .transfer
      case "phone": .mobile
      case "vbank": .virtualAccount
      case "kakaopay", "naverpay", "payco", "samsung", "samsungpay", "lpay", "ssgpay", "tosspay", "point": .easyPay
      default: .other
      }
  }
}
