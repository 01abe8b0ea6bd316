import Sockets

extension SandboxPaySettings {
  static let flags = ["--listen", "--data", "--merchants"]

  /// - Parameter environment: `MARU_SANDBOX_LISTEN` … have the meaning of the flags; flags win.
  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    self.init()
    for flag in Self.flags {
      let variable = "MARU_SANDBOX_" + flag.dropFirst(2).uppercased()
      if let text = environment[variable] { try apply(text, to: flag, named: variable) }
    }
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else { throw word.hasPrefix("-") ? .unknownFlag(word) : .unexpected(word) }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
      guard Self.flags.contains(parts[0]) else { throw .unknownFlag(parts[0]) }
      guard let text = parts.count == 2 ? parts[1] : rest.popFirst(), !text.hasPrefix("--") else {
        throw .missingValue(parts[0])
      }
      try apply(text, to: parts[0], named: parts[0])
    }
  }

  private mutating func apply(_ text: String, to flag: String, named name: String) throws(UsageError) {
    switch flag {
    case "--listen":
      guard let address = try? SocketAddress(text) else { throw .badValue(name, text, "HOST:PORT") }
      listen = address.text
    case "--data":
      guard !text.isEmpty else { throw .missingValue(name) }
      folder = text == "off" ? nil : text
    default:
      merchants = []
      for part in text.split(separator: ",") {
        guard let origin = webOrigin(String(part)) else {
          throw .badValue(name, String(part), "https://HOST or https://HOST:PORT")
        }
        merchants.append(origin)
      }
    }
  }
}

/// Scheme, host and port, without anything behind; nil for what is none.
func webOrigin(_ text: String) -> String? {
  let text = text.hasSuffix("/") ? String(text.dropLast()) : text
  let parts = text.split(separator: "/", omittingEmptySubsequences: false)
  guard parts.count == 3, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty, !parts[2].isEmpty,
    parts[2].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") })
  else { return nil }
  return text
}
