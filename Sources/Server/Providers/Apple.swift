import Crypto
import JSON
import Outgoing
import Wire

/// Sign in with Apple (OpenID Connect).
struct Apple: Sendable {
  /// How far clocks may be apart, in seconds.
  static let leeway: Int64 = 60

  let settings: AppleSettings
  let link: ProviderLink
  let keys: KeySetCache
  let clock: @Sendable () -> Timestamp

  init(settings: AppleSettings, link: ProviderLink, clock: @escaping @Sendable () -> Timestamp) {
    self.settings = settings
    self.link = link
    self.clock = clock
    keys = KeySetCache { () throws(ProviderError) in
      .object(try await link.object(OutgoingRequest(.get, settings.apiURL + "/auth/keys")))
    }
  }

  /// Whom an identity token speaks of.
  /// - Parameter nonce: of our own flow, which the token must then carry; nil where an app got it by itself.
  func proof(idToken: String, nonce: String? = nil, audience: String? = nil) async throws(ProviderError)
    -> ProviderProof
  {
    let claims = try await claims(of: idToken, audiences: audience.map { [$0] } ?? settings.audiences)
    guard let subject = claims["sub"]?.string, !subject.isEmpty, subject.utf8.count <= 255 else {
      throw .refused("no subject")
    }
    if let nonce {
      guard let named = claims["nonce"]?.string,
        Hashing.constantTimeEqual(Array(named.utf8), Array(nonce.utf8))
      else { throw .refused("another nonce") }
    }
    // Sent as true or "true".
    let isProved = claims["email_verified"]?.bool == true || claims["email_verified"]?.string == "true"
    var proof = ProviderProof(provider: .apple, subject: subject, email: isProved ? claims["email"]?.string : nil)
    proof.issuedAt = claims["iat"]?.int64.flatMap { $0 < 100_000_000_000 ? Timestamp(milliseconds: $0 * 1_000) : nil }
    return proof
  }

  /// Of an identity token, which has an end.
  private func claims(of text: String, audiences: [String]) async throws(ProviderError) -> JSONValue {
    let claims = try await signed(text, audiences: audiences)
    guard let end = claims["exp"]?.int64, end > clock().milliseconds / 1_000 - Self.leeway else {
      throw .refused("expired")
    }
    return claims
  }

  private func signed(_ text: String, audiences: [String]) async throws(ProviderError) -> JSONValue {
    guard let token = ForeignToken(text) else { throw .refused("no token") }
    guard let claims = token.claims(signedBy: try await keys.key(token.keyID)) else { throw .refused("not signed") }
    guard claims["iss"]?.string == settings.issuer else { throw .refused("another issuer") }
    let named = claims["aud"]?.string.map { [$0] } ?? claims["aud"]?.array?.compactMap { $0.string } ?? []
    guard named.count == 1, audiences.contains(named[0]) else { throw .refused("another audience") }
    let now = clock().milliseconds / 1_000
    guard let start = claims["iat"]?.int64, start <= now + Self.leeway else { throw .refused("from the future") }
    return claims
  }

  /// Where a browser begins. Apple answers with a POST from its own page, as it does whenever a name is asked for.
  func page(state: String, nonce: String, redirect: String) -> String? {
    guard let client = settings.servicesID, settings.key != nil else { return nil }
    let query: Query = [
      "response_type": "code", "response_mode": "form_post", "client_id": client, "redirect_uri": redirect,
      "scope": "name email", "state": state, "nonce": nonce,
    ]
    return settings.pageURL + "/auth/authorize?" + query.text
  }

