import CEvents

/// A numeric IPv4 or IPv6 address with a port. Names are not looked up; only `localhost` is known (127.0.0.1).
public struct SocketAddress: Sendable {
  var raw: cevents_address

  init(raw: cevents_address) {
    self.raw = raw
  }

  public init(host: String, port: Int) throws(SocketError) {
    raw = cevents_address()
    let name = host == "localhost" ? "127.0.0.1" : host
    guard let port = UInt16(exactly: port), cevents_parse_address(name, port, &raw) == 0 else { throw .badAddress }
  }

  /// Reads `127.0.0.1:8080`, `localhost:8080` or `[::1]:8080`. Port 0 lets the system choose one.
  public init(_ text: String) throws(SocketError) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]) else {
      throw .badAddress
    }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw .badAddress
    }
    try self.init(host: String(host), port: port)
  }

  public var port: Int { Int(raw.port) }
  public var isIPv6: Bool { raw.is_ipv6 != 0 }

  /// The address without brackets and port.
  public var host: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      var address = raw
      let count = Int(cevents_print_host(&address, text.baseAddress, text.count))
      guard count > 0 else { return "" }
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<count]), as: UTF8.self)
    }
  }

  /// `host:port`, with brackets around an IPv6 host.
  public var text: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  public var isLoopback: Bool {
    withUnsafeBytes(of: raw.bytes) { bytes in
      guard isIPv6 else { return bytes[0] == 127 }
      return bytes[15] == 1 && bytes[..<15].allSatisfy { $0 == 0 }
    }
  }
}

extension SocketAddress: Equatable {
  public static func == (a: SocketAddress, b: SocketAddress) -> Bool {
    guard a.port == b.port, a.isIPv6 == b.isIPv6, a.raw.scope == b.raw.scope else { return false }
    return withUnsafeBytes(of: a.raw.bytes) { left in
      withUnsafeBytes(of: b.raw.bytes) { right in left.elementsEqual(right) }
    }
  }
}
