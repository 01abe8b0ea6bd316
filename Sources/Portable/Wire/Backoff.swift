/// Pauses between attempts: doubling, with a cap, and shortened by chance so that many clients do not come at once.
public enum Backoff {
  public static let firstMilliseconds = 1_000
  public static let longestMilliseconds = 30_000

  /// - Parameters:
  ///   - attempt: how many attempts have failed in a row; 1 after the first.
  ///   - entropy: random bits; they take away up to half of the pause.
  public static func milliseconds(afterFailures attempt: Int, entropy: UInt64) -> Int {
    let doublings = min(max(attempt, 1) - 1, 5)
    let whole = min(firstMilliseconds << doublings, longestMilliseconds)
    return whole - Int(entropy % UInt64(whole / 2 + 1))
  }
}
