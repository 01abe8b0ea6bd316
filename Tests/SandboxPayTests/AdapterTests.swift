import JSON
import Outgoing
import Payments
import Testing
import Wire

@testable import Payment
@testable import SandboxPay

/// Our adapters against the sandbox, without a socket between them: every route and every refusal.
struct AdapterTests {
  let trial = Trial()
  private let won = Currency.won

  private var link: PaymentLink {
    PaymentLink { [pay = trial.pay] request throws(OutgoingError) in
      let target = String(request.url.dropFirst("http://sandbox".count))
      return await pay.answer(
        HTTPRequest(request.method, target: target, headers: request.headers, body: request.body))
    }
  }

  private var v1: PaymentProvider {
    PortOneV1(
      base: "http://sandbox/v1", key: SandboxKeys.v1Key, secret: SandboxKeys.v1Secret, link: link,
      clock: { Timestamp(milliseconds: 1_800_000_000_000) }
    ).provider
  }

  private var v2: PaymentProvider {
    PortOneV2(base: "http://sandbox/v2", secret: SandboxKeys.v2Secret, store: SandboxKeys.store, link: link).provider
  }

  /// Pays through the dialect of the adapter; the payment's id in it.
  private func buy(_ provider: PaymentProvider, _ order: String, _ choice: String = "pay") async -> String {
    if provider.name == PortOneV2.name {
      await trial.buyV2(order, choice)
      return order
    }
    return await trial.buy(order, choice)["imp_uid"]?.string ?? ""
  }

  private func call(
    _ payment: String, _ order: String, _ amount: Int64, of left: Int64, needsAccount: Bool = false
  ) -> RefundCall {
    RefundCall(
      payment: payment, orderCode: order, amount: amount, remaining: left, currency: won,
      reason: .cancelledByPatient, needsAccount: needsAccount)
  }

  @Test(arguments: [1, 2]) func paidOrderIsReported(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    let id = await buy(provider, "A")
    let found = try #require(try await provider.payment(id))
    #expect(found.report.status == .paid && found.report.captured == 30_000 && found.report.cancelled == 0)
    #expect(found.report.orderCode == "A" && found.report.currency == won && found.report.method == .card)
    #expect(found.receipt["receipt_url"]?.string?.hasPrefix("http://127.0.0.1:9/receipts/imp_") == true)
    #expect(try await provider.payments("A").map(\.report) == [found.report])
    #expect(try await provider.payment("none") == nil)
    #expect(try await provider.payments("none").isEmpty)
  }

  @Test(arguments: [1, 2]) func everyStateIsUnderstood(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    func status(_ order: String) async throws -> PaymentReport.Status? {
      try await provider.payments(order).first?.report.status
    }
    await trial.plan("late", ["confirm_after_ms": 1_000])
    _ = await buy(provider, "late")
    #expect(try await status("late") == .ready)
    trial.pass(milliseconds: 1_000)
    #expect(try await status("late") == .paid)
    _ = await buy(provider, "failed", "fail")
    #expect(try await status("failed") == .failed)
    await trial.buy("deposit", method: "vbank")
    let waiting = try #require(try await provider.payments("deposit").first?.report)
    #expect(waiting.status == .waitingDeposit && waiting.captured == 0 && waiting.method == .virtualAccount)
    #expect(waiting.deposit?.account.isEmpty == false && waiting.deposit?.until != nil)
    _ = await trial.call(.post, "/sandbox/payments/deposit/deposit", [:])
    #expect(try await status("deposit") == .paid)
    await trial.buy("closed", method: "vbank")
    _ = await trial.call(.post, "/sandbox/payments/closed/close", [:])
    let closed = try #require(try await provider.payments("closed").first?.report)
    #expect(closed.status == .cancelled && closed.captured == 0)
  }

  @Test(arguments: [1, 2]) func anAccountIsClosedAsLongAsNobodyPaidIntoIt(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    await trial.buy("A", method: "vbank")
    let id = try #require(try await provider.payments("A").first?.report.id)
    try await provider.closeAccount(id)
    let closed = try #require(try await provider.payments("A").first?.report)
    #expect(closed.status == .cancelled && closed.captured == 0)
    _ = await trial.call(.post, "/sandbox/payments/A/deposit", [:])
    #expect(try await provider.payments("A").first?.report.captured == 0)
    await #expect(throws: PaymentFault.self) { try await provider.closeAccount(id) }
    let paid = await buy(provider, "B")
    await #expect(throws: PaymentFault.self) { try await provider.closeAccount(paid) }
    #expect(try await provider.payment(paid)?.report.captured == 30_000)
  }

  @Test(arguments: [1, 2]) func moneyGoesBackOnce(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    let id = await buy(provider, "A")
    try await provider.cancel(call(id, "A", 10_000, of: 30_000), nil)
    await #expect(throws: PaymentFault.self) { try await provider.cancel(call(id, "A", 10_000, of: 30_000), nil) }
    let part = try #require(try await provider.payment(id)).report
    #expect(part.status == .paid && part.cancelled == 10_000)
    await #expect(throws: PaymentFault.self) { try await provider.cancel(call(id, "A", 20_001, of: 20_000), nil) }
    try await provider.cancel(call(id, "A", 20_000, of: 20_000), nil)
    let all = try #require(try await provider.payment(id)).report
    #expect(all.status == .cancelled && all.captured == 30_000 && all.cancelled == 30_000)
    await #expect(throws: PaymentFault.self) { try await provider.cancel(call(id, "A", 1, of: 0), nil) }
    await #expect(throws: PaymentFault.self) { try await provider.cancel(call("imp_0", "none", 1, of: 1), nil) }
  }

