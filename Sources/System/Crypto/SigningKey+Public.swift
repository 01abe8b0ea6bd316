import COpenSSL

extension SigningKey {
  /// A new RSA key of 2048 bits. Takes a tenth of a second. nil only where the library fails.
  public static func makeRSA() -> SigningKey? {
    guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048) == 1,
      EVP_PKEY_generate(context, &key) == 1, let key
    else { return nil }
    return SigningKey(owning: key)
  }

  /// The members of its public half as a JSON Web Key (RFC 7517 section 4, RFC 7518 section 6), texts all.
  public var publicMembers: [(name: String, value: String)]? {
    switch algorithm {
    case .rs256:
      guard let n = number(OSSL_PKEY_PARAM_RSA_N), let e = number(OSSL_PKEY_PARAM_RSA_E) else { return nil }
      return [("kty", "RSA"), ("alg", "RS256"), ("n", Base64URL.encode(n)), ("e", Base64URL.encode(e))]
    case .es256:
      guard let x = number(OSSL_PKEY_PARAM_EC_PUB_X, padded: 32), let y = number(OSSL_PKEY_PARAM_EC_PUB_Y, padded: 32)
      else { return nil }
      return [
        ("kty", "EC"), ("alg", "ES256"), ("crv", "P-256"), ("x", Base64URL.encode(x)), ("y", Base64URL.encode(y)),
      ]
    }
  }

  private func number(_ name: String, padded: Int? = nil) -> [UInt8]? {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else { return nil }
    defer { BN_free(number) }
    let count = padded ?? Int(BN_num_bits(number) + 7) / 8
    var bytes = [UInt8](repeating: 0, count: count)
    return BN_bn2binpad(number, &bytes, Int32(count)) == count ? bytes : nil
  }
}
