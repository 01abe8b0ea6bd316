import JSON
import Payment
import Synchronization
import Wire

/// PortOne V2, `https://api.portone.io` (its OpenAPI document): faults are `{type, message}` with a status of their
/// own. Amounts are whole numbers in minor units.
extension SandboxPay {
  func v2(_ request: HTTPRequest, _ path: Substring) -> HTTPResponse {
    guard let fields = SandboxFields(request) else { return V2Fault.badRequest.response }
    if path == "/login/api-secret" { return login(request, fields) }
    guard request.headers["Authorization"] == "PortOne " + SandboxKeys.v2Secret || isLoggedIn(request) else {
      return V2Fault.unauthorized.response
    }
    if let store = fields["storeId"], store != SandboxKeys.store { return V2Fault.forbidden.response }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.decode(segment: String($0)) ?? "" }
    guard parts.first == "payments", (2...4).contains(parts.count), !parts[1].isEmpty else {
      return HTTPResponse(404)
    }
    switch (request.method, parts[2...].joined(separator: "/")) {
    case (.get, ""): return v2Payment(parts[1])
    case (.post, "cancel"): return once(request) { v2Cancel(parts[1], fields) }
    case (.post, "pre-register"): return once(request) { preRegister(parts[1], fields) }
    case (.post, "virtual-account/close"): return once(request) { v2Close(parts[1]) }
    default: return HTTPResponse(404)
    }
  }

  /// `POST /login/api-secret`. The secret serves as the token as well.
  private func login(_ request: HTTPRequest, _ fields: SandboxFields) -> HTTPResponse {
    guard request.method == .post, let secret = fields["apiSecret"] else { return V2Fault.badRequest.response }
    guard secret == SandboxKeys.v2Secret else { return V2Fault.unauthorized.response }
    let token = JSONValue.string("token-" + SandboxKeys.v2Secret)
    return Self.json(["accessToken": token, "refreshToken": token])
  }

  private func isLoggedIn(_ request: HTTPRequest) -> Bool {
    request.headers["Authorization"] == "Bearer token-" + SandboxKeys.v2Secret
  }

  /// A repeat with the same `Idempotency-Key` is given the first answer, unless that was lost on the way.
  private func once(_ request: HTTPRequest, _ body: () -> HTTPResponse) -> HTTPResponse {
    guard let key = request.headers["Idempotency-Key"], key.utf8.count <= 256 else { return body() }
    let name = request.path + " " + key
    if let known = state.withLock({ $0.answers[name] }) { return known }
    let answer = body()
    state.withLock { state in
      if answer.status < 500, state.answers.count < 10_000 { state.answers[name] = answer }
    }
    return answer
  }

  private func v2Payment(_ order: String) -> HTTPResponse {
    work { book, now in
      guard let payment = book.current(order) else { return V2Fault.notFound.response }
      return book.breaks(payment.id, at: now) ? V2Fault.broken : Self.json(payment.v2(client.origin()))
    }
  }

  /// `currentCancellableAmount` is what the caller believes to be left.
  private func v2Cancel(_ order: String, _ fields: SandboxFields) -> HTTPResponse {
    let refund = makeID("cancellation-")
    return work { book, now in
      guard let payment = book.current(order) else { return V2Fault.notFound.response }
      if book.breaks(payment.id, at: now) { return V2Fault.broken }
      let amount = fields["amount"].map { Int64($0) }
      let expected = fields["currentCancellableAmount"].map { Int64($0) }
      guard let reason = fields["reason"], amount != .some(nil), expected != .some(nil), (amount ?? 1) ?? 0 > 0 else {
        return V2Fault.badRequest.response
      }
      guard let account = Self.account(fields.json["refundAccount"]) else { return V2Fault.badRequest.response }
      do throws(SandboxBook.CancelFault) {
        let (after, done) = try book.cancel(
          payment.id, amount: amount ?? nil, expected: expected ?? nil, reason: reason,
          account: account.text, refund: refund, isTold: true, at: now)
        if book.loses(payment.id, at: now) { return V2Fault.broken }
        return Self.json(["cancellation": done.v2(of: after)])
      } catch { return V2Fault(error).response }
    }
  }

  /// nil for a bank that is none of its enumeration.
  private static func account(_ json: JSONValue?) -> SandboxRefundAccount? {
    guard let word = json?["bank"]?.string, let number = json?["number"]?.string,
      let holder = json?["holderName"]?.string
    else { return SandboxRefundAccount() }
    guard let bank = Bank.all.first(where: { $0.word == word }) else { return nil }
    return SandboxRefundAccount(bank, number, holder)
  }

  private func preRegister(_ order: String, _ fields: SandboxFields) -> HTTPResponse {
    guard let amount = fields["totalAmount"].map({ Int64($0) ?? 0 }), amount > 0 else {
      return V2Fault.badRequest.response
    }
    return work { book, _ in
      guard !book.tries(of: order).contains(where: { $0.paidAt != nil }) else { return V2Fault.alreadyPaid.response }
      let currency = fields["currency"] ?? "KRW"
      book.prepare(
        order, SandboxBook.Prepared(amount: SandboxMoney.major(amount, in: currency), currency: currency))
      return Self.json([:])
    }
  }

  private func v2Close(_ order: String) -> HTTPResponse {
    work { book, now in
      guard let found = book.current(order) else { return V2Fault.notFound.response }
      guard book.close(found.id, at: now) != nil else { return V2Fault.notWaiting.response }
      return Self.json(["closedAt": .string(Timestamp(milliseconds: now).iso8601)])
    }
  }
}

/// What V2 refuses, with the `type` that callers switch over.
enum V2Fault: String {
  case badRequest = "INVALID_REQUEST"
  case unauthorized = "UNAUTHORIZED"
  case forbidden = "FORBIDDEN"
  case notFound = "PAYMENT_NOT_FOUND"
  case notPaid = "PAYMENT_NOT_PAID"
  case notWaiting = "PAYMENT_NOT_WAITING_FOR_DEPOSIT"
  case alreadyPaid = "ALREADY_PAID"
  case alreadyCancelled = "PAYMENT_ALREADY_CANCELLED"
  case tooMuch = "CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT"
  case otherBalance = "CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN"
  case bank = "PG_PROVIDER"

  init(_ fault: SandboxBook.CancelFault) {
    self =
      switch fault {
      case .unknown: .notFound
      case .notPaid: .notPaid
      case .alreadyCancelled: .alreadyCancelled
      case .tooMuch: .tooMuch
      case .otherBalance: .otherBalance
      case .needsAccount: .badRequest
      case .refused: .bank
      }
  }

  private var status: Int {
    switch self {
    case .badRequest: 400
    case .unauthorized: 401
    case .forbidden: 403
    case .notFound: 404
    case .bank: 502
    default: 409
    }
  }

  var response: HTTPResponse {
    var object: JSONObject = ["type": .string(rawValue), "message": .string("sandbox: " + rawValue.lowercased())]
    if self == .bank {
      object["pgCode"] = "SANDBOX"
      object["pgMessage"] = "[취소거절] 카드사에서 취소를 거절하였습니다."
    }
    return SandboxPay.json(.object(object), status: status)
  }

  /// A server that has no answer has no type either.
  static let broken = HTTPResponse(500, headers: ["Content-Type": "text/plain"], body: Array("sandbox".utf8))
}
