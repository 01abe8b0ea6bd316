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

  /// Flows in several tabs do not overwrite each other.
  private static func tag(_ binding: String) -> String { String(binding.prefix(6)) }

  /// Those that a request brings.
  static func bindings(_ headers: HTTPHeaders) -> [String] {
    var bindings: [String] = []
    for field in headers.values("Cookie") {
      for pair in field.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }).hasPrefix(name + "-") else { continue }
        let value = String(parts[1])
        if !bindings.contains(value) { bindings.append(value) }
      }
    }
    return Array(bindings.prefix(16))
  }
}
