import JSON
import Payment
import Payments
import Storage
import Wire

/// What is asked of `maru admin payments`.
public enum PaymentQuestion: Equatable, Sendable {
  /// Orders that somebody must look at; or the last ones.
  case list(all: Bool)
  /// One order with its history and ledger.
  case show(String)
  /// Asks the provider at once.
  case check(String)
  case resolve(String, isRefund: Bool)
  /// What the provider's own books must say.
  case balance

  var json: JSONValue {
    switch self {
    case .list(let all): ["command": "payments", "all": .bool(all)]
    case .show(let code): ["command": "payment", "code": .string(code)]
    case .check(let code): ["command": "check_payment", "code": .string(code)]
    case .resolve(let code, let isRefund):
      ["command": "resolve_payment", "code": .string(code), "as": isRefund ? "refund" : "accept"]
    case .balance: ["command": "payment_balance"]
    }
  }

  init(_ rest: inout ArraySlice<String>) throws(UsageError) {
    let word = rest.popFirst()
    switch word {
    case nil: self = .list(all: false)
    case "--all": self = .list(all: true)
    case "--balance": self = .balance
    case "--show", "--check", "--refund", "--accept":
      guard let code = rest.popFirst(), !code.isEmpty else { throw .missingValue(word ?? "") }
      switch word {
      case "--show": self = .show(code)
      case "--check": self = .check(code)
      default: self = .resolve(code, isRefund: word == "--refund")
      }
    case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word)
    }
  }
}

extension AdminDesk {
  /// nil where it is no question about payments.
  func paymentAnswer(_ question: JSONValue) async throws -> JSONValue? {
    guard let payments else { return nil }
    let code = question["code"]?.string ?? ""
    switch question["command"]?.string {
    case "payments":
      let rows = try await payments.list(all: question["all"]?.bool == true, limit: Self.reportMaximum)
      return .array(rows.map(Self.order))
    case "payment", "check_payment":
      if question["command"]?.string == "check_payment" { _ = try await payments.check(code) }
      guard let found = try await payments.find(code) else { throw Refusal(text: "there is no order \(code)") }
      return Self.whole(found.seen, found.ledger)
    case "resolve_payment":
      guard let resolution = question["as"]?.string.flatMap({ Resolution(rawValue: $0) }) else {
        throw Refusal(text: "resolve_payment needs refund or accept")
      }
      guard let row = try await payments.resolve(code, as: resolution) else {
        throw Refusal(text: "there is no order \(code)")
      }
      return Self.order(row)
    case "payment_balance":
      return .array(
        try await payments.balances().map { balance in
          [
            "currency": .string(balance.currency.code),
            "captured": .string(Money(balance.captured, balance.currency).decimal),
            "refunded": .string(Money(balance.refunded, balance.currency).decimal),
          ]
        })
    default: return nil
    }
  }

  private static func order(_ row: OrderRow) -> JSONValue { .object(members(row)) }

  private static func members(_ row: OrderRow) -> JSONObject {
    let record = row.record
    func money(_ amount: Int64) -> JSONValue { .string(Money(amount, record.price.currency).decimal) }
    var object: JSONObject = [
      "code": .string(record.code), "title": .string(row.title), "phase": .string(record.phase.rawValue),
      "reservation": .string(record.stage.rawValue), "price": money(record.price.amount),
      "currency": .string(record.price.currency.code), "paid": money(record.paidAmount),
      "refunded": money(record.refundedAmount), "created_at": .string(record.createdAt.iso8601),
      "reviews": .array(record.reviews.map { $0.rawValue }.sorted().map { .string($0) }),
    ]
    if let next = record.nextCheckAt { object["next_check_at"] = .string(next.iso8601) }
    return object
  }

  private static func whole(_ seen: Payments.Seen, _ ledger: [LedgerEntry]) -> JSONValue {
    var object = members(seen.row)
    object["payments"] = .array(
      seen.row.record.payments.map { payment in
        func money(_ amount: Int64) -> JSONValue { .string(Money(amount, payment.currency).decimal) }
        return [
          "payment": .string(payment.id), "status": .string(payment.status.rawValue),
          "method": .string(payment.method.rawValue), "currency": .string(payment.currency.code),
          "captured": money(payment.captured), "refunded": money(payment.cancelled),
          "must_go_back": money(payment.refundTarget),
        ]
      })
    object["ledger"] = .array(
      ledger.map { entry in
        [
          "payment": .string(entry.payment), "kind": .string(entry.kind.rawValue),
          "amount": .string(Money(entry.amount, entry.currency).decimal), "currency": .string(entry.currency.code),
        ]
      })
    object["history"] = .array(
      seen.history.map { ["at": .string($0.at.iso8601), "what": .string($0.note.words)] })
    return .object(object)
  }
}

extension AdminText {
  static func payments(_ ok: JSONValue, _ question: PaymentQuestion) -> String {
    switch question {
    case .list(let all): list(ok.array ?? [], all: all)
    case .show, .check: whole(ok)
    case .resolve(_, let isRefund):
      isRefund ? "What is left goes back; `--show` tells when it is there." : "It stays as it is."
    case .balance: balance(ok.array ?? [])
    }
  }

  private static func list(_ orders: [JSONValue], all: Bool) -> String {
    if orders.isEmpty { return all ? "There are no orders." : "No payment needs anybody." }
    return orders.map(line).joined(separator: "\n")
  }

  private static func line(_ order: JSONValue) -> String {
    func field(_ name: String) -> String { plain(order[name]?.string ?? "") }
    let reviews = (order["reviews"]?.array ?? []).compactMap { $0.string }.map(plain).joined(separator: ", ")
    let money = "\(field("paid")) - \(field("refunded")) of \(field("price")) \(field("currency"))"
    return "\(field("code"))  \(field("created_at"))  \(field("phase"))  \(money)  \(field("title"))"
      + (reviews.isEmpty ? "" : "  [\(reviews)]")
  }

  private static func whole(_ order: JSONValue) -> String {
    func text(_ json: JSONValue, _ name: String) -> String { plain(json[name]?.string ?? "") }
    var lines = [line(order)]
    for payment in order["payments"]?.array ?? [] {
      lines.append(
        "  payment  \(text(payment, "payment"))  \(text(payment, "status"))  \(text(payment, "method"))  taken "
          + "\(text(payment, "captured")), back \(text(payment, "refunded")) of \(text(payment, "must_go_back")) "
          + text(payment, "currency"))
    }
    for entry in order["ledger"]?.array ?? [] {
      lines.append(
        "  ledger   \(text(entry, "payment"))  \(text(entry, "kind"))  \(text(entry, "amount")) "
          + text(entry, "currency"))
    }
    for note in order["history"]?.array ?? [] { lines.append("  \(text(note, "at"))  \(text(note, "what"))") }
    return lines.joined(separator: "\n")
  }

  private static func balance(_ balances: [JSONValue]) -> String {
    if balances.isEmpty { return "No money has moved." }
    return balances.map { balance in
      func field(_ name: String) -> String { plain(balance[name]?.string ?? "") }
      return "\(field("currency"))  taken \(field("captured")), given back \(field("refunded"))"
    }.joined(separator: "\n")
  }
}
