import JSON
import Payment
import Wire

extension PortOneV2 {
  /// - Throws: `unreadable` where an amount, a currency or a status is not what it must be: nothing is guessed.
  static func read(_ json: JSONValue) throws(PaymentFault) -> ReportedPayment {
    guard let id = json["id"]?.string, let name = json["status"]?.string, let currency = currency(json) else {
      throw .unreadable("a payment without its names")
    }
    guard let total = json["amount"]?["total"]?.int64, let cancelled = json["amount"]?["cancelled"]?.int64 else {
      throw .unreadable("a payment without its amounts")
    }
    let status: PaymentReport.Status
    switch name {
    case "READY", "PENDING", "PAY_PENDING": status = .ready
    case "VIRTUAL_ACCOUNT_ISSUED": status = .waitingDeposit
    case "PAID", "PARTIAL_CANCELLED": status = .paid
    case "CANCELLED": status = .cancelled
    case "FAILED": status = .failed
    default: throw .unreadable("a payment of an unknown status")
    }
    let wasPaid = json["paidAt"]?.string != nil
    let isTaken = status == .paid || (status == .cancelled && (wasPaid || cancelled > 0))
    let method = json["method"]
    return ReportedPayment(
      PaymentReport(
        id: id, orderCode: id, status: status, currency: currency, captured: isTaken ? total : 0,
        cancelled: isTaken ? cancelled : 0, cancelling: isTaken ? pending(json, total - cancelled) : 0,
        method: PaymentMethod(v2: method?["type"]?.string ?? ""), deposit: deposit(method)),
      receipt: receipt(json, method))
  }

  /// `KRW`, or `CURRENCY_KRW` in some answers.
  private static func currency(_ json: JSONValue) -> Currency? {
    guard let text = json["currency"]?.string else { return nil }
    return Currency(text.hasPrefix("CURRENCY_") ? String(text.dropFirst(9)) : text)
  }

  /// Cancellations that were asked for, and neither done nor refused.
  private static func pending(_ json: JSONValue, _ left: Int64) -> Int64 {
    var sum: Int64 = 0
    for cancellation in json["cancellations"]?.array ?? [] where cancellation["status"]?.string == "REQUESTED" {
      let amount = max(0, cancellation["totalAmount"]?.int64 ?? 0)
      sum = sum.addingReportingOverflow(amount).partialValue
    }
    return min(max(0, sum), max(0, left))
  }

  private static func deposit(_ method: JSONValue?) -> DepositAccount? {
    guard let account = method?["accountNumber"]?.string, !account.isEmpty else { return nil }
    return DepositAccount(
      bank: method?["bank"]?.string ?? "", account: account, holder: method?["remitteeName"]?.string ?? "",
      until: method?["expiredAt"]?.string.flatMap { Timestamp(iso8601: $0) })
  }

  /// Under the names of the first interface, which older clients know.
  private static func receipt(_ json: JSONValue, _ method: JSONValue?) -> JSONObject {
    var receipt = JSONObject()
    func put(_ name: String, _ value: String?) {
      if let value { receipt[name] = .string(String(value.prefix(300))) }
    }
    let card = method?["card"]
    put("pay_method", PaymentMethod(v2: method?["type"]?.string ?? "").v1Name)
    put("pg_provider", json["channel"]?["pgProvider"]?.string)
    put("pg_tid", json["pgTxId"]?.string)
    put("apply_num", method?["approvalNumber"]?.string)
    put("card_name", card?["name"]?.string)
    put("card_number", card?["number"]?.string)
    put("card_issuer_name", card?["issuer"]?.string)
    put("card_publisher_name", card?["publisher"]?.string)
    put("name", json["orderName"]?.string)
    put("buyer_name", json["customer"]?["name"]?.string)
    put("receipt_url", json["receiptUrl"]?.string)
    put("startedAt", json["requestedAt"]?.string.flatMap { Timestamp(iso8601: $0)?.iso8601 })
    put("paidAt", json["paidAt"]?.string.flatMap { Timestamp(iso8601: $0)?.iso8601 })
    if let quota = method?["installment"]?["month"]?.int64 { receipt["card_quota"] = .integer(quota) }
    return receipt
  }
}

extension PaymentMethod {
  fileprivate init(v2 type: String) {
    self =
      switch type {
      case "PaymentMethodCard": .card
      case "PaymentMethodTransfer": .transfer
      case "PaymentMethodMobile": .mobile
      case "PaymentMethodVirtualAccount": .virtualAccount
      case "PaymentMethodEasyPay": .easyPay
      default: .other
      }
  }

  /// As receipts name it.
  var v1Name: String {
    switch self {
    case .card: "card"
    case .transfer: "trans"
    case .mobile: "phone"
    case .virtualAccount: "vbank"
    case .easyPay: "point"
    case .other: ""
    }
  }
}
