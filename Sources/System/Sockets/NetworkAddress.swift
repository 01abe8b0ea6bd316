import CEvents

/// Whom an address belongs to, as far as limits go: an IPv4 address, or the /64 of an IPv6 address, which is the least
/// that one household is given (RFC 6177). An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address.
public struct NetworkAddress: Hashable, Sendable {
  private let prefix: UInt64
  private let isIPv6: Bool

  public init(_ address: SocketAddress) {
    let (bytes, isMapped) = withUnsafeBytes(of: address.raw.bytes) { bytes in
      let isMapped = address.isIPv6 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      let start = isMapped ? 12 : 0
      return (Array(bytes[start..<(address.isIPv6 && !isMapped ? 8 : start + 4)]), isMapped)
    }
    prefix = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    isIPv6 = address.isIPv6 && !isMapped
  }

  /// `192.0.2.1`, or `2001:db8:0:1::/64`.
  public var text: String {
    guard isIPv6 else {
      return [24, 16, 8, 0].map { String(prefix >> UInt64($0) & 0xFF) }.joined(separator: ".")
    }
    return [48, 32, 16, 0].map { String(prefix >> UInt64($0) & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
  }
}
