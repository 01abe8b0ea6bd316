import Crypto
import Domain
import Storage
import Wire

/// What a browser takes along to a provider's page.
public struct FlowStart: Sendable {
  /// The provider's page.
  public let url: String
  /// Kept in a cookie of this browser: without it the way back is closed.
  public let binding: String
}

/// Where somebody who comes back goes on, and what they came for.
public struct FlowEnd: Sendable {
  public let app: App
  public let target: String
  public let proof: ProviderProof
  /// Who links another way in; nil: a sign-in.
  public let person: RowID<Person>?
  public let session: RowID<SessionRow>?
}

/// What a provider's page sends back, by query or by form.
public struct FlowAnswer: Sendable {
  public var state: String
  public var code: String?
  public var error: String?
  /// Apple's, and only the first time: not signed, so it is good for a name to begin with and for nothing else.
  public var user: String?

  public init(_ query: Query) {
    state = query["state"] ?? ""
    code = query["code"].flatMap { $0.isEmpty || $0.utf8.count > 2_048 ? nil : $0 }
    error = query["error"]
    user = query["user"].flatMap { $0.utf8.count > 4_096 ? nil : $0 }
  }
}

/// Places to go on at after a provider's page, below an app: nothing else is ever redirected to.
public enum ReturnTarget {
  private static let places: Set<String> = [
    "", "doctors", "chats", "settings", "search", "sign-in", "me", "me/ways",
  ]

  /// The place, or the first one where it is not in the list. Rooms are named by 24 hexadecimal digits.
  public static func checked(_ text: String?) -> String {
    guard let text else { return "" }
    if places.contains(text) { return text }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isRoom =
      parts.count == 2 && parts[0] == "chats" && parts[1].utf8.count == 24
      && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isRoom ? text : ""
  }
}
