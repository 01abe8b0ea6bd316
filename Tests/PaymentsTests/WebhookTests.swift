import Crypto
import Payments
import Testing
import Wire

struct WebhookTests {
  /// The published vector of Standard Webhooks.
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let now = Timestamp(milliseconds: 1_614_265_330_000)
  private static let right = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

  private func request(
    _ signature: String = right, id: String? = "msg_p5jXN8AQM9LWM0D4loKWxJek", time: String = "1614265330",
    body: String = #"{"test": 2432232314}"#
  ) -> HTTPRequest {
    var headers: HTTPHeaders = ["webhook-timestamp": time, "webhook-signature": signature]
    if let id { headers.add("webhook-id", id) }
    return HTTPRequest(.post, "/", headers: headers, body: Array(body.utf8))
  }

  private func isValid(_ request: HTTPRequest, _ secrets: [String] = [secret], at now: Timestamp = now) throws -> Bool {
    try #require(WebhookSignature(secrets: secrets)).isValid(request, at: now)
  }

  @Test func thePublishedVectorIsRight() throws {
    #expect(try isValid(request()))
    #expect(try isValid(request(), ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]))
  }

  @Test func everyChangeIsNoticed() throws {
    #expect(try !isValid(request(body: #"{"test": 2432232315}"#)))
    #expect(try !isValid(request(id: "msg_x")))
    #expect(try !isValid(request(id: nil)))
    #expect(try !isValid(request(time: "1614265331")))
    #expect(try !isValid(request("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF=")))
    #expect(try !isValid(request("v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")))
    for signature in ["", "v1", "v1,", "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", "v1,%%%"] {
      #expect(try !isValid(request(signature)))
    }
    #expect(try !isValid(request(), ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"]))
  }

  @Test func oneOfSeveralSignaturesAndSecretsIsEnough() throws {
    let wrong = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc="
    #expect(try isValid(request("\(wrong) v2,x \(Self.right)")))
    #expect(try isValid(request(), ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", Self.secret]))
  }

  @Test func oldAndFutureMessagesAreRefused() throws {
    let edge = WebhookSignature.toleranceSeconds * 1_000
    #expect(try isValid(request(), at: Self.now.adding(milliseconds: edge)))
    #expect(try isValid(request(), at: Self.now.adding(milliseconds: -edge)))
    #expect(try !isValid(request(), at: Self.now.adding(milliseconds: edge + 1_000)))
    #expect(try !isValid(request(), at: Self.now.adding(milliseconds: -edge - 1_000)))
    for time in ["-9223372036854775808", "9223372036854775807", "x", "", "1614265330.0"] {
      #expect(try !isValid(request(time: time)))
    }
  }

  @Test func secretsThatAreNoneAreNotTaken() {
    #expect(WebhookSignature(secrets: []) == nil)
    #expect(WebhookSignature(secrets: ["whsec_"]) == nil)
    #expect(WebhookSignature(secrets: [Self.secret, "whsec_%%"]) == nil)
  }

  @Test func messagesOfBothVersionsNameTheirPayment() {
    func read(_ body: String) -> PaymentWebhook? {
      PaymentWebhook(v2: HTTPRequest(.post, "/", body: Array(body.utf8)))
    }
    let new =
      #"{"type":"Transaction.Paid","timestamp":"2024-04-25T10:00:00.000Z","data":{"paymentId":"M1","storeId":"s"}}"#
    #expect(read(new)?.orderCode == "M1")
    #expect(read(#"{"payment_id":"M1","tx_id":"t","status":"Paid"}"#)?.orderCode == "M1")
    #expect(read(#"{"type":"Something.New","data":{"paymentId":"M1"}}"#)?.orderCode == "M1")
    #expect(read(#"{"type":"BillingKey.Issued","data":{"billingKey":"b"}}"#) == nil)
    #expect(read("no JSON") == nil)
  }
}
