import JSON
import Jobs
import Storage
import Testing
import Wire

struct JobStoreTests {
  @Test func anOperatorTriesAgainWhatIsDead() async throws {
    let world = try await World()
    let id = try #require(try await world.add("k"))
    let runner = await world.runner { _ in throw JobFailure.never("no") }
    await runner.runDue()
    let now = world.clock.now
    try await world.store.write { (tables) throws in
      #expect(try tables.jobs.list([.dead], limit: 9).map(\.id) == [id])
      #expect(try tables.jobs.count(.dead) == 1)
      #expect(try tables.jobs.retry(id, at: now))
      let job = try tables.jobs.find(id)
      #expect(job?.state == .open && job?.attempts == 0 && job?.dueAt == now)
    }
  }

  @Test func whatRunsCanBeCancelledButNotStartedTwice() async throws {
    let world = try await World()
    let id = try #require(try await world.add())
    let now = world.clock.now
    let end = now.adding(milliseconds: 1_000)
    try await world.store.write { (tables) throws in
      #expect(try tables.jobs.take(.errand, limit: 5, lease: "a", until: end, at: now).count == 1)
      #expect(try tables.jobs.take(.errand, limit: 5, lease: "b", until: end, at: now).isEmpty)
      #expect(try !tables.jobs.retry(id, at: now))
      #expect(try !tables.jobs.renew(id, lease: "b", until: end))
      #expect(try tables.jobs.renew(id, lease: "a", until: end))
      #expect(try tables.jobs.cancel(id, at: now))
      #expect(try !tables.jobs.renew(id, lease: "a", until: end))
      #expect(try !tables.jobs.end(id, lease: "a", as: .done, at: now))
      #expect(try !tables.jobs.cancel(id, at: now))
    }
  }

  @Test func endedJobsAreForgottenInTime() async throws {
    let world = try await World()
    try await world.add("k")
    let runner = await world.runner { _ in .nothing }
    await runner.runDue()
    let now = world.clock.now
    try await world.store.write { (tables) throws in
      #expect(try tables.jobs.deleteEnded(before: now, limit: 10) == 0)
      #expect(try tables.jobs.deleteEnded(before: now.adding(milliseconds: 1), limit: 10) == 1)
      #expect(try tables.jobs.add(kind: .errand, key: "k", payload: [:], runAt: now) != nil)
    }
  }
}
