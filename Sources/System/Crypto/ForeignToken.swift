import JSON

/// A JSON Web Token that somebody else made (RFC 7519), in its compact form, not believed yet: its claims come out only
/// with the key that it is checked with.
public struct ForeignToken: Sendable {
  public static let limit = 8_192

  /// Which key it says that it is signed with.
  public let keyID: String
  private let algorithm: String
  private let signed: [UInt8]
  private let signature: [UInt8]
  private let payload: [UInt8]

  /// nil for what is no such token, or asks for something that is not understood (`crit`, RFC 7515 section 4.1.11).
  public init?(_ text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let header = try? JSONValue(parsing: head), header["crit"] == nil,
      let algorithm = header["alg"]?.string, let keyID = header["kid"]?.string
    else { return nil }
    self.keyID = keyID
    self.algorithm = algorithm
    self.payload = payload
    self.signature = signature
    signed = Array((parts[0] + "." + parts[1]).utf8)
  }

  /// nil where the key did not sign it, or the token names another algorithm than the key's.
  public func claims(signedBy key: VerifyingKey) -> JSONValue? {
    guard algorithm == key.algorithm.rawValue, key.verify(signature, over: signed),
      let claims = try? JSONValue(parsing: payload), claims.object != nil
    else { return nil }
    return claims
  }
}
