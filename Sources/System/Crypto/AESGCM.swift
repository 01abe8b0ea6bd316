import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) with nonces of 12 bytes and tags of 16; AES-128-GCM for protocols that ask for it.
/// A nonce is used once per key.
public struct AESGCM: Sendable {
  public static let keyBytes = 32
  public static let nonceBytes = 12
  public static let tagBytes = 16
  private let key: [UInt8]
  private var isShort: Bool { key.count == 16 }

  /// nil unless the key has 32 bytes.
  public init?(key: [UInt8]) {
    guard key.count == Self.keyBytes else { return nil }
    self.key = key
  }

  /// AES-128-GCM. nil unless the key has 16 bytes.
  public init?(shortKey: [UInt8]) {
    guard shortKey.count == 16 else { return nil }
    key = shortKey
  }

  /// The sealed text with the tag behind it.
  /// - Parameter data: authenticated, and not part of the result.
  public func seal(_ text: [UInt8], nonce: [UInt8], data: [UInt8] = []) -> [UInt8]? {
    guard nonce.count == Self.nonceBytes, text.count <= Int(Int32.max) - 64, let context = EVP_CIPHER_CTX_new()
    else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: text.count + Self.tagBytes)
    var count: Int32 = 0
    var last: Int32 = 0
    let isSealed = sealed.withUnsafeMutableBufferPointer { out -> Bool in
      guard let base = out.baseAddress else { return false }
      return EVP_EncryptInit_ex(context, isShort ? EVP_aes_128_gcm() : EVP_aes_256_gcm(), nil, key, nonce) == 1
        && (data.isEmpty || EVP_EncryptUpdate(context, nil, &count, data, Int32(data.count)) == 1)
        && EVP_EncryptUpdate(context, base, &count, text, Int32(text.count)) == 1
        && EVP_EncryptFinal_ex(context, base + text.count, &last) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagBytes), base + text.count) == 1
    }
    return isSealed ? sealed : nil
  }

  /// nil where text, tag, nonce, data or key are not those that belong together.
  public func open(_ sealed: some Collection<UInt8>, nonce: [UInt8], data: [UInt8] = []) -> [UInt8]? {
    let sealed = Array(sealed)
    guard nonce.count == Self.nonceBytes, sealed.count >= Self.tagBytes, sealed.count < Int(Int32.max),
      let context = EVP_CIPHER_CTX_new()
    else { return nil }
    defer { EVP_CIPHER_CTX_free(context) }
    let textCount = sealed.count - Self.tagBytes
    var tag = Array(sealed[textCount...])
    var text = [UInt8](repeating: 0, count: sealed.count)
    var count: Int32 = 0
    var last: Int32 = 0
    let isOpen = text.withUnsafeMutableBufferPointer { out -> Bool in
      guard let base = out.baseAddress else { return false }
      return EVP_DecryptInit_ex(context, isShort ? EVP_aes_128_gcm() : EVP_aes_256_gcm(), nil, key, nonce) == 1
        && (data.isEmpty || EVP_DecryptUpdate(context, nil, &count, data, Int32(data.count)) == 1)
        && EVP_DecryptUpdate(context, base, &count, sealed, Int32(textCount)) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagBytes), &tag) == 1
        && EVP_DecryptFinal_ex(context, base + textCount, &last) == 1
    }
    guard isOpen else { return nil }
    text.removeLast(Self.tagBytes)
    return text
  }
}
