import Crypto
import JSON
import Synchronization
import Wire

/// Who we are to the push services of browsers (RFC 8292): one key pair for ever, since subscriptions are bound to it.
public final class ServerIdentity: Sendable {
  private static let lifetimeSeconds: Int64 = 12 * 3_600
  private let key: P256Key
  private let contact: String?
  /// Signed tokens by origin, used until half of their time is over.
  private let tokens = Mutex<[String: (text: String, until: Int64)]>([:])

  /// - Parameters:
  ///   - privateKey: 32 bytes; nil where they are no key.
  ///   - contact: of the operator, `mailto:…` or `https://…`; some push services insist on it.
  public init?(privateKey: [UInt8], contact: String?) {
    guard let key = P256Key(privateKey: privateKey) else { return nil }
    self.key = key
    self.contact = contact
  }

  /// What browsers subscribe with: base64url.
  public var publicKey: String { Base64URL.encode(key.publicKey) }

  /// The value of `Authorization` for a push service.
  /// - Parameter origin: `https://push.example`.
  func authorization(for origin: String, at now: Timestamp) -> String? {
    let seconds = now.milliseconds / 1_000
    let kept = tokens.withLock { $0[origin] }
    if let kept, kept.until > seconds { return header(kept.text) }
    var claims: JSONObject = ["aud": .string(origin), "exp": .integer(seconds + Self.lifetimeSeconds)]
    if let contact { claims["sub"] = .string(contact) }
    let head: JSONValue = ["typ": "JWT", "alg": "ES256"]
    guard let token = SignedToken.make(header: head.bytes, claims: JSONValue.object(claims).bytes, key: key.signing)
    else { return nil }
    tokens.withLock { tokens in
      if tokens.count > 1_000 { tokens = [:] }
      tokens[origin] = (token, seconds + Self.lifetimeSeconds / 2)
    }
    return header(token)
  }

  private func header(_ token: String) -> String { "vapid t=\(token), k=\(publicKey)" }
}
