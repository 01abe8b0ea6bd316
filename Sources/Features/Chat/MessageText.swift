import Domain

/// A run of a message's text, and what it is.
public enum TextPart: Equatable, Sendable {
  case plain(String)
  /// `address` starts with `https://` or `http://`.
  case link(String, address: String)
  /// `@` and the name of somebody who was meant.
  case mention(String)
  /// What was looked for.
  case match(String)

  public var text: String {
    switch self {
    case .plain(let text), .link(let text, _), .mention(let text), .match(let text): text
    }
  }
}

/// Takes a message's text apart.
enum MessageText {
  /// - Parameter names: of those who are meant.
  static func parts(_ text: String, mentioning names: [String] = []) -> [TextPart] {
    var parts: [TextPart] = []
    for part in TextLinks.parts(text) {
      guard case .plain(let plain) = part, !names.isEmpty else {
        parts.append(part)
        continue
      }
      parts += split(plain, at: names.map { "@" + $0 }, isSearch: false)
    }
    return parts
  }

  /// With every occurrence of what was looked for; letters of both sizes, and syllables in each of their spellings.
  static func matches(_ text: String, of query: String) -> [TextPart] {
    split(text, at: [query], isSearch: true)
  }

  private static func split(_ text: String, at wanted: [String], isSearch: Bool) -> [TextPart] {
    let characters = Array(text)
    let letters = characters.map { Letters.of($0) }
    let needles = wanted.map { word in word.map { Letters.of($0) } }.filter { !$0.isEmpty }
    var parts: [TextPart] = []
    var plain = ""
    var index = 0
    while index < characters.count {
      var length = 0
      for needle in needles where needle.count > length && letters[index...].starts(with: needle) {
        length = needle.count
      }
      if length == 0 {
        plain.append(characters[index])
        index += 1
        continue
      }
      if !plain.isEmpty { parts.append(.plain(plain)) }
      plain = ""
      let found = String(characters[index..<index + length])
      parts.append(isSearch ? .match(found) : .mention(found))
      index += length
    }
    if !plain.isEmpty { parts.append(.plain(plain)) }
    return parts
  }
}

/// What is typed to get a character: letters of one size, and for a syllable of Hangul its parts (Unicode 3.12). So
/// spellings are compared without the tables of Unicode, which the browser's program does not carry.
enum Letters {
  static func of(_ character: Character) -> [UInt32] { of(character.unicodeScalars) }

  static func of(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in scalars {
      let value = scalar.value
      switch value {
      case 0xAC00...0xD7A3:
        let index = value - 0xAC00
        letters += [0x1100 + index / 588, 0x1161 + index % 588 / 28]
        if index % 28 > 0 { letters.append(0x11A7 + index % 28) }
      case 0x3131...0x314E: letters.append(initials[Int(value - 0x3131)])
      case 0x41...0x5A: letters.append(value | 0x20)
      default: letters.append(value)
      }
    }
    return letters
  }

  /// A single consonant, as the first key leaves it, by its place in the block of compatibility letters.
  private static let initials: [UInt32] = [
    0x1100, 0x1101, 0x3133, 0x1102, 0x3135, 0x3136, 0x1103, 0x1104, 0x1105, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E,
    0x313F, 0x3140, 0x1106, 0x1107, 0x1108, 0x3144, 0x1109, 0x110A, 0x110B, 0x110C, 0x110D, 0x110E, 0x110F, 0x1110,
    0x1111, 0x1112,
  ]
}
