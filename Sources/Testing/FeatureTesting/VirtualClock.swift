import FeatureCore
import Wire

/// Time and randomness of a test: time stands still until it is moved, and each moment draws the next numbers.
public struct VirtualClock: Equatable, Sendable {
  public private(set) var now: Timestamp
  private var draws: UInt64 = 0

  /// Starts at 2026-01-05T00:00:00Z, a Monday.
  public init(now: Timestamp = Timestamp(milliseconds: 1_767_571_200_000)) {
    self.now = now
  }

  /// The present moment. Its entropy is (0, 1) at the first call, (0, 2) at the second, and so on.
  public mutating func moment() -> Moment {
    draws += 1
    return Moment(now: now, entropy: (0, draws))
  }

  public mutating func advance(milliseconds: Int64) {
    now = now.adding(milliseconds: milliseconds)
  }
}
