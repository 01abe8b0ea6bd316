import Me
import Wire

/// A place of the annex, as its path below the app's prefix names it.
public enum AnnexRoute: Equatable, Sendable {
  case signIn, signUp, phone, reset, settings
  case me(MePlace)
  /// No such place: the screen says so.
  case unknown

  /// - Parameter path: raw path of the page, its first segment the app's prefix; query and fragment are cut off.
  public init(path: String) {
    var bytes = path.utf8[...]
    if let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      bytes = bytes[..<end]
    }
    let segments = bytes.split(separator: UInt8(ascii: "/")).dropFirst().map { String(Substring($0)) }
    if segments.first == "me" {
      self = MePlace(rawValue: segments.dropFirst().joined(separator: "/")).map { .me($0) } ?? .unknown
      return
    }
    switch segments.joined(separator: "/") {
    case "sign-in": self = .signIn
    case "sign-in/phone": self = .phone
    case "sign-in/reset": self = .reset
    case "sign-up": self = .signUp
    case "settings": self = .settings
    default: self = .unknown
    }
  }
}
