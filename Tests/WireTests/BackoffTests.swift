import Testing
import Wire

@Suite struct BackoffTests {
  @Test func pausesDoubleUpToTheLongest() {
    let pauses = (1...8).map { Backoff.milliseconds(afterFailures: $0, entropy: 0) }
    #expect(pauses == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  }

  @Test func chanceTakesAwayUpToHalf() {
    for entropy in [0, 1, 499, 500, 501, UInt64.max - 1, .max] as [UInt64] {
      let pause = Backoff.milliseconds(afterFailures: 1, entropy: entropy)
      #expect((500...1_000).contains(pause))
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1]) func noFailureIsAsOne(_ failures: Int) {
    #expect(Backoff.milliseconds(afterFailures: failures, entropy: 0) == 1_000)
  }
}
