import Contract
import Domain
import Wire

/// The refresh token of a browser, in a cookie that scripts cannot read and that only one path receives.
struct CookieSession {
  let app: App
  /// Of the request.
  let headers: HTTPHeaders

  private var name: String { "maru-" + app.rawValue }
  private var path: String { "/v1/web/\(app.rawValue)/session" }

  /// The cookie's value; nil where there is none. Of several the first counts: the most exact path comes first
  /// (RFC 6265 section 5.4).
  var token: String? {
    for field in headers.values("Cookie") {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
        return String(parts[1])
      }
    }
    return nil
  }

  func setting(_ token: String, lifetimeMilliseconds: Int64) -> String {
    "\(name)=\(token); Max-Age=\(lifetimeMilliseconds / 1_000); \(attributes)"
  }

  var clearing: String {
    "\(name)=; Max-Age=0; \(attributes)"
  }

  private var attributes: String {
    "Path=\(path); HttpOnly; SameSite=Strict" + (isOnThisMachine ? "" : "; Secure")
  }

  /// Only a browser on this machine reaches us by a loopback name, and none of its cookies can be seen on the way. A
  /// proxy may put such a name in place of the host that the browser asked for; the page's origin still tells.
  private var isOnThisMachine: Bool {
    guard let host = headers["Host"], Self.isLoopback(host) else { return false }
    guard let origin = headers["Origin"] else { return true }
    let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 3 && Self.isLoopback(String(parts[2]))
  }

  static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name.hasSuffix(".localhost")
  }
}
