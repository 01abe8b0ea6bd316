import JSON
import Testing
import Wire

@testable import SandboxPay

struct PlanTests {
  let trial = Trial()

  private func status(_ order: String) async -> String {
    await trial.v1(.get, "/payments/find/" + order).json["response"]?["status"]?.string ?? "none"
  }

  @Test func unknownPlansAreRefused() async {
    for plan: JSONValue in [
      ["nonsense": 1], ["webhooks": 6], ["webhooks": "x"], ["amount": 0], ["currency": "KR"], ["broken": -1],
      ["webhook_early": "yes"], ["confirm_after_ms": -2],
    ] {
      #expect(await trial.plan("A", plan) == 400)
    }
    #expect(await trial.call(.post, "/sandbox/plans/A").status == 400)
  }

  @Test func lateMoneyArrivesLate() async {
    await trial.plan("A", ["confirm_after_ms": 5_000])
    await trial.buy("A")
    #expect(await status("A") == "ready")
    trial.pass(milliseconds: 4_999)
    #expect(await status("A") == "ready" && trial.sent.isEmpty)
    trial.pass(milliseconds: 1)
    #expect(await status("A") == "paid")
    #expect(await trial.webhooks(1).count == 1)
  }

  @Test func somebodyConfirmsByHand() async {
    await trial.plan("A", ["confirm_after_ms": -1])
    await trial.buy("A")
    trial.pass(milliseconds: 86_400_000)
    #expect(await status("A") == "ready")
    #expect(await trial.call(.post, "/sandbox/payments/A/confirm", [:]).json["state"]?.string == "paid")
    #expect(await trial.call(.post, "/sandbox/payments/A/confirm", [:]).status == 409)
  }

  @Test func failedPaymentIsPaidAfterAll() async {
    await trial.plan("A", ["fail_then_pay_ms": 1_000])
    await trial.buy("A")
    #expect(await status("A") == "failed")
    trial.pass(milliseconds: 1_000)
    #expect(await status("A") == "paid")
  }

  @Test func webhooksComeAsOftenAsPlanned() async {
    for (order, count) in [("A", 0), ("B", 1), ("C", 2)] {
      await trial.plan(order, ["webhooks": .integer(Int64(count))])
      await trial.buy(order)
    }
    let orders = await trial.webhooks(3).map { (try? JSONValue(parsing: $0.body))?["merchant_uid"]?.string ?? "" }
    #expect(orders.sorted() == ["B", "C", "C"])
  }

  @Test func earlyWebhookClaimsWhatIsNotTrueYet() async throws {
    await trial.plan("A", ["webhook_early": true])
    await trial.buy("A")
    let sent = try #require(await trial.webhooks(1).first)
    #expect(try JSONValue(parsing: sent.body)["status"]?.string == "paid")
    #expect(await status("A") == "ready")
    trial.pass(milliseconds: 1_000)
    #expect(await status("A") == "paid" && trial.sent.count == 1)
  }

  @Test func webhookMayBeAForm() async throws {
    await trial.plan("A", ["webhook_form": true])
    let id = await trial.buy("A")["imp_uid"]?.string ?? ""
    let sent = try #require(await trial.webhooks(1).first)
    #expect(sent.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(String(decoding: sent.body, as: UTF8.self) == "imp_uid=\(id)&merchant_uid=A&status=paid")
  }

  @Test func anotherAmountIsTaken() async {
    await trial.plan("A", ["amount": 29_900, "currency": "USD"])
    await trial.buy("A")
    let payment = await trial.v1(.get, "/payments/find/A").json["response"]
    #expect(payment?["amount"] == .number(JSONNumber(unchecked: "299")))
    #expect(payment?["currency"]?.string == "USD")
  }

  @Test func serverBreaksSoOften() async {
    await trial.plan("A", ["broken": 2])
    await trial.buy("A")
    #expect(await trial.v1(.get, "/payments/find/A").status == 500)
    #expect(await trial.v2(.get, "/payments/A").status == 500)
    #expect(await trial.v1(.get, "/payments/find/A").status == 200)
  }

  @Test func lostAnswerHidesACancelThatWasDone() async {
    await trial.plan("A", ["lose_answers": 1])
    await trial.buy("A")
    #expect(await trial.v1(.post, "/payments/cancel", ["merchant_uid": "A", "checksum": 30_000]).status == 500)
    #expect(await status("A") == "cancelled")
    #expect(
      await trial.v1(.post, "/payments/cancel", ["merchant_uid": "A", "checksum": 30_000]).json["code"]?.int64 == 1)
  }

  @Test func cancelMayTakeOnlyPart() async {
    await trial.plan("A", ["cancel_part": 7_000])
    await trial.buy("A")
    let first = await trial.v1(.post, "/payments/cancel", ["merchant_uid": "A"]).json["response"]
    #expect(first?["cancel_amount"]?.int64 == 7_000 && first?["status"]?.string == "paid")
    let second = await trial.v1(.post, "/payments/cancel", ["merchant_uid": "A"]).json["response"]
    #expect(second?["cancel_amount"]?.int64 == 30_000)
  }

  @Test func buyerMayPayTwice() async {
    await trial.plan("A", ["twice": true])
    await trial.buy("A")
    let all = await trial.call(.get, "/sandbox/payments").json
    #expect(all["payments"]?.array?.count == 2)
    #expect(all["totals"]?["KRW"]?["captured"]?.int64 == 60_000)
  }

  @Test func planForAllCountsWhereThereIsNoOther() async {
    await trial.plan("*", ["webhooks": 0])
    await trial.plan("B", [:])
    await trial.buy("A")
    await trial.buy("B")
    #expect(await trial.webhooks(1).count == 1)
  }
}
