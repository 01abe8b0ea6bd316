import JSON
import Synchronization
import Wire

/// `/sandbox/…`: what a test or an operator tells the sandbox, and what it knows. Amounts are minor units.
extension SandboxPay {
  func control(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.decode(segment: String($0)) ?? "" }
    if request.method == .get, parts.count > 1, parts[1] == "payments" {
      return parts.count == 2 ? list() : Self.controlled(find(parts[2]))
    }
    // A page of somebody else can send forms here, but no JSON.
    guard request.method == .post, request.headers["Content-Type"]?.hasPrefix("application/json") == true,
      let fields = SandboxFields(request)
    else { return Self.json(["error": "POST with a JSON object is needed"], status: 400) }
    switch (parts.dropFirst().first, parts.count) {
    case ("plans", 3): return plan(parts[2], fields.json)
    case ("pay", 2): return pay(fields)
    case ("tokens", 3) where parts[2] == "expire":
      state.withLock { $0.token = nil }
      return Self.json([:])
    case ("payments", 4): return act(parts[3], on: parts[2], fields)
    default: return Self.json(["error": "no such place"], status: 404)
    }
  }

  private static func controlled(_ payment: SandboxPayment?) -> HTTPResponse {
    payment.map { json($0.json) } ?? json(["error": "no such payment"], status: 404)
  }

  private func find(_ name: String) -> SandboxPayment? {
    state.withLock { $0.book[name] ?? $0.book.current(name) }
  }

  /// All payments, oldest first, and what was taken and given back in each currency.
  private func list() -> HTTPResponse {
    let payments = state.withLock { $0.book.payments }
    var totals: JSONObject = [:]
    for payment in payments where payment.captured > 0 {
      let known = totals[payment.currency]
      totals[payment.currency] = [
        "captured": .integer(payment.captured + (known?["captured"]?.int64 ?? 0)),
        "refunded": .integer(payment.refunded + (known?["refunded"]?.int64 ?? 0)),
      ]
    }
    return Self.json(["payments": .array(payments.map(\.json)), "totals": .object(totals)])
  }

  /// For an order that comes, for one that is there, or for all others (`*`).
  private func plan(_ order: String, _ json: JSONValue) -> HTTPResponse {
    guard let plan = SandboxPlan(json) else { return Self.json(["error": "unknown or senseless plan"], status: 400) }
    work { book, now in
      book.plan(order, plan)
      for payment in book.tries(of: order) { book.change(payment.id, at: now) { $0.plan = plan } }
    }
    return Self.json(plan.json)
  }

  /// The checkout without a browser: its fields, and `choice` as on the page.
  private func pay(_ fields: SandboxFields) -> HTTPResponse {
    guard let order = order(fields) else { return Self.json(["error": "no such checkout"], status: 400) }
    switch open(order) {
    case .failure(let fault): return Self.json(["error": .string("\(fault)")], status: 409)
    case .success(let payment):
      let choice = SandboxChoice(rawValue: fields["choice"] ?? "pay") ?? .pay
      return Self.controlled(decide(payment.id, choice, by: payment.method))
    }
  }

  private func act(_ what: String, on name: String, _ fields: SandboxFields) -> HTTPResponse {
    guard let found = find(name) else { return Self.controlled(nil) }
    let second = makeID("imp_")
    let after: SandboxPayment? = work { book, now in
      switch what {
      case "agree": book.agree(found.id, by: .card, at: now, second: second)
      case "confirm": book.settle(found.id, at: now)
      case "deposit": book.deposit(found.id, at: now)
      case "fail": book.fail(found.id, why: fields["reason"] ?? "한도를 초과했습니다.", at: now)
      case "close": book.close(found.id, at: now)
      case "webhook": book.repeatNotice(found.id, as: fields["status"], at: now)
      case "refund":
        // As from PortOne's own console: its webhook is sent in V1 as well.
        (try? book.cancel(
          found.id, amount: fields["amount"].flatMap { Int64($0) }, expected: nil, reason: fields["reason"] ?? "",
          account: fields["account"] ?? "console", refund: second, isTold: true, at: now))?.0
      default: nil
      }
    }
    return after.map { Self.json($0.json) } ?? Self.json(["error": "not now", "payment": found.json], status: 409)
  }
}

extension SandboxBook {
  /// Tells again how it stands, or claims something else.
  mutating func repeatNotice(_ id: String, as claim: String?, at now: Int64) -> SandboxPayment? {
    guard let payment = self[id] else { return nil }
    let event: SandboxNotice.Event =
      switch claim ?? payment.v1Status {
      case "paid": .paid
      case "ready": .issued
      case "failed": .failed
      default: .cancelled(payment.refunds.last?.id ?? "cancel_0", isAll: payment.balance == 0)
      }
    notices.append(SandboxNotice(payment: id, event: event, at: now))
    return payment
  }
}
