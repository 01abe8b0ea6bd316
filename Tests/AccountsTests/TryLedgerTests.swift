import Accounts
import Contract
import SQL
import Storage
import StorageTesting
import Testing
import Wire

struct TryLedgerTests {
  private let start = Timestamp(milliseconds: 1_750_000_000_000)
  private let key: [UInt8] = Array(0..<32)

  private func limiter() -> TryLimiter { TryLimiter("sign-in", count: 2, per: 600_000, key: key) }

  @Test func whatWasTakenIsTakenAfterARestart() async throws {
    let store = try await DataStore.open(.ofTest())
    let before = limiter()
    for _ in 0..<2 { try before.take("a@example.com", at: start) }
    try await TryLedger(store: store, limiters: [before]).flush(at: start)
    let after = limiter()
    try await TryLedger(store: store, limiters: [after]).load(at: start.adding(milliseconds: 1_000))
    let wait = start.adding(milliseconds: 1_000)
    #expect(throws: APIError.tooManyCalls(retryAfterSeconds: 300)) { try after.take("a@example.com", at: wait) }
    try after.take("b@example.com", at: wait)
    try after.take("a@example.com", at: start.adding(milliseconds: 300_000))
  }

  @Test func onlyDigestsAreKeptAndTheyGoWhenTheirTimeIsOver() async throws {
    let store = try await DataStore.open(.ofTest())
    let limiter = limiter()
    try limiter.take("a@example.com", at: start)
    let ledger = TryLedger(store: store, limiters: [limiter])
    try await ledger.flush(at: start)
    let rows = try await store.read { try $0.tries.all() }
    #expect(rows.count == 1)
    #expect(rows.allSatisfy { !$0.name.contains("@") && $0.name.count == 32 })
    try await TryLedger(store: store, limiters: [self.limiter()]).load(at: start.adding(milliseconds: 600_001))
    #expect(try await store.read { try $0.tries.all() }.isEmpty)
  }

  @Test func whatDidNotChangeIsNotWrittenAgain() async throws {
    let store = try await DataStore.open(.ofTest())
    let limiter = limiter()
    let ledger = TryLedger(store: store, limiters: [limiter])
    try limiter.take("a", at: start)
    try await ledger.flush(at: start)
    let commits = store.commitCount
    try await ledger.flush(at: start)
    #expect(store.commitCount == commits)
  }

  @Test func rowsFromElsewhereCannotGiveMoreThanThereIs() async throws {
    let store = try await DataStore.open(.ofTest())
    let first = limiter()
    try first.take("a", at: start)
    try await TryLedger(store: store, limiters: [first]).flush(at: start)
    try await store.write { (tables) throws in
      try tables.connection.execute("UPDATE try_buckets SET tries_left = 9223372036854775807")
    }
    let second = limiter()
    try await TryLedger(store: store, limiters: [second]).load(at: start)
    for _ in 0..<2 { try second.take("a", at: start) }
    #expect(throws: APIError.self) { try second.take("a", at: start) }
  }

  @Test func aFullTableLetsNobodyOutOfTheLimit() throws {
    let limiter = TryLimiter("x", count: 1, per: 600_000, key: key, nameLimit: 10)
    for number in 0..<100 { try limiter.take("n\(number)", at: start.adding(milliseconds: Int64(number))) }
    #expect(throws: APIError.self) { try limiter.take("n99", at: start.adding(milliseconds: 100)) }
  }
}
