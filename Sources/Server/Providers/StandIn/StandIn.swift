import Crypto
import JSON
import Synchronization
import Wire

/// Plays Kakao's and Apple's routes without a network: a consent page with persons to choose from, codes, tokens and a
/// key set of its own. Our side talks to it as it does to the real ones. For demonstrations and tests only: whoever
/// reaches it can be any of its persons.
public final class StandIn: Sendable {
  public static let kakaoAppID: Int64 = 700_001
  public static let kakaoKey = "stand-in-kakao"
  public static let appleClient = "demo.maru.web"
  public static let appleBundle = "demo.maru.app"
  static let issuer = "https://appleid.apple.com"
  static let keyID = "stand-in-1"

  /// What a code or a token stands for.
  struct Grant: Sendable {
    var provider: Provider
    var person: StandInPerson
    var client: String
    var redirect: String
    var nonce: String?
    /// Of PKCE.
    var challenge: String?
    var fault: StandInFault
  }

  struct State {
    var codes: [String: Grant] = [:]
    /// Kakao's access tokens and Apple's refresh tokens.
    var tokens: [String: Grant] = [:]
    /// Who has been here before: Apple tells a name only once.
    var known: Set<String> = []
    var unlinked: [String] = []
    var revoked: [String] = []
    var keyFetches: Int64 = 0
    /// So many of the next requests to forget somebody are not answered as agreed.
    var failures = 0
  }

  let state = Mutex(State())
  /// Signs identity tokens.
  let key: SigningKey
  /// Signs what must not be believed.
  let otherKey: SigningKey
  /// Checks who asks for Apple's tokens.
  let clientKey: VerifyingKey
  let clock: @Sendable () -> Timestamp
  let pause: @Sendable () async -> Void

  /// - Parameters:
  ///   - client: the key that our side signs with.
  ///   - pause: what a slow answer waits for.
  /// - Returns: nil where no keys could be made.
  public convenience init?(
    client: SigningKey, clock: @escaping @Sendable () -> Timestamp, pause: @escaping @Sendable () async -> Void
  ) {
    guard let key = SigningKey.makeRSA(), let otherKey = SigningKey.makeRSA() else { return nil }
    self.init(client: client, keys: (key, otherKey), clock: clock, pause: pause)
  }

  /// With keys that are there already: making them takes longer than most tests.
  init?(
    client: SigningKey, keys: (SigningKey, SigningKey), clock: @escaping @Sendable () -> Timestamp,
    pause: @escaping @Sendable () async -> Void
  ) {
    guard let members = client.publicMembers, let clientKey = VerifyingKey(Self.jwk(members, name: "client")) else {
      return nil
    }
    (key, otherKey) = keys
    self.clientKey = clientKey
    self.clock = clock
    self.pause = pause
  }

  /// Settings that lead here.
  /// - Parameters:
  ///   - origin: of the stand-in itself, `http://127.0.0.1:PORT`.
  ///   - client: as given to `init`.
  public static func settings(origin: String, client: SigningKey) -> (kakao: KakaoSettings, apple: AppleSettings) {
    var kakao = KakaoSettings(appID: kakaoAppID, restKey: kakaoKey)
    kakao.adminKey = "stand-in-admin"
    (kakao.pageURL, kakao.tokenURL, kakao.apiURL) = (origin, origin, origin)
    var apple = AppleSettings(
      audiences: [appleClient, appleBundle], servicesID: appleClient, teamID: "STANDIN", keyID: "client", key: client)
    (apple.pageURL, apple.apiURL) = (origin, origin)
    return (kakao, apple)
  }

  static func jwk(_ members: [(name: String, value: String)], name: String) -> JSONValue {
    var object: JSONObject = ["kid": .string(name), "use": "sig"]
    for member in members { object[member.name] = .string(member.value) }
    return .object(object)
  }

  static func makeCode() -> String { Base64URL.encode(SecureRandom.bytes(24)) }

  public func answer(_ request: HTTPRequest) async -> HTTPResponse {
    switch (request.method, request.path) {
    case (.get, "/oauth/authorize"): consent(.kakao, request.query)
    case (.get, "/auth/authorize"): consent(.apple, request.query)
    case (.post, "/decide"): decide(Self.form(request))
    case (.post, "/oauth/token"): await kakaoToken(Self.form(request))
    case (.get, "/v1/user/access_token_info"): await kakaoTokenFacts(request)
    case (.get, "/v2/user/me"): kakaoPerson(request)
    case (.post, "/v1/user/unlink"), (.post, "/auth/revoke"): fails() ? HTTPResponse(503) : forget(request)
    case (.post, "/auth/token"): await appleToken(Self.form(request))
    case (.get, "/auth/keys"): appleKeys()
    case (.post, "/trial/token"): trialToken(Self.form(request))
    case (.post, "/trial/notice"): trialNotice(Self.form(request))
    case (.post, "/trial/failures"): trialFailures(Self.form(request))
    case (.get, "/trial/record"): record()
    case (.get, "/style.css"): StandInPages.style
    case (.get, "/go.js"): StandInPages.script
    default: HTTPResponse(404)
    }
  }

  static func form(_ request: HTTPRequest) -> Query { Query(parsing: String(decoding: request.body, as: UTF8.self)) }

  private func forget(_ request: HTTPRequest) -> HTTPResponse {
    request.path == "/auth/revoke" ? appleRevoke(Self.form(request)) : kakaoUnlink(request)
  }

  private func fails() -> Bool {
    state.withLock { state in
      guard state.failures > 0 else { return false }
      state.failures -= 1
      return true
    }
  }

  /// Field: `count`.
  private func trialFailures(_ form: Query) -> HTTPResponse {
    let count = form["count"].flatMap { Int($0) } ?? 0
    state.withLock { $0.failures = max(0, min(count, 100)) }
    return Self.json([:])
  }

  /// What it has been asked to forget, and how often its keys were fetched: for tests.
  private func record() -> HTTPResponse {
    let (unlinked, revoked, fetches) = state.withLock { ($0.unlinked, $0.revoked, $0.keyFetches) }
    return Self.json([
      "unlinked": .array(unlinked.map { .string($0) }), "revoked": .array(revoked.map { .string($0) }),
      "key_fetches": .integer(fetches),
    ])
  }

  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status, headers: ["Content-Type": "application/json"], body: value.bytes)
  }

  static func refusal(_ code: String, status: Int = 400) -> HTTPResponse {
    json(["error": .string(code)], status: status)
  }
}
