/// The name of a file as a person reads it. It never becomes a path.
enum FileTitle {
  private static let longest = 200

  /// Without folders, control characters and the marks that turn the direction of text (with which `exe.fdp` can look
  /// like a PDF), and not too long; never empty.
  static func clean(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x2F, 0x5C: scalars.removeAll()
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0x2028, 0x2029: continue
      default: scalars.append(scalar)
      }
    }
    var text = String(scalars).trimmed
    while text.utf8.count > longest { text.removeLast() }
    return text.isEmpty || text == "." || text == ".." ? "file" : text
  }

  /// `Content-Disposition` (RFC 6266): plain ASCII for old readers, and the whole name (RFC 8187).
  static func disposition(_ title: String, isAttachment: Bool) -> String {
    var plain = ""
    var whole = ""
    for scalar in title.unicodeScalars {
      let isSafe = scalar.isASCII && scalar != "\"" && scalar != "\\" && scalar != "%" && scalar.value >= 0x20
      plain.unicodeScalars.append(isSafe ? scalar : "_")
    }
    for byte in title.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: whole.unicodeScalars.append(.init(byte))
      default:
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        whole.unicodeScalars.append("%")
        whole.unicodeScalars.append(digits[Int(byte >> 4)])
        whole.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return "\(isAttachment ? "attachment" : "inline"); filename=\"\(plain)\"; filename*=UTF-8''\(whole)"
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
