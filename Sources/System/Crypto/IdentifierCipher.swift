import CSodium

/// Turns row numbers into opaque ids and back: a keyed permutation of 96 bits (kind, number), printed as 24 hex digits.
/// Equal numbers of different kinds share nothing that can be seen, and neighbours show neither order nor distance.
///
/// A Feistel network over two halves of 48 bits with SipHash-2-4 as its round function; ten rounds. The 32 bits that
/// hold the kind double as a check: a made-up id passes once in 2³².
public struct IdentifierCipher: Sendable {
  private static let rounds: UInt8 = 10
  private static let halfMask: UInt64 = 1 << 48 - 1
  private let key: [UInt8]

  /// - Parameter key: 16 bytes. Ids change with it, so it is kept as long as the data.
  public init?(key: [UInt8]) {
    guard key.count == Int(crypto_shorthash_siphash24_KEYBYTES) else { return nil }
    self.key = key
  }

  public func encode(_ number: Int64, kind: UInt32) -> String {
    let bits = UInt64(bitPattern: number)
    var left = UInt64(kind) << 16 | bits >> 48
    var right = bits & Self.halfMask
    for round in 0..<Self.rounds {
      (left, right) = (right, left ^ mix(right, round))
    }
    return String(unsafeUninitializedCapacity: 24) { digits in
      for index in 0..<12 {
        let byte = (index < 6 ? left : right) >> UInt64(40 - index % 6 * 8) & 0xFF
        digits[2 * index] = Self.digit(byte >> 4)
        digits[2 * index + 1] = Self.digit(byte & 15)
      }
      return 24
    }
  }

  private static func digit(_ value: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 10 ? 0x30 + value : 0x57 + value)
  }

  /// nil where the text is no id of that kind and key.
  public func decode(_ text: String, kind: UInt32) -> Int64? {
    guard text.utf8.count == 24, let bytes = Hex.decode(text) else { return nil }
    var left = bytes[0..<6].reduce(0) { $0 << 8 | UInt64($1) }
    var right = bytes[6..<12].reduce(0) { $0 << 8 | UInt64($1) }
    for round in (0..<Self.rounds).reversed() {
      (left, right) = (right ^ mix(left, round), left)
    }
    guard left >> 16 == UInt64(kind) else { return nil }
    return Int64(bitPattern: left << 48 | right)
  }

  /// The round's input: the half as six bytes, the highest first, and the number of the round.
  private func mix(_ half: UInt64, _ round: UInt8) -> UInt64 {
    var input = (half << 16 | UInt64(round) << 8).bigEndian
    var output: UInt64 = 0
    withUnsafeBytes(of: &input) { input in
      withUnsafeMutableBytes(of: &output) { output in
        guard let target = output.baseAddress, let source = input.baseAddress else { return }
        crypto_shorthash_siphash24(target, source, 7, key)
      }
    }
    return UInt64(bigEndian: output) & Self.halfMask
  }
}
