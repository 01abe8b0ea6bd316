import JSON
import Synchronization
import Wire

@testable import SandboxPay

/// A sandbox whose time stands still, and what it sent.
final class Trial: Sendable {
  struct Sent: Sendable {
    var url: String
    var headers: HTTPHeaders
    var body: [UInt8]
  }

  let pay: SandboxPay
  private let world: World

  init(journal: SandboxJournal? = nil) {
    let world = World()
    self.world = world
    pay = SandboxPay(
      SandboxClient(
        origin: { "http://127.0.0.1:9" }, now: { Timestamp(milliseconds: world.state.withLock { $0.now }) },
        deliver: { url, headers, body in
          world.state.withLock { $0.sent.append(Sent(url: url, headers: headers, body: body)) }
          return 200
        },
        // Time moves only when a test says so, and then it says `advance` as well.
        pause: { _ in try? await Task.sleep(for: .seconds(3_600)) },
        random: {
          world.state.withLock { state in
            state.next += 1
            return state.next
          }
        }),
      journal: journal, merchants: ["https://shop.example"])
  }

  private final class World: Sendable {
    let state: Mutex<(now: Int64, next: UInt64, sent: [Sent])> = Mutex(
      (1_800_000_000_000, UInt64.random(in: 1...1_000_000_000), []))
  }

  var sent: [Sent] { world.state.withLock { $0.sent } }

  func pass(milliseconds: Int64) {
    world.state.withLock { $0.now += milliseconds }
    pay.advance()
  }

  func call(
    _ method: HTTPMethod, _ target: String, _ json: JSONValue? = nil, _ headers: HTTPHeaders = HTTPHeaders()
  ) async -> (status: Int, json: JSONValue) {
    var headers = headers
    if json != nil { headers["Content-Type"] = "application/json" }
    let answer = await pay.answer(HTTPRequest(method, target: target, headers: headers, body: json?.bytes ?? []))
    return (answer.status, (try? JSONValue(parsing: answer.body)) ?? .null)
  }

  func v1(_ method: HTTPMethod, _ path: String, _ json: JSONValue? = nil) async -> (status: Int, json: JSONValue) {
    let token = await call(
      .post, "/v1/users/getToken",
      ["imp_key": .string(SandboxKeys.v1Key), "imp_secret": .string(SandboxKeys.v1Secret)])
    let text = token.json["response"]?["access_token"]?.string ?? ""
    return await call(method, "/v1" + path, json, ["Authorization": text])
  }

  func v2(
    _ method: HTTPMethod, _ path: String, _ json: JSONValue? = nil, key: String? = nil
  ) async -> (status: Int, json: JSONValue) {
    var headers: HTTPHeaders = ["Authorization": "PortOne " + SandboxKeys.v2Secret]
    headers["Idempotency-Key"] = key
    return await call(method, "/v2" + path, json, headers)
  }

  @discardableResult
  func plan(_ order: String, _ plan: JSONValue) async -> Int {
    await call(.post, "/sandbox/plans/" + order, plan).status
  }

  /// Opens a checkout of V1 and does `choice` there; the payment as the control API shows it.
  @discardableResult
  func buy(
    _ order: String, _ choice: String = "pay", amount: Int64 = 30_000, method: String = "card",
    notice: String? = "https://shop.example/hook"
  ) async -> JSONValue {
    var fields: JSONObject = [
      "merchant_uid": .string(order), "amount": .integer(amount), "name": "진료비", "pay_method": .string(method),
      "choice": .string(choice), "m_redirect_url": "https://shop.example/back?x=1",
    ]
    if let notice { fields["notice_url"] = .string(notice) }
    return await call(.post, "/sandbox/pay", .object(fields)).json
  }

  @discardableResult
  func buyV2(
    _ order: String, _ choice: String = "pay", amount: Int64 = 30_000, method: String = "CARD"
  ) async -> JSONValue {
    await call(
      .post, "/sandbox/pay",
      [
        "paymentId": .string(order), "storeId": .string(SandboxKeys.store), "totalAmount": .integer(amount),
        "orderName": "진료비", "currency": "CURRENCY_KRW", "payMethod": .string(method), "choice": .string(choice),
        "noticeUrls": ["https://shop.example/hook"], "redirectUrl": "https://shop.example/back",
      ]
    ).json
  }

  /// Waits until so many webhooks went out: they are sent by tasks of their own.
  func webhooks(_ count: Int) async -> [Sent] {
    for _ in 0..<10_000 where sent.count < count { await Task.yield() }
    return sent
  }
}
