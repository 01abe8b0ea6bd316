/// The keys under which a text is found: each two letters that stand side by side, and the last one alone. As numbers,
/// so that every database compares them alike.
extension SearchText {
  /// Each once, in ascending order.
  public var grams: [Int64] {
    var all: [Int64] = []
    all.reserveCapacity(scalars.count)
    for (index, scalar) in scalars.enumerated() {
      all.append(Self.gram(scalar, index + 1 < scalars.count ? scalars[index + 1] : nil))
    }
    all.sort()
    var grams: [Int64] = []
    grams.reserveCapacity(all.count)
    for gram in all where gram != grams.last { grams.append(gram) }
    return grams
  }

  /// Every text that contains this one has all of them; each once. None where it is shorter than two letters.
  public var neededGrams: [Int64] {
    var seen: Set<Int64> = []
    return zip(scalars, scalars.dropFirst()).map { Self.gram($0, $1) }.filter { seen.insert($0).inserted }
  }

  /// Every text that contains the first letter has one of them; nil where there is none.
  public var gramsOfFirst: ClosedRange<Int64>? {
    scalars.first.map { Self.gram($0, nil)...(Self.gram($0, nil) | Self.lowerBits) }
  }

  /// One of 64 bits for each two letters that stand side by side: a text that contains another has all bits of it.
  public var signature: Int64 {
    var bits: UInt64 = 0
    var last: Unicode.Scalar?
    for scalar in scalars {
      if let last {
        // The upper bits of a product depend on all bits of its factors.
        let gram = UInt64(bitPattern: Self.gram(last, scalar))
        bits |= 1 << ((gram &* 0x9E37_79B9_7F4A_7C15) >> 58)
      }
      last = scalar
    }
    return Int64(bitPattern: bits)
  }

  /// A scalar has at most 21 bits; no text contains the scalar 0, which means the end.
  private static let lowerBits: Int64 = 1 << 21 - 1

  private static func gram(_ first: Unicode.Scalar, _ second: Unicode.Scalar?) -> Int64 {
    Int64(first.value) << 21 | Int64(second?.value ?? 0)
  }
}
