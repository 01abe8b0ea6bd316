#if canImport(Darwin)
  import CryptoKit
#else
  import Crypto
#endif

/// SHA-256 by what the platform has.
enum FileDigest {
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(Darwin)
      Array(SHA256.hash(data: bytes))
    #else
      Hashing.sha256(bytes)
    #endif
  }

  /// 64 hex digits.
  static func hex(_ text: String) -> String {
    let digits = Array("0123456789abcdef")
    return String(sha256(Array(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
