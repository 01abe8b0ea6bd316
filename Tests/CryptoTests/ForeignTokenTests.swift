import JSON
import Testing

@testable import Crypto

/// Tokens of others, and everything that they could try.
@Suite struct ForeignTokenTests {
  static let rsa = SigningKey.makeRSA()
  static let curve = P256Key.random()?.signing

  private static func jwk(_ key: SigningKey, kid: String = "k1") throws -> JSONValue {
    var object: JSONObject = ["kid": .string(kid), "use": "sig"]
    for (name, value) in try #require(key.publicMembers) { object[name] = .string(value) }
    return .object(object)
  }

  private static func rsaKey() throws -> JSONValue {
    let key = try #require(rsa)
    return try jwk(key)
  }

  private static func curveKey() throws -> JSONValue {
    let key = try #require(curve)
    return try jwk(key)
  }

  private static func token(
    _ key: SigningKey, kid: String = "k1", alg: String? = nil, more: JSONObject = [:]
  ) throws -> String {
    var header: JSONObject = ["alg": .string(alg ?? key.algorithm.rawValue), "kid": .string(kid)]
    for member in more.members { header[member.name] = member.value }
    let claims: JSONValue = ["sub": "s", "exp": 12]
    return try #require(SignedToken.make(header: JSONValue.object(header).bytes, claims: claims.bytes, key: key))
  }

  @Test func tokensOfBothKindsOfKeysAreRead() throws {
    for key in [try #require(Self.rsa), try #require(Self.curve)] {
      let set = try #require(KeySet(["keys": [try Self.jwk(key)]]))
      let token = try #require(ForeignToken(try Self.token(key)))
      let claims = try #require(set[token.keyID].flatMap { token.claims(signedBy: $0) })
      #expect(claims["sub"]?.string == "s")
    }
  }

  /// Of both vectors of RFC 7515.
  private static let claims =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  /// RFC 7515, appendix A.2.
  @Test func theVectorForRSAIsVerified() throws {
    let n = """
      ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-\
      pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2Ca\
      pHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb5\
      4h4FRWyuXpoQ
      """
    let signed =
      "eyJhbGciOiJSUzI1NiJ9." + Self.claims
    let signature = """
      cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr\
      7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--x\
      i12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_Ioy\
      pGlUPQGe77Rw
      """
    let key = try #require(VerifyingKey(["kty": "RSA", "n": .string(n), "e": "AQAB"]))
    var bytes = try #require(Base64URL.decode(signature))
    #expect(key.verify(bytes, over: Array(signed.utf8)))
    #expect(!key.verify(bytes, over: Array((signed + "x").utf8)))
    bytes[17] ^= 1
    #expect(!key.verify(bytes, over: Array(signed.utf8)))
    #expect(!key.verify([], over: Array(signed.utf8)))
  }

