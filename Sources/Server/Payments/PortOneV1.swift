import JSON
import Outgoing
import Payment
import Wire

/// PortOne's first interface (`api.iamport.kr`): every answer is `{code, message, response}`, where code 0 means done.
/// Amounts are decimal numbers in major units, times are Unix seconds, and 0 or null is "not yet".
///
/// Source: developers.portone.io, "REST API v1" (users/getToken, payments/{imp_uid}, payments/findAll,
/// payments/prepare, payments/cancel, vbanks/{imp_uid}).
public struct PortOneV1: Sendable {
  public static let name = "portone-v1"

  private let base: String
  private let link: PaymentLink
  private let tokens: PortOneTokens

  /// - Parameter base: scheme, host and path before `/users/getToken`.
  public init(
    base: String = "https://api.iamport.kr", key: String, secret: String, link: PaymentLink,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.base = base
    self.link = link
    tokens = PortOneTokens(clock: clock) { () throws(PaymentFault) in
      let body: JSONObject = ["imp_key": .string(key), "imp_secret": .string(secret)]
      let (status, json) = try await link.ask(PaymentLink.post(base + "/users/getToken", body))
      let response = json["response"]
      guard status == 200, json["code"]?.int64 == 0, let token = response?["access_token"]?.string,
        let end = response?["expired_at"]?.int64
      else { throw .unavailable("no token: status \(status)") }
      return PortOneToken(text: token, secondsLeft: end - (response?["now"]?.int64 ?? end))
    }
  }

  public var provider: PaymentProvider {
    PaymentProvider(
      name: Self.name, payment: { id throws(PaymentFault) in try await payment(id) },
      payments: { code throws(PaymentFault) in try await payments(of: code) },
      prepare: { code, price throws(PaymentFault) in try await prepare(code, price) },
      cancel: { call, account throws(PaymentFault) in try await cancel(call, account) },
      closeAccount: { id throws(PaymentFault) in try await closeAccount(id) })
  }

  private func payment(_ id: String) async throws(PaymentFault) -> ReportedPayment? {
    guard Self.isName(id) else { return nil }
    return try await ask(.get, "/payments/" + PercentEncoding.encode(segment: id)).map { json throws(PaymentFault) in
      try Self.read(json)
    }
  }

  /// All of an order: whoever pays in two tabs pays twice.
  private func payments(of code: String) async throws(PaymentFault) -> [ReportedPayment] {
    guard Self.isName(code) else { return [] }
    let segment = PercentEncoding.encode(segment: code)
    guard let found = try await ask(.get, "/payments/findAll/" + segment) else { return [] }
    guard let list = found["list"]?.array else { throw .unreadable("a list without its elements") }
    var all: [ReportedPayment] = []
    for json in list { all.append(try Self.read(json)) }
    return all
  }

  /// A repeat is refused there, and is as good as done.
  private func prepare(_ code: String, _ price: Money) async throws(PaymentFault) {
    let body: JSONObject = ["merchant_uid": .string(code), "amount": price.majorJSON]
    do { _ = try await ask(.post, "/payments/prepare", body) } catch .refused {}
  }

  /// `checksum` is what we think can still be given back; another one is refused.
  private func cancel(_ call: RefundCall, _ account: RefundAccount?) async throws(PaymentFault) {
    var body: JSONObject = [
      "imp_uid": .string(call.payment), "merchant_uid": .string(call.orderCode),
      "amount": Money(call.amount, call.currency).majorJSON,
      "checksum": Money(call.remaining, call.currency).majorJSON, "reason": .string(call.reason.rawValue),
    ]
    if let account {
      body["refund_holder"] = .string(account.holder)
      body["refund_bank"] = .string(try await code(of: account.bank, for: call.payment))
      body["refund_account"] = .string(account.number)
    }
    guard try await ask(.post, "/payments/cancel", body) != nil else { throw .refused("no such payment") }
  }

  /// It hands the code on to the payment company, and of those one has codes of its own.
  private func code(of bank: Bank, for payment: String) async throws(PaymentFault) -> String {
    guard Self.isName(payment) else { return bank.code }
    let found = try await ask(.get, "/payments/" + PercentEncoding.encode(segment: payment))
    return found?["pg_provider"]?.string?.hasSuffix("inicis") == true ? bank.inicisCode : bank.code
  }

  /// Some banks do it only for accounts that were given out by this interface, and refuse others.
  private func closeAccount(_ id: String) async throws(PaymentFault) {
    guard Self.isName(id) else { return }
    _ = try await ask(.delete, "/vbanks/" + PercentEncoding.encode(segment: id))
  }

  /// The `response` of an answer; nil for 404.
  private func ask(
    _ method: HTTPMethod, _ path: String, _ body: JSONObject? = nil
  ) async throws(PaymentFault) -> JSONValue? {
    for isLast in [false, true] {
      let token = try await tokens.token()
      let headers: HTTPHeaders = ["Authorization": token]
      let request =
        body.map { PaymentLink.post(base + path, $0, headers: headers) }
        ?? OutgoingRequest(method, base + path, headers: headers)
      let (status, json) = try await link.ask(request)
      switch status {
      case 200 where json["code"]?.int64 == 0: return json["response"] ?? .null
      case 401 where !isLast: await tokens.forget(token)
      case 401: throw .unavailable("the token is refused")
      case 404: return nil
      default: throw .refused("status \(status), code \(json["code"]?.decimalText ?? "?")")
      }
    }
    throw .unavailable("the token is refused")
  }

  /// What can stand in a path: their ids have at most 40 letters.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}

struct PortOneToken: Sendable {
  var text: String
  var secondsLeft: Int64
}

/// The token that opens the first interface: asked for once, kept until shortly before its end.
actor PortOneTokens {
  private let clock: @Sendable () -> Timestamp
  private let fetch: @Sendable () async throws(PaymentFault) -> PortOneToken
  private var kept: (text: String, until: Timestamp)?
  private var running: Task<Result<PortOneToken, PaymentFault>, Never>?

  init(
    clock: @escaping @Sendable () -> Timestamp, fetch: @escaping @Sendable () async throws(PaymentFault) -> PortOneToken
  ) {
    self.clock = clock
    self.fetch = fetch
  }

  func token() async throws(PaymentFault) -> String {
    if let kept, clock() < kept.until { return kept.text }
    let task =
      running
      ?? Task { [fetch] in
        do throws(PaymentFault) { return .success(try await fetch()) } catch { return .failure(error) }
      }
    running = task
    let result = await task.value
    running = nil
    let token = try result.get()
    guard !token.text.isEmpty, token.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .unreadable("a token that is none")
    }
    kept = (token.text, clock().adding(milliseconds: (min(max(token.secondsLeft, 0), 86_400) - 60) * 1_000))
    return token.text
  }

  /// It was refused before its time.
  func forget(_ text: String) {
    if kept?.text == text { kept = nil }
  }
}
