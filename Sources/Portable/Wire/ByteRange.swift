/// A stretch of a representation, both ends included (RFC 9110 section 14.1.2).
public struct ByteRange: Hashable, Sendable {
  public let first: Int64
  public let last: Int64

  public init(first: Int64, last: Int64) {
    self.first = first
    self.last = last
  }

  public var count: Int64 { last - first + 1 }

  /// The value of `Content-Range` with a part (section 14.4).
  public func contentRange(of length: Int64) -> String { "bytes \(first)-\(last)/\(length)" }

  /// The value of `Content-Range` with a 416.
  public static func unsatisfiedContentRange(of length: Int64) -> String { "bytes */\(length)" }
}

/// What a `Range` field selects from a representation of known length.
public enum RangeSelection: Equatable, Sendable {
  /// 200: there is no range, or one that a server ignores (another unit, broken syntax, too many ranges).
  case whole
  /// 206: one part, or several as `multipart/byteranges`. Never empty, never overlapping.
  case parts([ByteRange])
  /// 416
  case unsatisfiable

  /// - Parameters:
  ///   - field: the value of `Range`.
  ///   - length: bytes of the whole representation.
  ///   - limit: more ranges than that count as an attack and are ignored (section 14.2).
  public init(_ field: String, length: Int64, limit: Int = 8) {
    guard let specs = Self.read(field, limit: limit) else {
      self = .whole
      return
    }
    var ranges: [ByteRange] = []
    for spec in specs {
      switch spec {
      case .suffix(let count) where count > 0 && length > 0:
        ranges.append(ByteRange(first: max(0, length - count), last: length - 1))
      case .from(let first, let last) where first < length:
        ranges.append(ByteRange(first: first, last: min(last, length - 1)))
      case .suffix(let count) where count > 0:
        self = .whole
        return
      default: break
      }
    }
    self = ranges.isEmpty ? .unsatisfiable : .parts(Self.joined(ranges))
  }

  private enum Spec {
    case from(Int64, Int64)
    case suffix(Int64)
  }

  /// nil where the field is to be ignored.
  private static func read(_ field: String, limit: Int) -> [Spec]? {
    guard let equals = field.utf8.firstIndex(of: UInt8(ascii: "=")),
      asciiEqualIgnoringCase(String(field[..<equals]), "bytes")
    else { return nil }
    var specs: [Spec] = []
    let list = Array(field.utf8[equals...].dropFirst())
    let elements = list.split(separator: UInt8(ascii: ","), maxSplits: limit * 2, omittingEmptySubsequences: false)
    guard elements.count <= limit * 2 else { return nil }
    for element in elements {
      let text = trimmed(element)
      if text.isEmpty { continue }
      guard let spec = readSpec(text) else { return nil }
      specs.append(spec)
    }
    return specs.isEmpty || specs.count > limit ? nil : specs
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }

  private static func readSpec(_ text: ArraySlice<UInt8>) -> Spec? {
    guard let dash = text.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let last = text[(dash + 1)...]
    if dash == text.startIndex { return number(last).map { .suffix($0) } }
    guard let first = number(text[..<dash]) else { return nil }
    if last.isEmpty { return .from(first, .max) }
    guard let last = number(last), first <= last else { return nil }
    return .from(first, last)
  }

  /// Digits only; more than fit count as the largest number.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    if digits.isEmpty { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard byte &- 0x30 < 10 else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = product.addingReportingOverflow(Int64(byte - 0x30))
      value = overflows || overflowsToo ? .max : sum
    }
    return value
  }

  /// As asked; where any two overlap, in ascending order and merged, so that no byte is sent twice.
  private static func joined(_ ranges: [ByteRange]) -> [ByteRange] {
    let ascending = ranges.sorted { $0.first < $1.first }
    var merged: [ByteRange] = []
    for range in ascending {
      if let before = merged.last, range.first <= before.last {
        merged[merged.count - 1] = ByteRange(first: before.first, last: max(before.last, range.last))
      } else {
        merged.append(range)
      }
    }
    return merged.count == ranges.count ? ranges : merged
  }
}