  @Test(arguments: [1, 2]) func depositGoesBackToAnAccount(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    let made = await trial.buy("A", method: "vbank")["imp_uid"]?.string ?? ""
    let id = version == 1 ? made : "A"
    _ = await trial.call(.post, "/sandbox/payments/A/deposit", [:])
    let back = call(id, "A", 30_000, of: 30_000, needsAccount: true)
    await #expect(throws: PaymentFault.self) { try await provider.cancel(back, nil) }
    try await provider.cancel(back, RefundAccount(holder: "정민지", bank: try #require(Bank("씨티")), number: "110-123"))
    #expect(try await provider.payment(id)?.report.status == .cancelled)
  }

  @Test(arguments: [1, 2]) func faultsAreToldApart(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    await trial.plan("A", ["broken": 1, "refuse_cancels": 1, "lose_answers": 1])
    let id = await buy(provider, "A")
    await #expect(throws: PaymentFault.unavailable("status 500")) { try await provider.payment(id) }
    let all = call(id, "A", 30_000, of: 30_000)
    // What a bank refuses is no fault of the line in V1, and a 502 in V2.
    await #expect(throws: PaymentFault.self) { try await provider.cancel(all, nil) }
    #expect(try await provider.payment(id)?.report.cancelled == 0)
    // The answer is lost; what was asked was done.
    await #expect(throws: PaymentFault.unavailable("status 500")) { try await provider.cancel(all, nil) }
    #expect(try await provider.payment(id)?.report.cancelled == 30_000)
  }

  @Test(arguments: [1, 2]) func cancelThatTookPartIsSeen(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    await trial.plan("A", ["cancel_part": 7_000])
    let id = await buy(provider, "A")
    try await provider.cancel(call(id, "A", 30_000, of: 30_000), nil)
    #expect(try await provider.payment(id)?.report.cancelled == 7_000)
    try await provider.cancel(call(id, "A", 23_000, of: 23_000), nil)
    #expect(try await provider.payment(id)?.report.status == .cancelled)
  }

  @Test(arguments: [1, 2]) func preparedAmountKeepsOthersOut(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    try await provider.prepare("A", Money(29_999, won))
    try await provider.prepare("A", Money(29_999, won))
    #expect(await trial.buy("A")["error"]?.string == "otherAmount")
    #expect(await trial.buyV2("A", amount: 29_999)["state"]?.string == "paid")
  }

  @Test(arguments: [1, 2]) func otherAmountAndCurrencyAreReportedAsTheyAre(_ version: Int) async throws {
    let provider = version == 1 ? v1 : v2
    await trial.plan("A", ["amount": 1_999, "currency": "USD"])
    _ = await buy(provider, "A")
    let report = try #require(try await provider.payments("A").first).report
    #expect(report.captured == 1_999 && report.currency.code == "USD")
  }

  @Test func secondPaymentOfAnOrderIsSeen() async throws {
    await trial.plan("A", ["twice": true])
    await trial.buy("A")
    #expect(try await v1.payments("A").map(\.report.captured) == [30_000, 30_000])
  }

  @Test func tokenThatEndedEarlyIsRenewed() async throws {
    let provider = v1
    let id = await buy(provider, "A")
    #expect(try await provider.payment(id) != nil)
    _ = await trial.call(.post, "/sandbox/tokens/expire", [:])
    #expect(try await provider.payment(id) != nil)
  }

  @Test func wrongKeysAreNoAnswer() async throws {
    let stranger = PortOneV1(
      base: "http://sandbox/v1", key: "x", secret: "y", link: link, clock: { Timestamp(milliseconds: 0) }
    ).provider
    await #expect(throws: PaymentFault.self) { try await stranger.payment("imp_1") }
    let other = PortOneV2(base: "http://sandbox/v2", secret: "x", store: nil, link: link).provider
    await #expect(throws: PaymentFault.unavailable("the secret is refused")) { try await other.payment("A") }
    let store = PortOneV2(base: "http://sandbox/v2", secret: SandboxKeys.v2Secret, store: "s", link: link).provider
    await #expect(throws: PaymentFault.refused("status 403 FORBIDDEN")) { try await store.payment("A") }
  }

  @Test func signedWebhooksAreTaken() async throws {
    let signature = try #require(WebhookSignature(secrets: [SandboxKeys.webhookSecret]))
    await trial.buyV2("A")
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    for sent in await trial.webhooks(2) {
      var request = HTTPRequest(.post, "/hook", headers: sent.headers, body: sent.body)
      #expect(signature.isValid(request, at: now))
      #expect(PaymentWebhook(v2: request)?.orderCode == "A")
      #expect(!signature.isValid(request, at: now.adding(milliseconds: 301_000)))
      request.body.append(0x20)
      #expect(!signature.isValid(request, at: now))
    }
  }

  @Test(arguments: [false, true]) func webhooksOfTheFirstAreRead(_ isForm: Bool) async throws {
    await trial.plan("A", ["webhook_form": .bool(isForm)])
    let id = await trial.buy("A")["imp_uid"]?.string
    let sent = try #require(await trial.webhooks(1).first)
    let webhook = PaymentWebhook(v1: HTTPRequest(.post, "/hook", headers: sent.headers, body: sent.body))
    #expect(webhook?.payment == id && webhook?.orderCode == "A")
  }
}
