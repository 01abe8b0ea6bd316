@_spi(_Unicode) import Swift

/// A text as search compares it, so that what looks alike is alike: composed and decomposed letters (Unicode
/// normalisation form C), upper and lower case, any run of white space as one blank, without what is not drawn.
public struct SearchText: Equatable, Sendable {
  public let scalars: [Unicode.Scalar]

  public init(_ text: String) {
    var drawn = DrawnLetters()
    if text.unicodeScalars.allSatisfy({ $0.isASCII || $0.isSyllable }) {
      // Composed and without any case but that of ASCII: most texts, and Unicode's tables are slow.
      for scalar in text.unicodeScalars { drawn.add(scalar.isASCII ? Self.lowered(scalar) : scalar) }
    } else {
      for scalar in Self.folded(text)._nfc { drawn.add(scalar) }
    }
    scalars = drawn.scalars
  }

  public var isEmpty: Bool { scalars.isEmpty }

  public func contains(_ part: SearchText) -> Bool {
    let (text, wanted) = (scalars, part.scalars)
    guard let first = wanted.first else { return true }
    guard text.count >= wanted.count else { return false }
    for start in 0...(text.count - wanted.count) where text[start] == first {
      var index = 1
      while index < wanted.count, text[start + index] == wanted[index] { index += 1 }
      if index == wanted.count { return true }
    }
    return false
  }

  /// By upper case and back: the standard library has no case folding, and this brings together what folding does
  /// (ß and ss, ς and σ, ſ and s). Composed first, because a mark can have a case of its own.
  private static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text._nfc {
      if scalar.isASCII {
        folded.append(lowered(scalar))
      } else if scalar == "\u{1E9E}" {
        // ẞ, which is its own upper case.
        folded.append(contentsOf: "ss".unicodeScalars)
      } else {
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
          folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return String(folded)
  }

  private static func lowered(_ ascii: Unicode.Scalar) -> Unicode.Scalar {
    (0x41...0x5A).contains(ascii.value) ? Unicode.Scalar(UInt8(truncatingIfNeeded: ascii.value) + 32) : ascii
  }
}

/// Letters one after the other, with one blank for any white space between two.
private struct DrawnLetters {
  var scalars: [Unicode.Scalar] = []
  private var isBlankDue = false

  mutating func add(_ scalar: Unicode.Scalar) {
    if scalar == " " {
      isBlankDue = !scalars.isEmpty
      return
    }
    if !scalar.isSyllable && !(0x21...0x7E).contains(scalar.value) {
      if scalar.properties.isWhitespace {
        isBlankDue = !scalars.isEmpty
        return
      }
      if scalar.properties.isDefaultIgnorableCodePoint { return }
    }
    if isBlankDue { scalars.append(" ") }
    isBlankDue = false
    scalars.append(scalar)
  }
}

extension Unicode.Scalar {
  /// A Hangul syllable: drawn, without case, and the whole of what its parts compose to unless another part follows.
  fileprivate var isSyllable: Bool { (0xAC00...0xD7A3).contains(value) }
}
