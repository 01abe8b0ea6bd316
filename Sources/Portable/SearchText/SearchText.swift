@_spi(_Unicode) import Swift

/// A text as search compares it, so that what looks alike is alike: composed and decomposed letters (Unicode
/// normalisation form C), upper and lower case, any run of white space as one blank, without what is not drawn.
public struct SearchText: Equatable, Sendable {
  public let scalars: [Unicode.Scalar]

  public init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var isBlankDue = false
    for scalar in Self.folded(text)._nfc {
      if scalar.properties.isWhitespace {
        isBlankDue = !scalars.isEmpty
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        if isBlankDue { scalars.append(" ") }
        isBlankDue = false
        scalars.append(scalar)
      }
    }
    self.scalars = scalars
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
        let isUpper = (0x41...0x5A).contains(scalar.value)
        folded.append(isUpper ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) + 32) : scalar)
      } else {
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
          folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
    return String(folded)
  }
}
