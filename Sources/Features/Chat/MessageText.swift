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
      parts += split(plain, at: names.map { "@" + $0 }, isFolded: false) { .mention($0) }
    }
    return parts
  }

  /// With every occurrence of what was looked for; letters of one kind, composed and decomposed ones are the same.
  static func matches(_ text: String, of query: String) -> [TextPart] {
    split(text, at: [query], isFolded: true) { .match($0) }
  }

  /// Character by character, so that a syllable is found in each of its spellings.
  private static func split(
    _ text: String, at wanted: [String], isFolded: Bool, make: (String) -> TextPart
  ) -> [TextPart] {
    let characters = Array(text)
    let needles = wanted.map { Array($0) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    var parts: [TextPart] = []
    var plain = ""
    var index = 0
    while index < characters.count {
      if let needle = needles.first(where: { stands($0, in: characters, at: index, isFolded: isFolded) }) {
        if !plain.isEmpty { parts.append(.plain(plain)) }
        plain = ""
        parts.append(make(String(characters[index..<index + needle.count])))
        index += needle.count
      } else {
        plain.append(characters[index])
        index += 1
      }
    }
    if !plain.isEmpty { parts.append(.plain(plain)) }
    return parts
  }

  private static func stands(
    _ needle: [Character], in characters: [Character], at index: Int, isFolded: Bool
  ) -> Bool {
    guard index + needle.count <= characters.count else { return false }
    for offset in needle.indices {
      let a = characters[index + offset]
      let b = needle[offset]
      if a != b && !(isFolded && folded(a) == folded(b)) { return false }
    }
    return true
  }

  private static func folded(_ character: Character) -> UInt8? {
    guard let ascii = character.asciiValue else { return nil }
    return ascii >= 0x41 && ascii <= 0x5A ? ascii | 0x20 : ascii
  }
}
