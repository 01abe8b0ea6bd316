/// HKDF with SHA-256 (RFC 5869).
public enum HKDF {
  public static func extract(salt: [UInt8], secret: [UInt8]) -> [UInt8] { Hashing.hmacSHA256(secret, key: salt) }

  /// - Parameter count: at most 8160 bytes; fewer come where more are asked for.
  public static func expand(_ key: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    var block: [UInt8] = []
    var number: UInt8 = 1
    while output.count < count {
      block = Hashing.hmacSHA256(block + info + [number], key: key)
      output += block
      if number == .max { break }
      number += 1
    }
    return Array(output.prefix(max(0, count)))
  }

  public static func derive(secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    expand(extract(salt: salt, secret: secret), info: info, count: count)
  }
}
