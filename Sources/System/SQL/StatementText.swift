/// The text of a statement as a key that is cheap to look up: texts are long and few, and most are the very same value
/// each time, which the standard library sees at once.
@frozen
public struct StatementText: Hashable, Sendable {
  public let text: String

  @inlinable
  public init(_ text: String) {
    self.text = text
  }

  /// The length and a few letters from all over the text.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    let utf8 = text.utf8
    let sample: UInt64? = utf8.withContiguousStorageIfAvailable { bytes in
      let step = max(1, bytes.count / 8)
      return stride(from: 0, to: bytes.count, by: step).reduce(0) { $0 &* 131 &+ UInt64(bytes[$1]) }
    }
    hasher.combine(utf8.count)
    hasher.combine(sample ?? 0)
  }
}
