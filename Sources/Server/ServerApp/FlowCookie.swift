import Wire

/// What binds a sign-in at a provider to the browser that began it: short-lived, and sent to its own way back only.
///
/// Apple comes back with a POST from its own page, which only `SameSite=None` lets through, and that needs `Secure`. On
/// this machine there is a second one for browsers that take no secure cookie without TLS.
struct FlowCookie {
  let path: String
  let isOnThisMachine: Bool
  let seconds: Int64

  static let name = "maru-flow"

  func setting(_ binding: String) -> [String] {
    let common = "Max-Age=\(seconds); Path=\(path); HttpOnly"
    let cookie = "\(Self.name)-\(Self.tag(binding))=\(binding); \(common); SameSite=None; Secure"
    guard isOnThisMachine else { return [cookie] }
    return [cookie, "\(Self.name)-lax-\(Self.tag(binding))=\(binding); \(common); SameSite=Lax"]
  }

  /// A flow that has come back needs it no more, and one that was given up never will: browsers keep so many cookies
  /// of a site, and we read so many bytes of them.
  func clearing(_ bindings: [String]) -> [String] {
    bindings.filter { $0.utf8.allSatisfy(Self.isPlain) }.flatMap { binding in
      let rest = "Max-Age=0; Path=\(path); HttpOnly"
      let cookie = "\(Self.name)-\(Self.tag(binding))=; \(rest); SameSite=None; Secure"
      return isOnThisMachine ? [cookie, "\(Self.name)-lax-\(Self.tag(binding))=; \(rest); SameSite=Lax"] : [cookie]
    }
  }

  /// Flows in several tabs do not overwrite each other.
  private static func tag(_ binding: String) -> String { String(binding.prefix(6)) }

  /// Those that a request brings, the oldest first as browsers send them (RFC 6265 section 5.4).
  static func bindings(_ headers: HTTPHeaders) -> [String] {
    var bindings: [String] = []
    for field in headers.values("Cookie") {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }).hasPrefix(name + "-") else { continue }
        let value = String(parts[1])
        if !value.isEmpty, !bindings.contains(value) { bindings.append(value) }
      }
    }
    return bindings
  }

  /// Of base64url: anything else is none of ours, and nothing to be written into a header.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}
