/// So many a second, steadily, with room for a burst. Times are milliseconds of any clock that never runs backwards.
public struct RateBucket: Equatable, Sendable {
  private let perSecond: Int64
  private let capacity: Int64
  /// In thousandths.
  private var left: Int64
  private var at: Int64

  /// - Parameters:
  ///   - perSecond: 0 or less: without end.
  ///   - burst: how much may come at once, in seconds of the rate.
  public init(perSecond: Int, burst: Int = 2, now: Int64) {
    self.perSecond = Int64(min(max(perSecond, 0), 10_000_000))
    capacity = max(self.perSecond * Int64(min(max(burst, 1), 3_600)), 1) * 1_000
    left = capacity
    at = now
  }

  /// Takes one; false where there is none.
  public mutating func take(now: Int64) -> Bool {
    guard perSecond > 0 else { return true }
    let elapsed = min(max(now - at, 0), 3_600_000)
    left = min(capacity, left + elapsed * perSecond)
    at = max(at, now)
    guard left >= 1_000 else { return false }
    left -= 1_000
    return true
  }
}
