import Contract
import Domain
import Wire

/// The refresh token of a browser, in a cookie that scripts cannot read and that only one path receives.
struct CookieSession {
  let app: App

  private var name: String { "maru-" + app.rawValue }
  private var path: String { "/v1/web/\(app.rawValue)/session" }

  /// The cookie's value; nil where there is none. Of several the first counts: the most exact path comes first
  /// (RFC 6265 section 5.4).
  func token(in headers: HTTPHeaders) -> String? {
    for field in headers.values("Cookie") {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
        return String(parts[1])
      }
    }
    return nil
  }

  func setting(_ token: String, lifetimeMilliseconds: Int64, host: String?) -> String {
    "\(name)=\(token); Max-Age=\(lifetimeMilliseconds / 1_000); \(attributes(host))"
  }

  func clearing(host: String?) -> String {
    "\(name)=; Max-Age=0; \(attributes(host))"
  }

  private func attributes(_ host: String?) -> String {
    "Path=\(path); HttpOnly; SameSite=Strict" + (Self.isLoopback(host) ? "" : "; Secure")
  }

  /// Only a browser on this machine reaches us by such a name, and none of its cookies can be seen on the way.
  private static func isLoopback(_ host: String?) -> Bool {
    guard let host else { return false }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]" || name.hasSuffix(".localhost")
  }
}
