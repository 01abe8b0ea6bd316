/// A path on our own origin: the only thing that may stand in `href` and `src`. So no text of a stranger can become a
/// `javascript:` link or an address elsewhere (`//host`, `/\host`; WHATWG URL section 4.4).
public struct LocalPath: Equatable, Sendable {
  public let text: String

  /// nil unless the text starts with one `/` and is printable ASCII without a backslash.
  public init?(_ text: String) {
    var position = 0
    for byte in text.utf8 {
      if byte <= 0x20 || byte >= 0x7F || byte == 0x5C { return nil }
      if position == 0 && byte != 0x2F { return nil }
      if position == 1 && byte == 0x2F { return nil }
      position += 1
    }
    guard position > 0 else { return nil }
    self.text = text
  }
}
