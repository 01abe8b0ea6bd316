import JSON
import Testing
import Wire

@testable import SandboxPay

struct V1Tests {
  let trial = Trial()

  @Test func keysOpenHalfAnHour() async {
    let wrong = await trial.call(.post, "/v1/users/getToken", ["imp_key": "x", "imp_secret": "y"])
    #expect(wrong.status == 401 && wrong.json["code"]?.int64 == -1 && wrong.json["response"] == .null)
    #expect(await trial.call(.post, "/v1/users/getToken", ["imp_key": "x"]).status == 400)
    #expect(await trial.call(.get, "/v1/payments/imp_1").status == 401)
    await trial.buy("A")
    let keys: JSONValue = [
      "imp_key": .string(SandboxKeys.v1Key), "imp_secret": .string(SandboxKeys.v1Secret),
    ]
    let token = await trial.call(.post, "/v1/users/getToken", keys).json["response"]
    let text = token?["access_token"]?.string ?? ""
    #expect((token?["expired_at"]?.int64 ?? 0) - (token?["now"]?.int64 ?? 0) == 1_800)
    for headers: HTTPHeaders in [
      ["Authorization": text], ["Authorization": "Bearer " + text], ["X-ImpTokenHeader": text],
    ] {
      #expect(await trial.call(.get, "/v1/payments/find/A", nil, headers).status == 200)
    }
    trial.pass(milliseconds: 1_800_000)
    #expect(await trial.call(.get, "/v1/payments/find/A", nil, ["Authorization": text]).status == 401)
  }

  @Test func paidCardHasTheFieldsOfPortOne() async {
    let id = await trial.buy("A")["imp_uid"]?.string ?? ""
    let answer = await trial.v1(.get, "/payments/" + id)
    let payment = answer.json["response"]
    #expect(answer.status == 200 && answer.json["code"]?.int64 == 0 && answer.json["message"] == .null)
    #expect(payment?["status"]?.string == "paid" && payment?["merchant_uid"]?.string == "A")
    #expect(payment?["amount"]?.int64 == 30_000 && payment?["currency"]?.string == "KRW")
    #expect(payment?["paid_at"]?.int64 == 1_800_000_000 && payment?["cancel_amount"]?.int64 == 0)
    #expect(payment?["pay_method"]?.string == "card" && payment?["cancel_history"]?.array == [])
    #expect(await trial.v1(.get, "/payments/find/A/paid").json["response"] == payment)
    #expect(await trial.v1(.get, "/payments/find/A/failed").status == 404)
    #expect(await trial.v1(.get, "/payments/imp_none").status == 404)
  }

  @Test func newestTryIsFoundFirst() async {
    await trial.buy("A", "fail")
    #expect(await trial.v1(.get, "/payments/find/A").json["response"]?["status"]?.string == "failed")
    await trial.buy("A")
    #expect(await trial.v1(.get, "/payments/find/A").json["response"]?["status"]?.string == "paid")
    #expect(await trial.v1(.get, "/payments/find/A/failed").status == 200)
  }

  @Test func allTriesOfAnOrderAreListed() async {
    #expect(await trial.v1(.get, "/payments/findAll/A").status == 404)
    await trial.buy("A", "fail")
    await trial.buy("A")
    func statuses(_ rest: String) async -> [String] {
      let list = await trial.v1(.get, "/payments/findAll/A" + rest).json["response"]?["list"]?.array ?? []
      return list.compactMap { $0["status"]?.string }
    }
    #expect(await statuses("") == ["paid", "failed"])
    #expect(await statuses("?sorting=started") == ["failed", "paid"])
    #expect(await statuses("/paid") == ["paid"])
    #expect(await statuses("?limit=1&page=2") == ["failed"])
    #expect(await statuses("?page=9223372036854775807") == [])
    let page = await trial.v1(.get, "/payments/findAll/A?limit=1").json["response"]
    #expect(page?["total"]?.int64 == 2 && page?["next"]?.int64 == 2 && page?["previous"]?.int64 == 0)
    #expect(await trial.v1(.get, "/payments/findAll/A/nonsense").status == 400)
  }

