import Foundation

/// Where a server is: `https://maru.example:8443/api`. Paths of requests follow behind it.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  public let isSecure: Bool
  /// A name or a numeric address, without brackets.
  public let host: String
  public let port: Int
  /// Empty, or with a slash before it and none behind.
  public let path: String

  /// - Parameters:
  ///   - isSecure: TLS (`https`, `wss`).
  ///   - path: where the server stands on that host, if not at the root.
  public init(isSecure: Bool, host: String, port: Int, path: String = "") {
    self.isSecure = isSecure
    self.host = host
    self.port = port
    self.path = path
  }

  /// Reads `http://…` and `https://…`, with or without port and path; nil for anything else, also for an address with
  /// a name and password, a query or a fragment.
  public init?(_ text: String) {
    guard let colon = text.range(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = text[colon.upperBound...]
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    var authority = rest[..<end]
    var path = rest[end...]
    let isPlain = rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard isPlain, !authority.contains("@") else { return nil }
    var port = scheme == "https" ? 443 : 80
    let bracket = authority.lastIndex(of: "]")
    if let mark = authority.lastIndex(of: ":"), bracket.map({ $0 < mark }) ?? true {
      guard let number = UInt16(authority[authority.index(after: mark)...]), number > 0 else { return nil }
      port = Int(number)
      authority = authority[..<mark]
    }
    if authority.first == "[", authority.last == "]" { authority = authority.dropFirst().dropLast() }
    guard !authority.isEmpty, !authority.contains("["), !authority.contains("]") else { return nil }
    while path.last == "/" { path.removeLast() }
    self.init(isSecure: scheme == "https", host: String(authority), port: port, path: String(path))
  }

  /// The value of `Host`: without the port where it is the usual one of the scheme.
  public var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  public var description: String { (isSecure ? "https://" : "http://") + authority + path }
}
