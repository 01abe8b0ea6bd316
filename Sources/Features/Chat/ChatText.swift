/// Small work on texts, by bytes: the browser does not carry Unicode tables for it.
enum ChatText {
  static func split(_ text: String, by separator: UInt8) -> [String] {
    var parts: [String] = []
    for part in text.utf8.split(separator: separator, omittingEmptySubsequences: false) {
      parts.append(String(decoding: part, as: UTF8.self))
    }
    return parts
  }

  /// Without blanks and line ends around it.
  static func trimmed(_ text: String) -> String {
    var bytes = text.utf8[...]
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// On one line, for a list; long texts are cut between characters.
  static func oneLine(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in trimmed(text).utf8 {
      let continues = byte & 0xC0 == 0x80
      if bytes.count >= 400 && !continues { break }
      bytes.append(isBlank(byte) ? 0x20 : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func hex(_ bits: (UInt64, UInt64)) -> String {
    var bytes: [UInt8] = []
    for word in [bits.0, bits.1] {
      var shift: UInt64 = 64
      while shift > 0 {
        shift -= 4
        let digit = UInt8(truncatingIfNeeded: (word >> shift) & 15)
        bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}

extension Chat {
  /// An unread number as every place shows it; nil where there is none.
  public static func badge(_ count: Int) -> String? { count <= 0 ? nil : count > 99 ? "99+" : "\(count)" }
}