  @Test func preparedAmountsBind() async {
    let prepared = await trial.v1(.post, "/payments/prepare", ["merchant_uid": "A", "amount": 1_000])
    #expect(prepared.json["response"]?["amount"]?.int64 == 1_000)
    #expect(
      await trial.v1(.post, "/payments/prepare", ["merchant_uid": "A", "amount": 2_000]).json["code"]?.int64 == 1)
    #expect(await trial.buy("A")["error"]?.string == "otherAmount")
    #expect(
      await trial.v1(.put, "/payments/prepare", ["merchant_uid": "A", "amount": 30_000]).json["code"]?.int64 == 0)
    #expect(await trial.v1(.get, "/payments/prepare/A").json["response"]?["amount"]?.int64 == 30_000)
    #expect(await trial.v1(.get, "/payments/prepare/B").json["code"]?.int64 == 1)
    #expect(await trial.buy("A")["state"]?.string == "paid")
  }

  @Test func preparedAmountWithoutACurrencyIsOfAny() async {
    let half = JSONValue.number(JSONNumber(unchecked: "10.50"))
    let prepared = await trial.v1(.post, "/payments/prepare", ["merchant_uid": "A", "amount": half])
    #expect(prepared.json["response"]?["amount"] == .number(JSONNumber(unchecked: "10.5")))
    let fields: JSONObject = ["merchant_uid": "A", "amount": half, "currency": "USD"]
    #expect(await trial.call(.post, "/sandbox/pay", .object(fields)).json["amount"]?.int64 == 1_050)
    for text in ["0", "0.00001", "1e99"] {
      let bad: JSONValue = ["merchant_uid": "B", "amount": .number(JSONNumber(unchecked: text))]
      #expect(await trial.v1(.post, "/payments/prepare", bad).json["code"]?.int64 == 1)
    }
  }

  @Test func cancelTakesPartsAndThenAll() async {
    let id = await trial.buy("A")["imp_uid"]?.string ?? ""
    func cancel(_ fields: JSONObject) async -> JSONValue {
      var fields = fields
      fields["imp_uid"] = .string(id)
      return await trial.v1(.post, "/payments/cancel", .object(fields)).json
    }
    #expect(await cancel(["amount": 1, "checksum": 1])["code"]?.int64 == 1)
    let part = await cancel(["amount": 10_000, "checksum": 30_000, "reason": "일부"])
    #expect(part["response"]?["status"]?.string == "paid")
    #expect(part["response"]?["cancel_amount"]?.int64 == 10_000)
    #expect(part["response"]?["cancel_history"]?.array?.first?["reason"]?.string == "일부")
    // The same again is refused: the balance is another now.
    #expect(await cancel(["amount": 10_000, "checksum": 30_000])["code"]?.int64 == 1)
    #expect(await cancel(["amount": 20_001])["code"]?.int64 == 1)
    #expect(await cancel(["amount": -1])["code"]?.int64 == 1)
    let rest = await cancel(["amount": 0])
    #expect(rest["response"]?["status"]?.string == "cancelled")
    #expect(rest["response"]?["cancel_amount"]?.int64 == 30_000)
    #expect(await cancel([:])["code"]?.int64 == 1)
    #expect(await trial.v1(.post, "/payments/cancel", ["merchant_uid": "none"]).json["code"]?.int64 == 1)
  }

  @Test func depositsAreGivenBackToAnAccount() async {
    let id = await trial.buy("A", method: "vbank")["imp_uid"]?.string ?? ""
    let waiting = await trial.v1(.get, "/payments/" + id).json["response"]
    #expect(waiting?["status"]?.string == "ready" && waiting?["vbank_num"]?.string != nil)
    #expect(await trial.v1(.post, "/payments/cancel", ["imp_uid": .string(id)]).json["code"]?.int64 == 1)
    #expect(await trial.call(.post, "/sandbox/payments/A/deposit", [:]).json["state"]?.string == "paid")
    #expect(await trial.call(.post, "/sandbox/payments/A/deposit", [:]).status == 409)
    #expect(await trial.v1(.post, "/payments/cancel", ["imp_uid": .string(id)]).json["code"]?.int64 == 1)
    func account(_ bank: String) -> JSONValue {
      ["imp_uid": .string(id), "refund_holder": "정민지", "refund_bank": .string(bank), "refund_account": "110"]
    }
    for unknown in ["신한은행", "SHINHAN", "8", "999"] {
      #expect(await trial.v1(.post, "/payments/cancel", account(unknown)).json["code"]?.int64 == 1)
    }
    let back = await trial.v1(.post, "/payments/cancel", account("88")).json["response"]
    #expect(back?["status"]?.string == "cancelled" && back?["pay_method"]?.string == "vbank")
  }

  @Test func closedAccountTakesNothing() async {
    let id = await trial.buy("A", method: "vbank")["imp_uid"]?.string ?? ""
    #expect(await trial.v1(.delete, "/vbanks/" + id).json["code"]?.int64 == 0)
    #expect(await trial.v1(.delete, "/vbanks/" + id).json["code"]?.int64 == 1)
    #expect(await trial.call(.post, "/sandbox/payments/A/deposit", [:]).status == 409)
  }

  @Test func formsAreReadAsWell() async {
    let form = HTTPRequest(
      .post, target: "/v1/users/getToken", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("imp_key=\(SandboxKeys.v1Key)&imp_secret=\(SandboxKeys.v1Secret)".utf8))
    #expect(await trial.pay.answer(form).status == 200)
    let broken = HTTPRequest(
      .post, target: "/v1/users/getToken", headers: ["Content-Type": "application/json"], body: Array("[".utf8))
    #expect(await trial.pay.answer(broken).status == 400)
  }
}
