import Domain

/// Where an app goes on after a checkout: one of a fixed list of its own places, never an address that somebody gave.
public struct CheckoutPlace: Equatable, Sendable {
  /// Below the app's prefix, without a slash in front.
  public let path: String

  /// - Parameters:
  ///   - text: `reservations/{id}` …, with or without `/{app}/` in front; nil for everything else.
  ///   - app: whose place it has to be.
  public init?(_ text: String, of app: App) {
    let prefix = "/\(app.rawValue)/"
    let path = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard path.utf8.count <= 200, Self.all.contains(where: { Self.matches($0, parts) }) else { return nil }
    self.path = path
  }

  /// `*` stands for an id.
  private static let all: [[String]] = [
    ["reservations"], ["reservations", "*"], ["orders", "*"], ["payments"], ["payments", "*"], ["doctors", "*"],
  ]

  private static func matches(_ pattern: [String], _ parts: [Substring]) -> Bool {
    guard pattern.count == parts.count else { return false }
    return zip(pattern, parts).allSatisfy { pattern, part in
      pattern == "*" ? isID(part) : part == pattern
    }
  }

  /// Ids and order codes: letters, digits, hyphen and low line.
  private static func isID(_ part: Substring) -> Bool {
    !part.isEmpty && part.utf8.count <= 64
      && part.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}
