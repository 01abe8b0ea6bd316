/// What a reader accepts at most.
public struct JSONLimits: Equatable, Sendable {
  /// Nested arrays and objects.
  public var depth: Int
  /// Bytes of the whole text.
  public var bytes: Int
  /// Values in the whole text, however deep: a short text of many small values takes far more memory than its bytes.
  public var values: Int

  public init(depth: Int = 64, bytes: Int = 16 << 20, values: Int = 1 << 20) {
    self.depth = depth
    self.bytes = bytes
    self.values = values
  }
}

public struct JSONError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case tooLarge, tooDeep, unexpectedEnd, unexpectedByte, invalidNumber, invalidEscape, invalidUTF8, controlCharacter
    case trailingBytes
  }

  public let reason: Reason
  /// Bytes from the start of the text to the first one that cannot be right: everything before it could still have
  /// become a JSON text.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
