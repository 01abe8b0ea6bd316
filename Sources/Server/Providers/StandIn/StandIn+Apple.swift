import Crypto
import JSON
import Synchronization
import Wire

extension StandIn {
  func appleKeys() -> HTTPResponse {
    state.withLock { $0.keyFetches += 1 }
    return Self.json(["keys": [Self.jwk(key.publicMembers ?? [], name: Self.keyID)]])
  }

  func appleToken(_ form: Query) async -> HTTPResponse {
    guard isClient(form) else { return Self.refusal("invalid_client") }
    guard let grant = takeCode(form, .apple) else { return Self.refusal("invalid_grant") }
    if grant.fault == .broken { return HTTPResponse(500) }
    if grant.fault == .slow { await pause() }
    guard let token = identityToken(grant) else { return HTTPResponse(500) }
    return Self.json([
      "access_token": .string(Self.makeCode()), "token_type": "Bearer", "expires_in": 3_600,
      "refresh_token": .string(keep(grant)), "id_token": .string(token),
    ])
  }

  func appleRevoke(_ form: Query) -> HTTPResponse {
    guard isClient(form) else { return Self.refusal("invalid_client") }
    if let token = form["token"], let grant = state.withLock({ $0.tokens.removeValue(forKey: token) }) {
      state.withLock { $0.revoked.append(grant.person.subject) }
    }
    return HTTPResponse(200)
  }

  /// Whether the client has signed who it is, for us and for now.
  private func isClient(_ form: Query) -> Bool {
    guard let text = form["client_secret"], let claims = ForeignToken(text)?.claims(signedBy: clientKey) else {
      return false
    }
    let now = clock().milliseconds / 1_000
    let (end, _) = now.addingReportingOverflow(15_777_000)
    return claims["aud"]?.string == Self.issuer && claims["sub"]?.string == form["client_id"]
      && (claims["exp"]?.int64).map { $0 > now && $0 <= end } ?? false
  }

  /// With whatever is wrong with it.
  func identityToken(_ grant: Grant) -> String? {
    let now = clock().milliseconds / 1_000
    let fault = grant.fault
    var claims: JSONObject = [
      "iss": .string(fault == .issuer ? "https://appleid.example" : Self.issuer),
      "aud": .string(fault == .audience ? "com.example.other" : grant.client),
      "iat": .integer(fault == .future ? now + 3_600 : fault == .expired ? now - 90_000 : now),
      "exp": .integer(fault == .future ? now + 7_200 : fault == .expired ? now - 3_600 : now + 600),
      "sub": .string(grant.person.subject),
    ]
    if let nonce = grant.nonce { claims["nonce"] = .string(fault == .nonce ? "another" : nonce) }
    if let email = grant.person.email {
      claims["email"] = .string(email)
      claims["email_verified"] = .bool(grant.person.isVerified && fault != .unverified)
    }
    return sign(.object(claims), fault)
  }

  func sign(_ claims: JSONValue, _ fault: StandInFault) -> String? {
    func header(_ algorithm: String, _ name: String) -> [UInt8] {
      let header: JSONValue = ["alg": .string(algorithm), "kid": .string(name)]
      return header.bytes
    }
    let body = Base64URL.encode(claims.bytes)
    switch fault {
    case .unsigned: return Base64URL.encode(header("none", Self.keyID)) + "." + body + "."
    case .symmetric:
      guard let modulus = key.publicMembers?.first(where: { $0.name == "n" })?.value else { return nil }
      let signed = Base64URL.encode(header("HS256", Self.keyID)) + "." + body
      return signed + "." + Base64URL.encode(Hashing.hmacSHA256(Array(signed.utf8), key: Array(modulus.utf8)))
    case .confused: return SignedToken.make(header: header("RS256", Self.keyID), claims: claims.bytes, key: otherKey)
    case .stranger:
      let name = "k" + Self.makeCode()
      return SignedToken.make(header: header("RS256", name), claims: claims.bytes, key: otherKey)
    default:
      let token = SignedToken.make(header: header("RS256", Self.keyID), claims: claims.bytes, key: key)
      guard fault == .signature, let token else { return token }
      let end = token.utf8.last == UInt8(ascii: "A") ? "Q" : "A"
      return token.dropLast() + end
    }
  }
}

/// What a native app would have got, and what Apple would tell by itself: for tests.
extension StandIn {
  /// Fields: `provider`, `person`, `fault`, `client`.
  func trialToken(_ form: Query) -> HTTPResponse {
    guard let provider = form["provider"].flatMap(Provider.init(rawValue:)),
      let person = StandInPerson.find(form["person"])
    else { return Self.refusal("bad_request") }
    let fault = form["fault"].flatMap(StandInFault.init(rawValue:)) ?? .none
    let client = provider == .kakao ? Self.kakaoKey : form["client"] ?? Self.appleBundle
    let grant = Grant(
      provider: provider, person: person, client: client, redirect: "", nonce: form["nonce"], challenge: nil,
      fault: fault)
    guard let token = provider == .kakao ? keep(grant) : identityToken(grant) else { return HTTPResponse(500) }
    return Self.json(["token": .string(token)])
  }

  /// Fields: `type`, `person`, `at` (of the event, as it is to stand there), `id`, `email`, `end` (`none`: without),
  /// `fault`.
  func trialNotice(_ form: Query) -> HTTPResponse {
    guard let person = StandInPerson.find(form["person"]), let kind = form["type"] else {
      return Self.refusal("bad_request")
    }
    let fault = form["fault"].flatMap(StandInFault.init(rawValue:)) ?? .none
    let now = clock()
    var event: JSONObject = [
      "type": .string(kind), "sub": .string(person.subject),
      "event_time": .integer(form["at"].flatMap { Int64($0) } ?? now.milliseconds),
    ]
    if let email = form["email"] { event["email"] = .string(email) }
    var claims: JSONObject = [
      "iss": .string(Self.issuer), "aud": .string(fault == .audience ? "com.example.other" : Self.appleBundle),
      "iat": .integer(now.milliseconds / 1_000), "jti": .string(form["id"] ?? Self.makeCode()),
      "events": .string(JSONValue.object(event).text),
    ]
    if form["end"] != "none" { claims["exp"] = .integer(now.milliseconds / 1_000 + 86_400) }
    guard let token = sign(.object(claims), fault) else { return HTTPResponse(500) }
    return Self.json(["payload": .string(token)])
  }
}
