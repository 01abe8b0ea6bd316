import Glibc

/// Which IP addresses belong to everybody (the special-purpose registries of IANA, RFC 6890).
enum PublicAddress {
  /// Network, and how many of its leading bits count.
  private static let special4: [(network: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
    (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
    (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
  ]

  /// - Parameter text: a numeric address, without a zone.
  static func contains(_ text: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      let address = UInt32(bigEndian: four.s_addr)
      return !special4.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
    let words = withUnsafeBytes(of: &six) { bytes in (UInt16(bytes[0]) << 8 | UInt16(bytes[1]), bytes[2], bytes[3]) }
    // Only 2000::/3 is in use. Of it: 2001::/23 (Teredo and others), documentation, 6to4 with an IPv4 address inside.
    guard words.0 >> 13 == 1 else { return false }
    if words.0 == 0x2001, words.1 < 2 { return false }
    if words.0 == 0x2001, words.1 == 0x0D, words.2 == 0xB8 { return false }
    return words.0 != 0x2002 && words.0 != 0x3FFF
  }
}
