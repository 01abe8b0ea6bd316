/// What may be put on a message: one emoji as people see it, however many scalars it is made of (UTS #51).
enum EmojiRule {
  private static let bytes = 100

  static func isOne(_ text: String) -> Bool {
    guard text.utf8.count <= bytes, text.count == 1, let first = text.unicodeScalars.first else { return false }
    let scalars = text.unicodeScalars
    guard scalars.allSatisfy(isPart) else { return false }
    if isRegional(first) { return scalars.count == 2 && scalars.allSatisfy(isRegional) }
    // A digit is an emoji only on its keycap.
    if first.isASCII { return scalars.count > 1 && scalars.last?.value == 0x20E3 }
    if isModifier(first) { return scalars.count == 1 }
    guard first.properties.isEmoji else { return false }
    // A sign that is drawn as text unless it is asked for as an emoji.
    return first.properties.isEmojiPresentation || scalars.contains { $0.value == 0xFE0F || isModifier($0) }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiner, keycap, variation, tags of a flag.
    case 0x200D, 0x20E3, 0xFE0F, 0xE0020...0xE007F: true
    default: scalar.properties.isEmoji
    }
  }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

  private static func isModifier(_ scalar: Unicode.Scalar) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar.value) }
}
