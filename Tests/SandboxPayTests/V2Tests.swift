import JSON
import Testing
import Wire

@testable import SandboxPay

struct V2Tests {
  let trial = Trial()

  @Test func strangersAreTurnedAway() async {
    let stranger = await trial.call(.get, "/v2/payments/A", nil, ["Authorization": "PortOne x"])
    #expect(stranger.status == 401 && stranger.json["type"]?.string == "UNAUTHORIZED")
    #expect(await trial.v2(.get, "/payments/A?storeId=store-other").status == 403)
    let login = await trial.call(.post, "/v2/login/api-secret", ["apiSecret": .string(SandboxKeys.v2Secret)])
    let token = login.json["accessToken"]?.string ?? ""
    #expect(await trial.call(.get, "/v2/payments/A", nil, ["Authorization": "Bearer " + token]).status == 404)
    #expect(await trial.call(.post, "/v2/login/api-secret", ["apiSecret": "x"]).status == 401)
  }

  @Test func paidCardHasTheFieldsOfPortOne() async {
    await trial.buyV2("A")
    let payment = await trial.v2(.get, "/payments/A").json
    #expect(payment["status"]?.string == "PAID" && payment["id"]?.string == "A")
    #expect(payment["amount"]?["total"]?.int64 == 30_000 && payment["amount"]?["paid"]?.int64 == 30_000)
    #expect(payment["currency"]?.string == "KRW" && payment["storeId"]?.string == SandboxKeys.store)
    #expect(payment["method"]?["type"]?.string == "PaymentMethodCard")
    #expect(payment["paidAt"]?.string == "2027-01-15T08:00:00.000Z")
  }

  @Test func everyRefusalHasItsType() async {
    func type(_ path: String, _ body: JSONValue) async -> String {
      let answer = await trial.v2(.post, path, body)
      return "\(answer.status) \(answer.json["type"]?.string ?? "")"
    }
    #expect(await type("/payments/A/cancel", ["reason": "x"]) == "404 PAYMENT_NOT_FOUND")
    await trial.buyV2("F", "fail")
    #expect(await type("/payments/F/cancel", ["reason": "x"]) == "409 PAYMENT_NOT_PAID")
    await trial.plan("A", ["refuse_cancels": 1])
    await trial.buyV2("A")
    #expect(await type("/payments/A/cancel", [:]) == "400 INVALID_REQUEST")
    #expect(await type("/payments/A/cancel", ["reason": "x", "amount": 0]) == "400 INVALID_REQUEST")
    #expect(
      await type("/payments/A/cancel", ["reason": "x", "amount": 30_001])
        == "409 CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT")
    #expect(
      await type("/payments/A/cancel", ["reason": "x", "currentCancellableAmount": 29_999])
        == "409 CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN")
    #expect(await type("/payments/A/cancel", ["reason": "x"]) == "502 PG_PROVIDER")
    #expect(await type("/payments/A/pre-register", ["totalAmount": 1]) == "409 ALREADY_PAID")
    #expect(await type("/payments/A/virtual-account/close", [:]) == "409 PAYMENT_NOT_WAITING_FOR_DEPOSIT")
    #expect(await type("/payments/A/cancel", ["reason": "x", "storeId": "y"]) == "403 FORBIDDEN")
    #expect(await trial.v2(.post, "/payments/A/cancel", ["reason": "x"]).status == 200)
    #expect(await type("/payments/A/cancel", ["reason": "x"]) == "409 PAYMENT_ALREADY_CANCELLED")
  }

  @Test func repeatWithOneKeyCancelsOnce() async {
    await trial.buyV2("A")
    let part: JSONValue = ["reason": "x", "amount": 10_000]
    let first = await trial.v2(.post, "/payments/A/cancel", part, key: "\"k1\"")
    #expect(first.json["cancellation"]?["totalAmount"]?.int64 == 10_000)
    #expect(await trial.v2(.post, "/payments/A/cancel", part, key: "\"k1\"").json == first.json)
    let payment = await trial.v2(.get, "/payments/A").json
    #expect(payment["status"]?.string == "PARTIAL_CANCELLED" && payment["amount"]?["cancelled"]?.int64 == 10_000)
    #expect(payment["cancellations"]?.array?.count == 1)
  }

  @Test func banksAreThoseOfItsEnumeration() async {
    await trial.buyV2("A", method: "VIRTUAL_ACCOUNT")
    _ = await trial.call(.post, "/sandbox/payments/A/deposit", [:])
    func cancel(_ bank: String) async -> Int {
      let account: JSONValue = ["bank": .string(bank), "number": "110", "holderName": "정민지"]
      return await trial.v2(.post, "/payments/A/cancel", ["reason": "x", "refundAccount": account]).status
    }
    for unknown in ["신한은행", "088", "SHINHAN_BANK", ""] { #expect(await cancel(unknown) == 400) }
    #expect(await cancel("SHINHAN") == 200)
  }

  @Test func preRegisteredAmountBinds() async {
    #expect(await trial.v2(.post, "/payments/A/pre-register", ["totalAmount": 1, "currency": "KRW"]).status == 200)
    #expect(await trial.buyV2("A")["error"]?.string == "otherAmount")
    #expect(await trial.v2(.post, "/payments/A/pre-register", ["totalAmount": "x"]).status == 400)
  }

  @Test func oneOrderIsPaidOnce() async {
    await trial.buyV2("A")
    #expect(await trial.buyV2("A")["error"]?.string == "paid")
  }
}
