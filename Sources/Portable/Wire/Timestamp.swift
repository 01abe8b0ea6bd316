/// An instant, in milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Reads ISO 8601 in the forms that clients send: with or without fraction (any number of digits, cut to
  /// milliseconds), `Z`, `+0900`, `+09:00` or `+09`. nil for anything else.
  public init?(iso8601 text: String) {
    return nil
  }

  /// `2025-05-13T10:20:00.000Z`: UTC, always with milliseconds.
  public var iso8601: String { "" }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  public func adding(milliseconds delta: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds + delta) }
}
