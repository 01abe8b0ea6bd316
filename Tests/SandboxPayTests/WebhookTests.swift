import JSON
import Testing
import Wire

@testable import SandboxPay

struct WebhookTests {
  let trial = Trial()

  /// The example of the Standard Webhooks specification and of its libraries.
  @Test func signatureIsTheOneThatWasPublished() {
    let signature = SandboxMessage.signature(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: Array("{\"test\": 2432232314}".utf8),
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func keysOfPortOneAreBase64() {
    #expect(SandboxMessage.signature(id: "", seconds: 0, body: [], secret: SandboxKeys.webhookSecret) != nil)
    #expect(SandboxMessage.signature(id: "", seconds: 0, body: [], secret: "whsec_?") == nil)
  }

  @Test func v2TellsEveryStep() async throws {
    let id = await trial.buyV2("A")["imp_uid"]?.string ?? ""
    _ = await trial.v2(.post, "/payments/A/cancel", ["reason": "x", "amount": 1])
    _ = await trial.v2(.post, "/payments/A/cancel", ["reason": "x"])
    let sent = await trial.webhooks(4)
    let bodies = try sent.map { try JSONValue(parsing: $0.body) }
    #expect(
      bodies.compactMap { $0["type"]?.string }.sorted() == [
        "Transaction.Cancelled", "Transaction.Paid", "Transaction.PartialCancelled", "Transaction.Ready",
      ])
    for (message, body) in zip(sent, bodies) {
      #expect(body["data"]?["paymentId"]?.string == "A" && body["data"]?["transactionId"]?.string == id)
      #expect(body["data"]?["storeId"]?.string == SandboxKeys.store)
      let name = try #require(message.headers["webhook-id"])
      let seconds = try #require(message.headers["webhook-timestamp"].flatMap { Int64($0) })
      #expect(
        message.headers["webhook-signature"]
          == SandboxMessage.signature(
            id: name, seconds: seconds, body: message.body, secret: SandboxKeys.webhookSecret))
    }
  }

  @Test func v1SaysNothingOfFailuresAndOfItsOwnCancels() async {
    await trial.buy("A", "fail")
    await trial.buy("A")
    _ = await trial.v1(.post, "/payments/cancel", ["merchant_uid": "A"])
    await trial.buy("B", method: "vbank")
    let said = await trial.webhooks(2).map { (try? JSONValue(parsing: $0.body))?["status"]?.string ?? "" }
    #expect(said.sorted() == ["paid", "ready"])
  }

  @Test func refundAtTheConsoleIsTold() async {
    await trial.buy("A")
    _ = await trial.call(.post, "/sandbox/payments/A/refund", ["amount": 10_000])
    let said = await trial.webhooks(2).map { (try? JSONValue(parsing: $0.body))?["status"]?.string ?? "" }
    #expect(said.sorted() == ["cancelled", "paid"])
  }

  @Test func strangersAddressesAreRefused() async {
    for url in [
      "https://evil.example/hook", "http://127.0.0.1.evil.example/", "http://127.0.0.1@evil.example/",
      "http://localhost:80@evil.example/", "file:///etc/passwd", "http://127.0.0.1", "http://[::1]evil/", "//x/y/z",
    ] {
      #expect(await trial.buy("A", notice: url)["error"] != nil)
    }
    #expect(await trial.buy("A", notice: "http://localhost:8080/hook")["error"] == nil)
    #expect(await trial.buy("B", notice: "http://[::1]:8080/hook")["error"] == nil)
  }
}
