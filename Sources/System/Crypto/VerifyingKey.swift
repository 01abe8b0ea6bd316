import COpenSSL

/// A public key that signatures of others are checked with. What it is decides the algorithm: nothing that a token says
/// of itself does (RFC 8725 section 3.1).
public final class VerifyingKey: @unchecked Sendable {
  public let algorithm: SigningKey.Algorithm
  private let key: OpaquePointer

  /// RS256. - Parameters: as big-endian numbers; nil below 2048 and above 8192 bits, and for an exponent that is even,
  /// 1 or above 32 bits.
  public init?(modulus: [UInt8], exponent: [UInt8]) {
    let modulus = Array(modulus.drop { $0 == 0 })
    let exponent = Array(exponent.drop { $0 == 0 })
    guard (256...1_024).contains(modulus.count), modulus[0] >= 0x80 || modulus.count > 256,
      (1...4).contains(exponent.count),
      let last = exponent.last, last & 1 == 1, exponent != [1], modulus.last.map({ $0 & 1 == 1 }) == true,
      let key = Self.rsa(modulus, exponent)
    else { return nil }
    self.key = key
    algorithm = .rs256
  }

  /// ES256. - Parameters: coordinates of 32 bytes each; nil where they are no point of P-256.
  public init?(x: [UInt8], y: [UInt8]) {
    guard x.count == 32, y.count == 32, let key = openssl_p256(nil, [4] + x + y, 65) else { return nil }
    self.key = key
    algorithm = .es256
  }

  private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> OpaquePointer? {
    guard let n = BN_bin2bn(modulus, Int32(modulus.count), nil) else { return nil }
    defer { BN_free(n) }
    guard let e = BN_bin2bn(exponent, Int32(exponent.count), nil) else { return nil }
    defer { BN_free(e) }
    return openssl_rsa(n, e)
  }

  deinit { EVP_PKEY_free(key) }

  /// - Parameter signature: in its JWS form; of ES256 64 bytes, r and s.
  public func verify(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
    let encoded: [UInt8]?
    switch algorithm {
    case .rs256: encoded = signature.count <= 1_024 ? signature : nil
    case .es256: encoded = Self.encoded(signature)
    }
    guard let encoded, !encoded.isEmpty, let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    // RSA pads as PKCS #1 v1.5 unless told otherwise, which is RS256.
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
      && EVP_DigestVerify(context, encoded, encoded.count, bytes, bytes.count) == 1
  }

  /// Two numbers of 32 bytes as ASN.1.
  private static func encoded(_ plain: [UInt8]) -> [UInt8]? {
    guard plain.count == 64, let parts = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(parts) }
    guard let r = BN_bin2bn(plain, 32, nil) else { return nil }
    guard let s = BN_bin2bn(Array(plain[32...]), 32, nil) else {
      BN_free(r)
      return nil
    }
    guard ECDSA_SIG_set0(parts, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(parts, &bytes)
    guard count > 0, let bytes else { return nil }
    defer { CRYPTO_free(bytes, nil, 0) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
