import CEvents

/// Addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or one address alone (RFC 4632, RFC 4291 section
/// 2.3). An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address.
public struct NetworkRange: Hashable, Sendable {
  private let bytes: [UInt8]
  private let bits: Int

  /// nil for anything else, also where bits behind the prefix are set: somebody has miscounted.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, host != "localhost",
      let address = try? SocketAddress(host: String(host), port: 0)
    else { return nil }
    let bytes = address.networkBytes
    var bits = bytes.count * 8
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let wanted = Int(parts[1]), wanted <= bits,
        // The count of an address that was written as IPv6 would be one of IPv6.
        bytes.count == (address.isIPv6 ? 16 : 4)
      else { return nil }
      bits = wanted
    }
    for (index, byte) in bytes.enumerated() where byte & ~Self.mask(index, bits) != 0 { return nil }
    self.bytes = bytes
    self.bits = bits
  }

  public func contains(_ address: SocketAddress) -> Bool {
    let other = address.networkBytes
    guard other.count == bytes.count else { return false }
    return bytes.indices.allSatisfy { (other[$0] ^ bytes[$0]) & Self.mask($0, bits) == 0 }
  }

  /// The bits of a byte that belong to the prefix.
  private static func mask(_ index: Int, _ bits: Int) -> UInt8 {
    let count = min(max(bits - index * 8, 0), 8)
    return UInt8(truncatingIfNeeded: 0xFF00 >> count)
  }
}

extension SocketAddress {
  /// 4 bytes, or 16 where the address is none of IPv4.
  var networkBytes: [UInt8] {
    withUnsafeBytes(of: raw.bytes) { bytes in
      let isMapped = isIPv6 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      return Array(isMapped ? bytes[12..<16] : isIPv6 ? bytes[..<16] : bytes[..<4])
    }
  }
}
