import Crypto
import JSON
import Payment
import Synchronization
import Wire

/// PortOne V1, `https://api.iamport.kr` (its Swagger document): every answer is `{code, message, response}`, and `code`
/// 0 means that it went well. What is refused for reasons of business is answered with status 200 and another code.
extension SandboxPay {
  func v1(_ request: HTTPRequest, _ path: Substring) -> HTTPResponse {
    guard let fields = SandboxFields(request) else { return Self.v1(-1, "요청이 올바르지 않습니다.", status: 400) }
    if path == "/users/getToken" {
      return request.method == .post ? token(fields) : Self.v1(-1, "Method Not Allowed", status: 405)
    }
    guard isAllowed(request) else { return Self.v1(-1, "Unauthorized", status: 401) }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.decode(segment: String($0)) ?? "" }
    switch (request.method, parts.first, parts.count) {
    case (.post, "payments", 2) where parts[1] == "cancel": return v1Cancel(fields)
    case (.post, "payments", 2) where parts[1] == "prepare": return prepare(fields, mayChange: false)
    case (.put, "payments", 2) where parts[1] == "prepare": return prepare(fields, mayChange: true)
    case (.get, "payments", 3) where parts[1] == "prepare": return prepared(parts[2])
    case (.get, "payments", 3...4) where parts[1] == "find":
      return find(parts[2], status: parts.count == 4 ? parts[3] : "")
    case (.get, "payments", 3...4) where parts[1] == "findAll":
      return findAll(parts[2], status: parts.count == 4 ? parts[3] : "", fields)
    case (.get, "payments", 2): return v1Payment(parts[1])
    case (.delete, "vbanks", 2): return closeAccount(parts[1])
    default: return Self.v1(-1, "Not Found", status: 404)
    }
  }

  static func v1(_ code: Int64, _ message: String?, _ response: JSONValue = .null, status: Int = 200) -> HTTPResponse {
    json(
      ["code": .integer(code), "message": message.map { .string($0) } ?? .null, "response": response], status: status)
  }

  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status, headers: ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"],
      body: value.bytes)
  }

  static let v1Unknown = v1(-1, "존재하지 않는 결제정보입니다.", status: 404)
  static let v1Broken = v1(-1, "Internal Server Error", status: 500)

  /// Half an hour long; whoever asks before is given the same again.
  private func token(_ fields: SandboxFields) -> HTTPResponse {
    guard let key = fields["imp_key"], let secret = fields["imp_secret"] else {
      return Self.v1(-1, "imp_key, imp_secret 파라메터가 누락되었습니다.", status: 400)
    }
    guard key == SandboxKeys.v1Key, secret == SandboxKeys.v1Secret else {
      return Self.v1(-1, "인증에 실패하였습니다. API키와 secret을 확인하세요.", status: 401)
    }
    let now = client.now().milliseconds
    let random = client.random()
    let token = state.withLock { state in
      if let token = state.token, token.until > now { return token }
      let text = Hex.encode(Hashing.sha256(Array("token \(random)".utf8)).prefix(20))
      let token = (text: text, until: now + 1_800_000)
      state.token = token
      return token
    }
    return Self.v1(
      0, nil,
      [
        "access_token": .string(token.text), "now": .integer(now / 1_000), "expired_at": .integer(token.until / 1_000),
      ])
  }

  /// The token stands bare, behind `Bearer`, or in a header of its own.
  private func isAllowed(_ request: HTTPRequest) -> Bool {
    let given = request.headers["Authorization"] ?? request.headers["X-ImpTokenHeader"] ?? ""
    let text = given.hasPrefix("Bearer ") ? String(given.dropFirst(7)) : given
    let now = client.now().milliseconds
    return state.withLock { $0.token.map { $0.text == text && $0.until > now } ?? false }
  }

  private func v1Payment(_ id: String) -> HTTPResponse {
    work { book, now in
      guard let payment = book[id] else { return Self.v1Unknown }
      return book.breaks(id, at: now) ? Self.v1Broken : Self.v1(0, nil, payment.v1(client.origin()))
    }
  }

  private func find(_ order: String, status: String) -> HTTPResponse {
    work { book, now in
      let tries = book.tries(of: order)
      guard let payment = tries.first(where: { status.isEmpty || $0.v1Status == status }) else {
        return Self.v1Unknown
      }
      return book.breaks(payment.id, at: now) ? Self.v1Broken : Self.v1(0, nil, payment.v1(client.origin()))
    }
  }

  /// A page of all tries of an order; 404 where there is none.
  private func findAll(_ order: String, status: String, _ fields: SandboxFields) -> HTTPResponse {
    guard ["", "all", "ready", "paid", "failed", "cancelled"].contains(status) else {
      return Self.v1(-1, "올바르지 않은 status입니다.", status: 400)
    }
    let page = max(fields["page"].flatMap { Int($0) } ?? 1, 1)
    let limit = min(max(fields["limit"].flatMap { Int($0) } ?? 20, 1), 1_000)
    return work { book, now in
      let tries = book.tries(of: order).filter { ["", "all", $0.v1Status].contains(status) }
      guard !tries.isEmpty else { return Self.v1Unknown }
      if tries.contains(where: { book.breaks($0.id, at: now) }) { return Self.v1Broken }
      let sorted = fields["sorting"]?.hasPrefix("-") ?? true ? tries : tries.reversed()
      let before = min(page - 1, sorted.count) * limit
      let list = sorted.dropFirst(before).prefix(limit)
      return Self.v1(
        0, nil,
        [
          "total": .integer(Int64(tries.count)), "previous": .integer(page > 1 ? Int64(page - 1) : 0),
          "next": .integer(before + list.count < sorted.count ? Int64(page + 1) : 0),
          "list": .array(list.map { $0.v1(client.origin()) }),
        ])
    }
  }

  private func prepare(_ fields: SandboxFields, mayChange: Bool) -> HTTPResponse {
    let currency = fields["currency"]
    guard let order = fields["merchant_uid"], order.utf8.count <= 40, let text = fields["amount"],
      let amount = SandboxMoney.plain(major: text), amount != "0",
      currency.map({ Currency($0) != nil }) ?? true
    else { return Self.v1(1, "merchant_uid 또는 amount 파라메터가 올바르지 않습니다.") }
    return work { book, _ in
      guard mayChange || book.prepared[order] == nil else { return Self.v1(1, "이미 등록된 merchant_uid입니다.") }
      book.prepare(order, SandboxBook.Prepared(amount: amount, currency: currency))
      return Self.v1(0, nil, Self.v1(order, SandboxBook.Prepared(amount: amount, currency: currency)))
    }
  }

  private func prepared(_ order: String) -> HTTPResponse {
    let found = state.withLock { $0.book.prepared[order] }
    return found.map { Self.v1(0, nil, Self.v1(order, $0)) } ?? Self.v1(1, "등록되지 않은 merchant_uid입니다.")
  }

  private static func v1(_ order: String, _ prepared: SandboxBook.Prepared) -> JSONValue {
    [
      "merchant_uid": .string(order),
      "amount": .number(JSONNumber(unchecked: prepared.amount)),
    ]
  }

  /// `DELETE /vbanks/{imp_uid}`: nobody has paid in, and nobody may any more.
  private func closeAccount(_ id: String) -> HTTPResponse {
    work { book, now in
      guard book[id] != nil else { return Self.v1Unknown }
      guard let payment = book.close(id, at: now) else { return Self.v1(1, "말소할 수 있는 가상계좌가 아닙니다.") }
      return Self.v1(0, nil, payment.v1(client.origin()))
    }
  }
}
