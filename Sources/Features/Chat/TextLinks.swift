/// Finds web addresses in what people write. Only `http`, `https` and `www.`; what follows an address without a blank,
/// as Korean particles do, is not part of it.
enum TextLinks {
  static func parts(_ text: String) -> [TextPart] {
    let scalars = Array(text.unicodeScalars)
    var parts: [TextPart] = []
    var plain = 0
    var index = 0
    while index < scalars.count {
      guard let end = end(scalars, from: index) else {
        index += 1
        continue
      }
      if plain < index { parts.append(.plain(string(scalars[plain..<index]))) }
      let shown = string(scalars[index..<end])
      parts.append(.link(shown, address: scheme(scalars, at: index) == 0 ? "https://" + shown : shown))
      plain = end
      index = end
    }
    if plain < scalars.count { parts.append(.plain(string(scalars[plain...]))) }
    return parts
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Where the address that begins here ends; nil where none does.
  private static func end(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
    guard let length = scheme(scalars, at: start), start == 0 || !isWord(scalars[start - 1]) else { return nil }
    let host = start + length
    var end = host
    while end < scalars.count, belongs(scalars, end) { end += 1 }
    end = withoutPunctuation(scalars, host, end)
    return isHost(scalars[host..<end]) ? end : nil
  }

  /// The length of `https://` or `http://`; 0 at `www.`, which belongs to the host.
  private static func scheme(_ scalars: [Unicode.Scalar], at start: Int) -> Int? {
    for (word, length) in [("https://", 8), ("http://", 7), ("www.", 0)] {
      if scalars.count - start > word.utf8.count,
        zip(word.unicodeScalars, scalars[start...]).allSatisfy({ isSame($0, $1) })
      {
        return length
      }
    }
    return nil
  }

  private static func isSame(_ lower: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
    lower == other || (other.value >= 0x41 && other.value <= 0x5A && lower.value == other.value | 0x20)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }

  /// Letters beyond ASCII belong to an address where a part of it begins with them: `…/wiki/한국`, not `….com에서`.
  private static func belongs(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let value = scalars[index].value
    if value < 0x80 {
      switch value {
      case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F: return false
      default: return true
      }
    }
    guard index > 0, isLetter(value) else { return false }
    let before = scalars[index - 1].value
    return before >= 0x80 || before == 0x5F || !isWord(scalars[index - 1])
  }

  /// No blanks, no punctuation of any script, nothing invisible that could turn the text around.
  private static func isLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0xC0...0x1FFF, 0x3040...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// A sentence's end is not the address's; a bracket is where it was opened inside.
  private static func withoutPunctuation(_ scalars: [Unicode.Scalar], _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start {
      switch scalars[end - 1] {
      case ".", ",", "!", "?", ":", ";", "'", "*", "~", "[", "(", "&", "=": end -= 1
      case ")": if isOpen("(", ")", scalars[start..<end]) { return end } else { end -= 1 }
      case "]": if isOpen("[", "]", scalars[start..<end]) { return end } else { end -= 1 }
      default: return end
      }
    }
    return end
  }

  private static func isOpen(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ text: ArraySlice<Unicode.Scalar>)
    -> Bool
  {
    var depth = 0
    for scalar in text {
      if scalar == open { depth += 1 }
      if scalar == close { depth -= 1 }
    }
    return depth >= 0
  }

  /// Two names with a dot between them, and no name of a person before an `@` that would hide where it leads.
  private static func isHost(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    var labels = 1
    var isEmpty = true
    for scalar in rest {
      switch scalar {
      case "/", "?", "#", ":":
        if scalar == ":", rest.contains("@") { return false }
        return labels > 1 && !isEmpty
      case "@": return false
      case ".":
        if isEmpty { return false }
        labels += 1
        isEmpty = true
      case _ where isWord(scalar) || scalar == "-" || scalar.value >= 0x80: isEmpty = false
      default: return false
      }
    }
    return labels > 1 && !isEmpty
  }
}
