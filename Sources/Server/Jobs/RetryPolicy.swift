/// When a job that failed is tried again. Times are milliseconds.
public struct RetryPolicy: Equatable, Sendable {
  /// How often a job is tried in all.
  public var attempts: Int64
  /// The pause after the first failure; each later one doubles it.
  public var firstPause: Int64
  public var longestPause: Int64

  public init(attempts: Int64 = 12, firstPause: Int64 = 5_000, longestPause: Int64 = 3_600_000) {
    self.attempts = max(1, attempts)
    self.firstPause = max(1, firstPause)
    self.longestPause = max(1, longestPause)
  }

  /// The pause after so many tries; nil: no more. Between half of the full pause and all of it, so that jobs that
  /// failed together do not come back together.
  /// - Parameter random: any bits.
  public func pause(after tries: Int64, random: UInt64) -> Int64? {
    guard tries < attempts else { return nil }
    var full = firstPause
    for _ in 1..<max(2, min(tries, 63)) where full < longestPause && tries > 1 {
      full = full > longestPause / 2 ? longestPause : full * 2
    }
    full = min(full, longestPause)
    let half = full / 2
    return half + Int64(random % UInt64(full - half + 1))
  }
}
