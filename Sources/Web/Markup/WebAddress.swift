/// An address elsewhere that may stand in `href`: `http` and `https` only, so that no text of a stranger becomes a
/// `javascript:` link.
public struct WebAddress: Equatable, Sendable {
  public let text: String

  /// nil unless the text starts with `https://` or `http://`, in letters of any size, and holds no blank or control.
  public init?(_ text: String) {
    var rest = text.utf8[...]
    for (index, byte) in "http".utf8.enumerated() {
      guard let first = rest.popFirst(), first | 0x20 == byte, index < 4 else { return nil }
    }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "s") { rest.removeFirst() }
    guard rest.starts(with: "://".utf8), rest.count > 3 else { return nil }
    for byte in rest where byte <= 0x20 || byte == 0x7F { return nil }
    self.text = text
  }
}
