import Accounts
import Contract
import Crypto
import Domain
import JSON
import Testing
import Wire

struct TokenMintTests {
  let mint = TokenMint(key: Array(0..<32), keyID: "k1")
  let claims = TokenClaims(
    person: ID("p"), session: ID("s"), generation: 3, use: .access, app: .eyemonDoctor, issuedAt: 1_750_000_000,
    expiresAt: 1_750_000_900)

  private func parts(_ token: String) throws -> [JSONValue] {
    try token.split(separator: ".").prefix(2).map { try JSONValue(parsing: try #require(Base64URL.decode($0))) }
  }

  @Test func claimsComeBack() {
    #expect(mint.read(mint.mint(claims)) == claims)
    #expect(mint.mint(claims) == mint.mint(claims))
  }

  @Test func theFormIsAJSONWebToken() throws {
    let parts = try parts(mint.mint(claims))
    #expect(parts[0]["alg"] == "HS256")
    #expect(parts[0]["kid"] == "k1")
    #expect(parts[1]["exp"] == 1_750_000_900)
    #expect(parts[1]["aud"] == "eyemon/eyemon-doctor")
  }

  @Test func anotherKeyIsRefused() {
    #expect(TokenMint(key: Array(1..<33), keyID: "k1").read(mint.mint(claims)) == nil)
    #expect(TokenMint(key: Array(0..<32), keyID: "k2").read(mint.mint(claims)) == nil)
  }

  @Test func noOtherAlgorithmIsAccepted() {
    let claims: JSONValue = ["sub": "p"]
    let body = Base64URL.encode(claims.bytes)
    for algorithm in ["none", "HS512", "RS256"] {
      let header: JSONValue = ["alg": .string(algorithm), "typ": "JWT", "kid": "k1"]
      #expect(mint.read(Base64URL.encode(header.bytes) + "." + body + ".") == nil)
    }
  }

  @Test func everyChangedCharacterIsRefused() {
    let token = Array(mint.mint(claims).utf8)
    for index in token.indices {
      var changed = token
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(mint.read(String(decoding: changed, as: UTF8.self)) == nil)
    }
  }

  @Test(arguments: ["", ".", "..", "...", String(repeating: "a", count: 5_000)])
  func nonsenseIsRefused(token: String) {
    #expect(mint.read(token) == nil)
  }
}

struct TryLimiterTests {
  let start = Timestamp(milliseconds: 1_750_000_000_000)

  @Test func triesRunOutAndComeBack() throws {
    let limiter = TryLimiter(perMinute: 3)
    for _ in 0..<3 { try limiter.take("a", at: start) }
    #expect(throws: APIError.tooManyCalls(retryAfterSeconds: 21)) { try limiter.take("a", at: start) }
    try limiter.take("b", at: start)
    try limiter.take("a", at: start.adding(milliseconds: 20_000))
    #expect(throws: APIError.self) { try limiter.take("a", at: start.adding(milliseconds: 20_000)) }
  }

  @Test func whatWentWellDoesNotCount() throws {
    let limiter = TryLimiter(perMinute: 2)
    for _ in 0..<100 {
      try limiter.take("a", at: start)
      limiter.giveBack("a")
    }
  }

  @Test func aClockThatGoesBackGivesNothing() throws {
    let limiter = TryLimiter(perMinute: 1)
    try limiter.take("a", at: start)
    #expect(throws: APIError.self) { try limiter.take("a", at: start.adding(milliseconds: -600_000)) }
  }

  @Test func namesThatAreFullAgainAreForgotten() throws {
    let limiter = TryLimiter(perMinute: 1, nameLimit: 10)
    for number in 0..<1_000 {
      try limiter.take("n\(number)", at: start.adding(milliseconds: Int64(number) * 60_000))
    }
  }
}
