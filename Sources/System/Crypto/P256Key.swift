import COpenSSL

/// A key pair on the curve P-256 (FIPS 186-5): signs (ES256) and agrees on secrets (ECDH).
public struct P256Key: Sendable {
  public static let privateBytes = 32
  /// Of a public key in its uncompressed form: 4, x, y (SEC 1 section 2.3.3).
  public static let publicBytes = 65

  public let signing: SigningKey
  /// Uncompressed, 65 bytes.
  public let publicKey: [UInt8]

  /// A new pair. nil only where the library fails.
  public static func random() -> P256Key? {
    for _ in 0..<16 {
      // All but a few numbers are keys.
      if let key = P256Key(privateKey: SecureRandom.bytes(privateBytes)) { return key }
    }
    return nil
  }

  /// - Parameter privateKey: 32 bytes, from 1 to below the order of the curve; nil for anything else.
  public init?(privateKey: [UInt8]) {
    guard privateKey.count == Self.privateBytes, let curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else {
      return nil
    }
    defer { EC_GROUP_free(curve) }
    guard let number = BN_bin2bn(privateKey, Int32(privateKey.count), nil) else { return nil }
    defer { BN_clear_free(number) }
    guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(curve)) < 0,
      let point = EC_POINT_new(curve)
    else { return nil }
    defer { EC_POINT_free(point) }
    var open = [UInt8](repeating: 0, count: Self.publicBytes)
    guard EC_POINT_mul(curve, point, number, nil, nil, nil) == 1,
      EC_POINT_point2oct(curve, point, POINT_CONVERSION_UNCOMPRESSED, &open, open.count, nil) == open.count,
      let key = openssl_p256(number, open, open.count), let signing = SigningKey(owning: key)
    else { return nil }
    self.signing = signing
    publicKey = open
  }

  /// The x coordinate that both sides compute (SP 800-56A, 5.7.1.2): 32 bytes. nil where the other key is no point of
  /// the curve.
  public func secret(with other: [UInt8]) -> [UInt8]? {
    guard other.count == Self.publicBytes, other[0] == 4, let peer = openssl_p256(nil, other, other.count) else {
      return nil
    }
    defer { EVP_PKEY_free(peer) }
    guard let context = EVP_PKEY_CTX_new(signing.key, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var count = Self.privateBytes
    var secret = [UInt8](repeating: 0, count: count)
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer_ex(context, peer, 1) == 1,
      EVP_PKEY_derive(context, &secret, &count) == 1, count == secret.count
    else { return nil }
    return secret
  }
}
