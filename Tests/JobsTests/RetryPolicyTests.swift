import Jobs
import Testing

struct RetryPolicyTests {
  private let policy = RetryPolicy(attempts: 6, firstPause: 1_000, longestPause: 6_000)

  @Test func pausesDoubleUpToTheLongest() {
    // The highest bits of chance give the full pause.
    let full = (1...5).map { tries -> Int64 in
      let pauses = (0..<8_000).compactMap { policy.pause(after: Int64(tries), random: $0) }
      return pauses.max() ?? 0
    }
    #expect(full == [1_000, 2_000, 4_000, 6_000, 6_000])
  }

  @Test func aPauseIsAtLeastHalfOfItself() {
    for random: UInt64 in [0, 1, 499, 500, 501, .max] {
      guard let pause = policy.pause(after: 1, random: random) else {
        Issue.record("no pause")
        continue
      }
      #expect((500...1_000).contains(pause))
    }
    #expect(policy.pause(after: 1, random: 0) == 500)
  }

  @Test func afterTheLastTryThereIsNone() {
    #expect(policy.pause(after: 6, random: 0) == nil)
    #expect(policy.pause(after: .max, random: 0) == nil)
  }

  @Test func noNumberIsTooLarge() {
    let endless = RetryPolicy(attempts: .max, firstPause: .max, longestPause: .max)
    #expect(endless.pause(after: .max - 1, random: .max) != nil)
    #expect(RetryPolicy(attempts: .max).pause(after: 1_000, random: 0) == 1_800_000)
  }
}
