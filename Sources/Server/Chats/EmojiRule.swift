/// What may be put on a message: one emoji as people see it, however many scalars it is made of (UTS #51, section
/// 1.4.9).
enum EmojiRule {
  private static let bytes = 100

  static func isOne(_ text: String) -> Bool {
    guard text.utf8.count <= bytes, text.count == 1 else { return false }
    let scalars = Array(text.unicodeScalars)
    if scalars.count == 1, isModifier(scalars[0]) { return true }
    return isFlag(scalars) || isKeycap(scalars) || isSequence(scalars)
  }

  /// The same for two that are drawn alike: with and without the sign that asks for an emoji.
  static func key(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { $0 != presentation } }

  private static let presentation: Unicode.Scalar = "\u{FE0F}"
  private static let joiner: Unicode.Scalar = "\u{200D}"

  private static func isFlag(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.count == 2 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  /// A digit is an emoji only on its keycap.
  private static func isKeycap(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.count == 2 || scalars.count == 3 && scalars[1] == presentation else { return false }
    return scalars[0].isASCII && scalars[0].properties.isEmoji && scalars.last?.value == 0x20E3
  }

  /// One picture, or several that are joined to one.
  private static func isSequence(_ scalars: [Unicode.Scalar]) -> Bool {
    let pictures = scalars.split(separator: joiner, omittingEmptySubsequences: false)
    guard pictures.allSatisfy(isPicture) else { return false }
    guard pictures.count == 1, let only = scalars.first else { return true }
    // A sign that is drawn as text unless it is asked for as an emoji.
    return only.properties.isEmojiPresentation || scalars.count > 1
  }

  private static func isPicture(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = scalars.first, !first.isASCII, first.properties.isEmoji, !isModifier(first),
      !(0x1F1E6...0x1F1FF).contains(first.value)
    else { return false }
    let rest = scalars.dropFirst()
    guard let second = rest.first else { return true }
    if rest.count == 1 { return second == presentation || isModifier(second) && first.properties.isEmojiModifierBase }
    // The flag of a part of a country: its letters, and a sign that ends them.
    return first.value == 0x1F3F4 && rest.last?.value == 0xE007F
      && rest.dropLast().allSatisfy { (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value) }
  }

  private static func isModifier(_ scalar: Unicode.Scalar) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar.value) }
}
