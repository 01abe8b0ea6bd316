import Crypto
import JSON
import Synchronization
import Wire

extension StandIn {
  func kakaoToken(_ form: Query) async -> HTTPResponse {
    guard let grant = takeCode(form, .kakao) else { return Self.refusal("invalid_grant") }
    if let challenge = grant.challenge {
      let digest = Hashing.sha256(Array((form["code_verifier"] ?? "").utf8))
      guard Base64URL.encode(digest) == challenge else { return Self.refusal("invalid_grant") }
    }
    if grant.fault == .broken { return HTTPResponse(500) }
    if grant.fault == .slow { await pause() }
    return Self.json([
      "token_type": "bearer", "access_token": .string(keep(grant)), "expires_in": 21_599, "scope": "account_email",
    ])
  }

  /// A new token that stands for a grant.
  func keep(_ grant: Grant) -> String {
    let token = Self.makeCode()
    state.withLock { state in
      if state.tokens.count > 1_000 { state.tokens = [:] }
      state.tokens[token] = grant
    }
    return token
  }

  private func grant(_ request: HTTPRequest) -> Grant? {
    guard let field = request.headers["Authorization"], field.hasPrefix("Bearer ") else { return nil }
    return state.withLock { $0.tokens[String(field.dropFirst(7))] }
  }

  func kakaoTokenFacts(_ request: HTTPRequest) async -> HTTPResponse {
    guard let grant = grant(request), grant.fault != .expired, grant.fault != .signature else {
      return Self.json(["msg": "this access token does not exist", "code": -401], status: 401)
    }
    if grant.fault == .broken { return HTTPResponse(500) }
    if grant.fault == .slow { await pause() }
    let app = grant.fault == .audience ? Self.kakaoAppID + 1 : Self.kakaoAppID
    return Self.json(["id": .integer(grant.person.id), "expires_in": 7_199, "app_id": .integer(app)])
  }

  func kakaoPerson(_ request: HTTPRequest) -> HTTPResponse {
    guard let grant = grant(request) else { return Self.refusal("invalid_token", status: 401) }
    let person = grant.person
    var account: JSONObject = [
      "profile_nickname_needs_agreement": false, "profile": ["nickname": .string(person.name)],
      "has_email": .bool(person.email != nil),
    ]
    if let email = person.email {
      account["is_email_valid"] = true
      account["is_email_verified"] = .bool(person.isVerified && grant.fault != .unverified)
      account["email"] = .string(email)
    }
    return Self.json([
      "id": .integer(grant.fault == .nonce ? person.id + 1 : person.id), "connected_at": "2026-01-01T00:00:00Z",
      "kakao_account": .object(account),
    ])
  }

  func kakaoUnlink(_ request: HTTPRequest) -> HTTPResponse {
    guard request.headers["Authorization"] == "KakaoAK stand-in-admin", let id = Self.form(request)["target_id"],
      let number = Int64(id)
    else { return Self.refusal("unauthorized", status: 401) }
    let isLinked = state.withLock { state in
      state.unlinked.append(id)
      let mine = state.tokens.filter { $0.value.provider == .kakao && $0.value.person.id == number }
      for token in mine.keys { state.tokens[token] = nil }
      return !mine.isEmpty
    }
    guard isLinked else { return Self.json(["msg": "NotRegisteredUserException", "code": -101], status: 400) }
    return Self.json(["id": .integer(number)])
  }
}
