import COpenSSL

/// A private key that signs JSON Web Tokens: RSA (RS256) or elliptic on P-256 (ES256), RFC 7518 section 3.
public final class SigningKey: @unchecked Sendable {
  public enum Algorithm: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
  }

  public let algorithm: Algorithm
  /// OpenSSL counts its users itself and lets several threads sign at once.
  let key: OpaquePointer

  /// nil for an RSA key below 2048 bits, another curve, and anything else.
  /// - Parameter pem: a private key without a password, as PKCS #8 (`-----BEGIN PRIVATE KEY-----`) or in the older
  ///   forms.
  public convenience init?(pem: String) {
    // The source reads from the bytes until it is freed.
    let key = Array(pem.utf8).withUnsafeBytes { bytes -> OpaquePointer? in
      guard bytes.count < 1 << 16, let source = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
        return nil
      }
      defer { BIO_free(source) }
      // A key with a password would be asked for on the terminal.
      return PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil)
    }
    guard let key else { return nil }
    self.init(owning: key)
  }

  /// Frees what it refuses.
  init?(owning key: OpaquePointer) {
    if EVP_PKEY_is_a(key, "RSA") == 1, EVP_PKEY_get_bits(key) >= 2_048 {
      algorithm = .rs256
    } else if EVP_PKEY_is_a(key, "EC") == 1, Self.curve(of: key) == "prime256v1" {
      algorithm = .es256
    } else {
      EVP_PKEY_free(key)
      return nil
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  private static func curve(of key: OpaquePointer) -> String? {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else { return nil }
    return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The signature in its JWS form; of ES256 64 bytes, r and s. nil only where the library fails.
  public func sign(_ bytes: [UInt8]) -> [UInt8]? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var count = 0
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1
    else { return nil }
    var signature = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else { return nil }
    signature.removeLast(signature.count - count)
    return algorithm == .es256 ? Self.plain(signature) : signature
  }

  /// From ASN.1 to two numbers of 32 bytes.
  private static func plain(_ encoded: [UInt8]) -> [UInt8]? {
    encoded.withUnsafeBufferPointer { buffer -> [UInt8]? in
      var place = buffer.baseAddress
      guard let parts = d2i_ECDSA_SIG(nil, &place, buffer.count) else { return nil }
      defer { ECDSA_SIG_free(parts) }
      var plain = [UInt8](repeating: 0, count: 64)
      let isWhole = plain.withUnsafeMutableBufferPointer { out -> Bool in
        guard let base = out.baseAddress else { return false }
        return BN_bn2binpad(ECDSA_SIG_get0_r(parts), base, 32) == 32
          && BN_bn2binpad(ECDSA_SIG_get0_s(parts), base + 32, 32) == 32
      }
      return isWhole ? plain : nil
    }
  }
}
