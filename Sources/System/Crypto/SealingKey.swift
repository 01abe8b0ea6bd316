/// The key that all keys of files are wrapped with.
public struct SealingKey: Sendable {
  private let cipher: AESGCM
  private let key: [UInt8]

  /// nil unless it has 32 bytes.
  public init?(_ key: [UInt8]) {
    guard let cipher = AESGCM(key: key) else { return nil }
    self.cipher = cipher
    self.key = key
  }

  /// Tells keys apart without giving anything away.
  public var fingerprint: String {
    String(Hex.encode(Hashing.hmacSHA256(Array("maru sealing key".utf8), key: key)).prefix(32))
  }

  /// A new key for one file, and the text under which it is kept.
  /// - Parameter name: of the file: a wrapped key is of no use for another one.
  public func makeFileKey(name: String) -> (key: FileKey, wrapped: String)? {
    let secret = SecureRandom.bytes(AESGCM.keyBytes)
    let nonce = SecureRandom.bytes(AESGCM.nonceBytes)
    guard let sealed = cipher.seal(secret, nonce: nonce, data: Array(name.utf8)) else { return nil }
    return (FileKey(secret), Base64URL.encode(nonce + sealed))
  }

  /// nil where the text was made with another key or for another name.
  public func unwrap(_ wrapped: String, name: String) -> FileKey? {
    guard let bytes = Base64URL.decode(wrapped), bytes.count > AESGCM.nonceBytes else { return nil }
    let nonce = Array(bytes.prefix(AESGCM.nonceBytes))
    return cipher.open(bytes.dropFirst(AESGCM.nonceBytes), nonce: nonce, data: Array(name.utf8)).map { FileKey($0) }
  }
}

/// Seals the original of one file and everything that is made from it.
public struct FileKey: Sendable {
  private let secret: [UInt8]

  init(_ secret: [UInt8]) {
    self.secret = secret
  }

  /// Each sealed file has a random salt in its header, hence a key of its own: nonces may count from zero.
  func cipher(header: [UInt8]) -> AESGCM? {
    AESGCM(key: Hashing.hmacSHA256(Array("maru content".utf8) + header, key: secret))
  }
}
