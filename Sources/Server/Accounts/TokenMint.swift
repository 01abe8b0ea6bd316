import Crypto
import JSON

/// Makes and reads JSON Web Tokens (RFC 7519) signed with HS256; no other algorithm is ever accepted. Equal claims give
/// equal tokens. Whether a token has expired is for the caller to judge.
public struct TokenMint: Sendable {
  private let key: [UInt8]
  private let keyID: String
  private let header: String

  public init(key: [UInt8], keyID: String) {
    self.key = key
    self.keyID = keyID
    let header: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": .string(keyID)]
    self.header = Base64URL.encode(header.bytes)
  }

  public func mint(_ claims: TokenClaims) -> String {
    let signed = header + "." + Base64URL.encode(claims.json.bytes)
    return signed + "." + Base64URL.encode(Hashing.hmacSHA256(Array(signed.utf8), key: key))
  }

  /// nil for anything that this mint did not make.
  public func read(_ token: String) -> TokenClaims? {
    guard token.utf8.count <= 2_048 else { return nil }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    // One key, one algorithm: the header of every good token is the same text.
    guard parts.count == 3, parts[0] == header, let signature = Base64URL.decode(parts[2]) else { return nil }
    let signed = Array((parts[0] + "." + parts[1]).utf8)
    guard Hashing.constantTimeEqual(Hashing.hmacSHA256(signed, key: key), signature),
      let body = Base64URL.decode(parts[1]), let json = try? JSONValue(parsing: body)
    else { return nil }
    return TokenClaims(json: json)
  }
}
