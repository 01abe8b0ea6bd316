import Crypto
import Domain
import JSON
import Testing
import Tokens
import Wire

struct TokenMintTests {
  let key = TokenKey(bytes: Array(0..<32))
  var mint: TokenMint { TokenMint(keys: [key]) }
  let claims = TokenClaims(
    person: ID("p"), session: "s", generation: 3, use: .access, app: .eyemonDoctor, issuedAt: 1_750_000_000,
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
    #expect(parts[0]["kid"]?.string == key.id)
    #expect(parts[1]["exp"] == 1_750_000_900)
    #expect(parts[1]["aud"] == "eyemon/eyemon-doctor")
  }

  @Test func anotherKeyIsRefused() {
    #expect(TokenMint(keys: [TokenKey(bytes: Array(1..<33))]).read(mint.mint(claims)) == nil)
  }

  @Test func noOtherAlgorithmIsAccepted() {
    let claims: JSONValue = ["sub": "p"]
    let body = Base64URL.encode(claims.bytes)
    for algorithm in ["none", "HS512", "RS256"] {
      let header: JSONValue = ["alg": .string(algorithm), "typ": "JWT", "kid": .string(key.id)]
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

  /// The header names the right key, the body is what anybody can write, and the signature is another one's.
  @Test func whoeverKnowsOnlyTheNameOfAKeyMakesNothing() throws {
    let header: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": .string(key.id)]
    let body: JSONValue = [
      "sub": "p", "sid": "s", "gen": 3, "use": "access", "aud": "eyemon/eyemon-doctor", "iat": 1, "exp": 9_999_999_999,
    ]
    let signed = Base64URL.encode(header.bytes) + "." + Base64URL.encode(body.bytes)
    func signature(_ key: [UInt8]) -> String {
      Base64URL.encode(Hashing.hmacSHA256(Array(signed.utf8), key: key))
    }
    for wrong in [[], Array(key.id.utf8), Array(1..<33), Array("secret".utf8)] as [[UInt8]] {
      #expect(mint.read(signed + "." + signature(wrong)) == nil)
    }
    #expect(mint.read(signed + ".") == nil)
    #expect(mint.read(signed + "." + String(signature(key.bytes).dropLast(4))) == nil)
    #expect(mint.read(signed + "." + signature(key.bytes)) != nil)
  }

  /// What is signed and still says nothing: claims that are missing, twice there, of another kind, or out of range.
  @Test(arguments: [
    "", "null", "[]", "{}", "7", "\"x\"", "{\"sub\":\"p\"}",
    #"{"sub":1,"sid":"s","gen":3,"use":"access","aud":"eyemon/eyemon","iat":1,"exp":2}"#,
    #"{"sub":"p","sid":null,"gen":3,"use":"access","aud":"eyemon/eyemon","iat":1,"exp":2}"#,
    #"{"sub":"p","sid":"s","gen":"3","use":"access","aud":"eyemon/eyemon","iat":1,"exp":2}"#,
    #"{"sub":"p","sid":"s","gen":3.5,"use":"access","aud":"eyemon/eyemon","iat":1,"exp":2}"#,
    #"{"sub":"p","sid":"s","gen":3,"use":"admin","aud":"eyemon/eyemon","iat":1,"exp":2}"#,
    #"{"sub":"p","sid":"s","gen":3,"use":"access","aud":"eyemon","iat":1,"exp":2}"#,
    #"{"sub":"p","sid":"s","gen":3,"use":"access","aud":["eyemon/eyemon"],"iat":1,"exp":2}"#,
    #"{"sub":"p","sid":"s","gen":3,"use":"access","aud":"eyemon/eyemon","iat":1,"exp":1e400}"#,
    #"{"sub":"p","sid":"s","gen":3,"use":"access","aud":"eyemon/eyemon","iat":1,"exp":99999999999999999999}"#,
    #"{"sub":"p","sid":"s","gen":3,"use":"access","aud":"eyemon/eyemon","iat":1}"#,
  ])
  func signedNonsenseIsRefused(body: String) {
    let header: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": .string(key.id)]
    let signed = Base64URL.encode(header.bytes) + "." + Base64URL.encode(Array(body.utf8))
    let signature = Base64URL.encode(Hashing.hmacSHA256(Array(signed.utf8), key: key.bytes))
    #expect(mint.read(signed + "." + signature) == nil)
  }

  @Test func anOlderKeyReadsWhatItSignedAndNothingThatLastsLonger() {
    let old = TokenKey(bytes: Array(0..<32), until: Timestamp(milliseconds: claims.expiresAt * 1_000))
    let present = TokenMint(keys: [TokenKey(bytes: Array(1..<33)), old])
    #expect(present.read(mint.mint(claims)) == claims)
    #expect(present.mint(claims) != mint.mint(claims))
    #expect(mint.read(present.mint(claims)) == nil)
    var forged = claims
    forged.expiresAt += 1
    #expect(present.read(mint.mint(forged)) == nil)
  }

  @Test func aTokenThatWasReadIsNothingUnderOtherKeys() {
    let mint = mint
    let token = mint.mint(claims)
    #expect(mint.read(token) == claims)
    mint.use([TokenKey(bytes: Array(1..<33))])
    #expect(mint.read(token) == nil)
  }

  /// U+212A is canonically equivalent to "K"; equal strings are not yet equal tokens.
  @Test func whatOnlyReadsLikeAKnownTokenIsRefused() throws {
    let mint = mint
    let token = try #require(
      (0..<Int64(1_000)).lazy.map { second -> String in
        var other = claims
        other.issuedAt += second
        return mint.mint(other)
      }.first { $0.contains("K") })
    #expect(mint.read(token) != nil)
    let lookalike = String(token.map { $0 == "K" ? "\u{212A}" : $0 })
    #expect(lookalike == token)
    #expect(mint.read(lookalike) == nil)
  }
}
