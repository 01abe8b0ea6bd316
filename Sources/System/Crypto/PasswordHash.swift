import CSodium

public enum PasswordHashError: Error, Equatable, Sendable {
  /// The memory that the cost asks for could not be had.
  case outOfMemory
}

/// Argon2id (RFC 9106) in its usual text form, `$argon2id$v=19$m=…,t=…,p=1$salt$hash`.
public enum PasswordHash {
  public struct Cost: Equatable, Sendable {
    public var passes: UInt64
    public var memoryBytes: Int

    public init(passes: UInt64, memoryBytes: Int) {
      self.passes = passes
      self.memoryBytes = memoryBytes
    }

    /// 64 MiB, 2 passes: libsodium's "interactive" level.
    public static let standard = Cost(passes: 2, memoryBytes: 64 << 20)
    /// The least that the library takes. For tests only.
    public static let lowest = Cost(passes: 1, memoryBytes: 8 << 10)
  }

  /// Blocks for tens of milliseconds at the standard cost: never call it on an event loop.
  public static func hash(_ password: String, cost: Cost) throws(PasswordHashError) -> String {
    precondition(sodiumIsReady, "libsodium did not start")
    let secret = Array(password.utf8).map { CChar(bitPattern: $0) }
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_argon2id_STRBYTES))
    let result = crypto_pwhash_argon2id_str(&text, secret, UInt64(secret.count), cost.passes, cost.memoryBytes)
    guard result == 0 else { throw PasswordHashError.outOfMemory }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Blocks as long as `hash` did. false also for a text that is no hash.
  public static func verify(_ password: String, against hash: String) -> Bool {
    precondition(sodiumIsReady, "libsodium did not start")
    guard hash.utf8.count < Int(crypto_pwhash_argon2id_STRBYTES) else { return false }
    let secret = Array(password.utf8).map { CChar(bitPattern: $0) }
    return hash.withCString { crypto_pwhash_argon2id_str_verify($0, secret, UInt64(secret.count)) == 0 }
  }

  /// Whether a hash was made at another cost, or is none: made again at the next sign-in.
  public static func isOutdated(_ hash: String, cost: Cost) -> Bool {
    precondition(sodiumIsReady, "libsodium did not start")
    guard hash.utf8.count < Int(crypto_pwhash_argon2id_STRBYTES) else { return true }
    return hash.withCString { crypto_pwhash_argon2id_str_needs_rehash($0, cost.passes, cost.memoryBytes) } != 0
  }
}
