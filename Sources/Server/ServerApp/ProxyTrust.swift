import HTTPServer
import Sockets
import Wire

/// Whose `X-Forwarded-For` is believed. By default nobody's: anybody can write that field.
public struct ProxyTrust: Equatable, Sendable {
  /// Proxies of the operator's own in front of the server, one behind the other.
  public var count = 0
  /// The addresses of such proxies; where there are any, only they are believed, and any number of them in a row.
  public var networks: [NetworkRange] = []

  public init(count: Int = 0, networks: [NetworkRange] = []) {
    self.count = count
    self.networks = networks
  }

  public var isNobody: Bool { count == 0 && networks.isEmpty }

  private func trusts(_ address: SocketAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Who is at the other end, for limits and the log: the peer; behind proxies what the outermost of them saw. What
  /// stands further left in the field anybody can write.
  func address(of request: ServerRequest) -> SocketAddress {
    let peer = request.context.peer
    guard !isNobody else { return peer }
    let hops = request.request.headers.values("X-Forwarded-For").flatMap {
      $0.split(separator: ",")
    }
    return networks.isEmpty ? counted(hops) ?? peer : walk(hops, from: peer)
  }

  private func counted(_ hops: [Substring]) -> SocketAddress? {
    hops.count >= count ? Self.address(hops[hops.count - count]) : nil
  }

  /// From the peer outwards, as far as the one who told is one of ours.
  private func walk(_ hops: [Substring], from peer: SocketAddress) -> SocketAddress {
    var known = peer
    for hop in hops.reversed() {
      guard trusts(known), let next = Self.address(hop) else { break }
      known = next
    }
    return known
  }

  /// Anything but a numeric address would be a name of the client's own making. Some proxies add the port.
  private static func address(_ hop: Substring) -> SocketAddress? {
    let text = String(hop.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" })
    if text.isEmpty || text == "localhost" { return nil }
    if let address = try? SocketAddress(host: text, port: 0) { return address }
    return text.hasPrefix("localhost") ? nil : try? SocketAddress(text)
  }
}