  /// RFC 7515, appendix A.3.
  @Test func theVectorForTheCurveIsVerified() throws {
    let signed =
      "eyJhbGciOiJFUzI1NiJ9." + Self.claims
    let key = try #require(
      VerifyingKey([
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      ]))
    var bytes = try #require(
      Base64URL.decode("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"))
    #expect(key.verify(bytes, over: Array(signed.utf8)))
    #expect(!key.verify(Array(bytes.dropLast()), over: Array(signed.utf8)))
    #expect(!key.verify([UInt8](repeating: 0, count: 64), over: Array(signed.utf8)))
    bytes[63] ^= 1
    #expect(!key.verify(bytes, over: Array(signed.utf8)))
  }

  @Test func anAlgorithmThatIsNotTheKeysIsRefused() throws {
    let rsa = try #require(Self.rsa)
    let key = try #require(VerifyingKey(try Self.jwk(rsa)))
    for alg in ["none", "NONE", "HS256", "ES256", "RS384", "PS256", "rs256", ""] {
      let token = try #require(ForeignToken(try Self.token(rsa, alg: alg)))
      #expect(token.claims(signedBy: key) == nil, "\(alg)")
    }
  }

  @Test func thePublicKeyIsNoSecretToSignWith() throws {
    let rsa = try #require(Self.rsa)
    let jwk = try Self.jwk(rsa)
    let key = try #require(VerifyingKey(jwk))
    let modulus = try #require(jwk["n"]?.string)
    let secrets = [Array(modulus.utf8), try #require(Base64URL.decode(modulus)), jwk.bytes]
    for secret in secrets {
      for alg in ["HS256", "RS256"] {
        let header: JSONValue = ["alg": .string(alg), "kid": "k1"]
        let claims: JSONValue = ["sub": "s"]
        let signed = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
        let code = Hashing.hmacSHA256(Array(signed.utf8), key: secret)
        let token = try #require(ForeignToken(signed + "." + Base64URL.encode(code)))
        #expect(token.claims(signedBy: key) == nil)
      }
    }
  }

  @Test func aTokenOfAnotherKeyIsRefused() throws {
    let key = try #require(try VerifyingKey(Self.rsaKey()))
    let other = try #require(SigningKey.makeRSA())
    #expect(try #require(ForeignToken(try Self.token(other))).claims(signedBy: key) == nil)
    let curve = try #require(Self.curve)
    #expect(try #require(ForeignToken(try Self.token(curve))).claims(signedBy: key) == nil)
  }

  @Test func everyChangedByteIsSeen() throws {
    let curve = try #require(Self.curve)
    let key = try #require(VerifyingKey(try Self.jwk(curve)))
    let text = Array(try Self.token(curve).utf8)
    for index in text.indices {
      var changed = text
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let token = ForeignToken(String(decoding: changed, as: UTF8.self))
      #expect(token?.claims(signedBy: key) == nil)
    }
  }

  @Test func whatIsNoTokenIsNone() throws {
    let curve = try #require(Self.curve)
    let good = try Self.token(curve)
    let parts = good.split(separator: ".")
    for text in [
      "", ".", "..", "...", good + ".", good + ".x", "." + good, String(good.dropLast(50)) + "=", good + "=",
      "e30.e30.", parts[0] + "." + parts[1], String(repeating: "A", count: 9_000), "\0.\0.\0",
    ] {
      #expect(ForeignToken(text).flatMap { $0.claims(signedBy: VerifyingKey(x: [], y: []) ?? Self.key) } == nil)
    }
    #expect(ForeignToken(try Self.token(curve, more: ["crit": ["exp"]])) == nil)
  }

  private static let key: VerifyingKey = {
    guard let curve, let jwk = try? jwk(curve), let key = VerifyingKey(jwk) else { fatalError("no key") }
    return key
  }()

  @Test func weakAndForeignKeysAreNone() throws {
    let rsa = try Self.rsaKey()
    let curve = try Self.curveKey()
    func with(_ json: JSONValue, _ changes: [(String, JSONValue)]) -> JSONValue {
      var object = json.object ?? [:]
      for (name, value) in changes { object[name] = value }
      return .object(object)
    }
    let short = Base64URL.encode([UInt8](repeating: 0xFF, count: 128))
    let long = Base64URL.encode([UInt8](repeating: 0xFF, count: 2_000))
    for bad in [
      with(rsa, [("n", .string(short))]), with(rsa, [("n", .string(long))]), with(rsa, [("e", "AQ")]),
      with(rsa, [("e", "Ag")]), with(rsa, [("e", "")]), with(rsa, [("use", "enc")]), with(rsa, [("alg", "HS256")]),
      with(rsa, [("kty", "oct")]), with(curve, [("crv", "P-384")]), with(curve, [("y", "AAAA")]),
      with(curve, [("y", curve["x"] ?? "")]), with(curve, [("alg", "RS256")]), ["kty": "oct", "k": "AAAA"], [:], [],
    ] {
      #expect(VerifyingKey(bad) == nil)
    }
  }

  @Test func ofTwoKeysWithOneNameTheFirstCounts() throws {
    let first = try #require(Self.rsa)
    let second = try #require(SigningKey.makeRSA())
    let set = try #require(KeySet(["keys": [try Self.jwk(first), try Self.jwk(second), ["kid": "odd"], 7]]))
    let key = try #require(set["k1"])
    #expect(try #require(ForeignToken(try Self.token(first))).claims(signedBy: key) != nil)
    #expect(try #require(ForeignToken(try Self.token(second))).claims(signedBy: key) == nil)
    #expect(set["odd"] == nil && set["none"] == nil)
    #expect(KeySet(["keys": 1]) == nil && KeySet([]) == nil)
  }
}
