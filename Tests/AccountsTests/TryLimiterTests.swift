import Accounts
import Contract
import Testing
import Wire

struct TryLimiterTests {
  let start = Timestamp(milliseconds: 1_750_000_000_000)

  @Test func triesRunOutAndComeBack() throws {
    let limiter = TryLimiter(perMinute: 3)
    for _ in 0..<3 { try limiter.take("a", at: start) }
    #expect(throws: APIError.tooManyCalls(retryAfterSeconds: 21)) { try limiter.take("a", at: start) }
    try limiter.take("b", at: start)
    try limiter.take("a", at: start.adding(milliseconds: 20_000))
    #expect(throws: APIError.self) { try limiter.take("a", at: start.adding(milliseconds: 20_000)) }
  }

  @Test func whatWentWellDoesNotCount() throws {
    let limiter = TryLimiter(perMinute: 2)
    for _ in 0..<100 {
      try limiter.take("a", at: start)
      limiter.giveBack("a")
    }
  }

  @Test func aClockThatGoesBackGivesNothing() throws {
    let limiter = TryLimiter(perMinute: 1)
    try limiter.take("a", at: start)
    #expect(throws: APIError.self) { try limiter.take("a", at: start.adding(milliseconds: -600_000)) }
  }

  @Test func namesThatAreFullAgainAreForgotten() throws {
    let limiter = TryLimiter(perMinute: 1, nameLimit: 10)
    for number in 0..<1_000 {
      try limiter.take("n\(number)", at: start.adding(milliseconds: Int64(number) * 60_000))
    }
  }
}
