import Wire

/// One appointment that the rules make possible.
public struct Slot: Hashable, Sendable {
  public let start: Timestamp
  public let end: Timestamp
  /// The start on the doctor's wall clock.
  public let local: WallTime
  /// What that clock is ahead of UTC at the start.
  public let offsetMinutes: Int
  public var isFree: Bool

  public init(start: Timestamp, end: Timestamp, local: WallTime, offsetMinutes: Int, isFree: Bool = true) {
    self.start = start
    self.end = end
    self.local = local
    self.offsetMinutes = offsetMinutes
    self.isFree = isFree
  }
}

/// A doctor's time in pieces of five minutes, counted from 1970: what one reservation occupies, no other one can.
public enum Cells {
  public static let minutes: Int64 = 5
  static let milliseconds: Int64 = 300_000

  /// Every cell that start ..< end touches.
  public static func covering(_ start: Timestamp, _ end: Timestamp) -> Range<Int64> {
    let first = floor(start.milliseconds)
    let last = end.milliseconds > start.milliseconds ? floor(end.milliseconds - 1) : first - 1
    return first..<(last + 1)
  }

  static func floor(_ value: Int64) -> Int64 {
    let quotient = value / milliseconds
    return value % milliseconds < 0 ? quotient - 1 : quotient
  }
}
