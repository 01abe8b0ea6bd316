import Crypto
import JSON
import Synchronization
import Wire

/// Makes and reads JSON Web Tokens (RFC 7519) signed with HS256; no other algorithm is ever accepted. Equal claims give
/// equal tokens, as long as the key is the same. Whether a token has expired is for the caller to judge.
public final class TokenMint: Sendable {
  private struct Seal {
    var header: String
    var bytes: [UInt8]
    /// The latest `exp` that this key has signed; nil: it still signs.
    var latest: Int64?

    func begins(_ first: ArraySlice<UInt8>) -> Bool { first.elementsEqual(header.utf8) }
  }

  private struct State {
    /// The first signs.
    var seals: [Seal]
    /// Tokens that were read under these keys: a client shows the same one with every request.
    var known: [[UInt8]: TokenClaims] = [:]
  }

  private static let knownLimit = 8_192
  private let state: Mutex<State>

  /// - Parameter keys: not empty; the first signs.
  public init(keys: [TokenKey]) {
    state = Mutex(State(seals: keys.map(Self.seal)))
  }

  /// From now on these count, and no others.
  public func use(_ keys: [TokenKey]) {
    let next = State(seals: keys.map(Self.seal))
    state.withLock { $0 = next }
  }

  private static func seal(_ key: TokenKey) -> Seal {
    let header: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": .string(key.id)]
    return Seal(
      header: Base64URL.encode(header.bytes), bytes: key.bytes, latest: key.until.map { $0.milliseconds / 1_000 })
  }

  public func mint(_ claims: TokenClaims) -> String {
    guard let seal = state.withLock({ $0.seals.first }) else { return "" }
    let signed = seal.header + "." + Base64URL.encode(claims.json.bytes)
    return signed + "." + Base64URL.encode(Hashing.hmacSHA256(Array(signed.utf8), key: seal.bytes))
  }

  /// nil for anything that this mint did not make.
  public func read(_ token: String) -> TokenClaims? {
    guard token.utf8.count <= 2_048 else { return nil }
    let bytes = Array(token.utf8)
    if let claims = state.withLock({ $0.known[bytes] }) { return claims }
    let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    // Few keys, one algorithm: the header of every good token is one of a few texts.
    guard dots.count == 2, let seal = state.withLock({ $0.seals.first { $0.begins(bytes[..<dots[0]]) } }),
      let claims = Self.claims(of: bytes, dots, seal)
    else { return nil }
    state.withLock { state in
      // The keys may have changed meanwhile.
      guard state.seals.contains(where: { $0.bytes == seal.bytes && $0.latest == seal.latest }) else { return }
      if state.known.count >= Self.knownLimit { state.known = [:] }
      state.known[bytes] = claims
    }
    return claims
  }

  private static func claims(of bytes: [UInt8], _ dots: [Int], _ seal: Seal) -> TokenClaims? {
    let signed = Array(bytes[..<dots[1]])
    guard let signature = Base64URL.decode(bytes[(dots[1] + 1)...]),
      Hashing.constantTimeEqual(Hashing.hmacSHA256(signed, key: seal.bytes), signature),
      let body = Base64URL.decode(bytes[(dots[0] + 1)..<dots[1]]), let json = try? JSONValue(parsing: body),
      let claims = TokenClaims(json: json)
    else { return nil }
    // A key that signs no more has signed nothing that lasts longer.
    if let latest = seal.latest, claims.expiresAt > latest { return nil }
    return claims
  }
}