  /// From the code that the browser brought back.
  func proof(code: String, redirect: String, nonce: String) async throws(ProviderError) -> ProviderProof {
    guard let client = settings.servicesID else { throw .notOffered }
    let answer = try await link.object(
      ProviderLink.form(
        settings.apiURL + "/auth/token",
        [
          ("client_id", client), ("client_secret", try secret(for: client)), ("code", code),
          ("grant_type", "authorization_code"), ("redirect_uri", redirect),
        ]))
    guard let token = answer["id_token"]?.string else { throw .unavailable("no identity for a code") }
    var proof = try await proof(idToken: token, nonce: nonce, audience: client)
    if let lasting = answer["refresh_token"]?.string, ProviderLink.isToken(lasting) {
      proof.grant = ProviderGrant(client: client, token: lasting)
    }
    return proof
  }

  /// Gives a lasting token back. One that is not known any more is as good as given back.
  func revoke(_ grant: ProviderGrant) async throws(ProviderError) {
    let request = ProviderLink.form(
      settings.apiURL + "/auth/revoke",
      [
        ("client_id", grant.client), ("client_secret", try secret(for: grant.client)), ("token", grant.token),
        ("token_type_hint", "refresh_token"),
      ])
    try await link.giveBack(request) { $0["error"]?.string == "invalid_grant" }
  }

  /// Who we are, signed for five minutes.
  private func secret(for client: String) throws(ProviderError) -> String {
    guard let key = settings.key, key.algorithm == .es256 else { throw .notOffered }
    let now = clock().milliseconds / 1_000
    let header: JSONValue = ["alg": "ES256", "kid": .string(settings.keyID)]
    let claims: JSONValue = [
      "iss": .string(settings.teamID), "iat": .integer(now), "exp": .integer(now + 300),
      "aud": .string(settings.issuer), "sub": .string(client),
    ]
    guard let token = SignedToken.make(header: header.bytes, claims: claims.bytes, key: key) else {
      throw .unavailable("cannot sign")
    }
    return token
  }

  /// What Apple tells us of a person by itself: `{"payload": token}`, whose `events` is a text of JSON.
  /// Its token need not have an end; it counts for a week.
  func notice(_ payload: String) async throws(ProviderError) -> AppleNotice {
    let claims = try await signed(payload, audiences: settings.audiences)
    let start = claims["iat"]?.int64 ?? 0
    guard start > clock().milliseconds / 1_000 - Self.noticeSeconds else { throw .refused("too old") }
    let events = claims["events"]
    let parsed = events?.string.flatMap { try? JSONValue(parsing: Array($0.utf8)) } ?? events
    guard let event = parsed?.array?.first ?? parsed, let subject = event["sub"]?.string,
      let kind = event["type"]?.string
    else { throw .refused("no event") }
    guard let at = Self.timestamp(event["event_time"]?.int64 ?? start) else { throw .refused("no time") }
    let name = claims["jti"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? payload
    return AppleNotice(
      kind: AppleNotice.Kind(kind), subject: subject, at: at, name: Hex.encode(Hashing.sha256(Array(name.utf8))),
      email: event["email"]?.string)
  }

  static let noticeSeconds: Int64 = 7 * 86_400

  /// Apple's documents have times in milliseconds and in seconds. What is below 10^11 are seconds, until the year 5138;
  /// then all of that second is meant.
  static func timestamp(_ number: Int64) -> Timestamp? {
    guard (0..<100_000_000_000_000).contains(number) else { return nil }
    return Timestamp(milliseconds: number < 100_000_000_000 ? number * 1_000 + 999 : number)
  }
}

/// Something that happened to a person's account at Apple.
public struct AppleNotice: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case consentRevoked, accountDeleted, emailDisabled, emailEnabled
    /// Newer than this program.
    case other

    init(_ name: String) {
      switch name {
      case "consent-revoked": self = .consentRevoked
      case "account-delete", "account-deleted": self = .accountDeleted
      case "email-disabled": self = .emailDisabled
      case "email-enabled": self = .emailEnabled
      default: self = .other
      }
    }
  }

  public var kind: Kind
  public var subject: String
  public var at: Timestamp
  /// The same each time that the notice comes; a digest.
  public var name: String
  /// The address that it is about, where it says so.
  public var email: String?
}
