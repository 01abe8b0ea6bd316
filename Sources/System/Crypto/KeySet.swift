import JSON

/// The public keys that somebody signs tokens with: a JSON Web Key Set (RFC 7517 section 5).
public struct KeySet: Sendable {
  private static let limit = 64
  private let keys: [String: VerifyingKey]

  /// Keys that are not understood, and those without a name, are passed over; of two with one name the first counts.
  /// nil where it is no key set.
  public init?(_ json: JSONValue) {
    guard let list = json["keys"]?.array else { return nil }
    var keys: [String: VerifyingKey] = [:]
    for entry in list.prefix(Self.limit) {
      guard let name = entry["kid"]?.string, keys[name] == nil, let key = VerifyingKey(entry) else { continue }
      keys[name] = key
    }
    self.keys = keys
  }

  public subscript(name: String) -> VerifyingKey? { keys[name] }
  public var isEmpty: Bool { keys.isEmpty }
}

extension VerifyingKey {
  /// From one JSON Web Key; nil for a kind that is not RS256 or ES256, and for a key that is not for signatures.
  public convenience init?(_ json: JSONValue) {
    if let use = json["use"], use.string != "sig" { return nil }
    func bytes(_ name: String) -> [UInt8]? { json[name]?.string.flatMap { Base64URL.decode($0) } }
    switch json["kty"]?.string {
    case "RSA":
      if let named = json["alg"], named.string != "RS256" { return nil }
      guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
      self.init(modulus: modulus, exponent: exponent)
    case "EC":
      if let named = json["alg"], named.string != "ES256" { return nil }
      guard json["crv"]?.string == "P-256", let x = bytes("x"), let y = bytes("y") else { return nil }
      self.init(x: x, y: y)
    default: return nil
    }
  }
}
