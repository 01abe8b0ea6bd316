/// What a reader accepts at most.
public struct JSONLimits: Equatable, Sendable {
  /// Nested arrays and objects.
  public var depth: Int
  /// Bytes of the whole text.
  public var bytes: Int

  public init(depth: Int = 64, bytes: Int = 16 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}

public struct JSONError: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case tooLarge, tooDeep, unexpectedEnd, unexpectedByte, invalidNumber, invalidEscape, invalidUTF8, controlCharacter
    case trailingBytes
  }

  public let reason: Reason
  /// Bytes from the start of the text to the first one that cannot be right.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259). No byte order mark, no comments, no trailing comma.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    throw JSONError(.unexpectedEnd, at: 0)
  }

  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  /// The shortest text of this value, UTF-8, with no white space.
  public var bytes: [UInt8] { [] }

  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
