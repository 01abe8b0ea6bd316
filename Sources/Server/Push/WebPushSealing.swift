import Crypto

/// Seals a push for one browser (RFC 8291) in one record of aes128gcm (RFC 8188).
enum WebPushSealing {
  /// Of a record. What a push service must take is a body of 4096 bytes (RFC 8030 section 7.2).
  static let recordSize = 4_096
  /// Room for text in one record: without header, delimiter and tag.
  static let textLimit = recordSize - 86 - 1 - AESGCM.tagBytes

  /// - Parameters:
  ///   - key: of the browser: an uncompressed point.
  ///   - secret: that the browser shares with us, 16 bytes.
  ///   - own: a key pair for this message alone.
  ///   - salt: 16 random bytes.
  /// - Returns: nil where the browser's key is none, its secret is not of that length, or the text is too long.
  static func seal(
    _ text: [UInt8], for key: [UInt8], secret: [UInt8], own: P256Key, salt: [UInt8]
  ) -> [UInt8]? {
    guard secret.count == 16, salt.count == 16, text.count <= textLimit, let shared = own.secret(with: key) else {
      return nil
    }
    let info = Array("WebPush: info".utf8) + [0] + key + own.publicKey
    let input = HKDF.derive(secret: shared, salt: secret, info: info, count: 32)
    let random = HKDF.extract(salt: salt, secret: input)
    let content = HKDF.expand(random, info: Array("Content-Encoding: aes128gcm".utf8) + [0], count: 16)
    let nonce = HKDF.expand(random, info: Array("Content-Encoding: nonce".utf8) + [0], count: 12)
    // The delimiter of a last record is 2.
    guard let sealed = AESGCM(shortKey: content)?.seal(text + [2], nonce: nonce) else { return nil }
    let size = UInt32(recordSize)
    let sizeBytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
    return salt + sizeBytes + [UInt8(own.publicKey.count)] + own.publicKey + sealed
  }
}
