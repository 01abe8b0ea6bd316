import JSON
import Jobs
import SQL
import Storage
import StorageTesting
import Testing
import Wire

struct JobRunnerTests {
  @Test func aJobRunsOnceAndLeavesNothing() async throws {
    let world = try await World()
    let ran = Log<JSONValue>()
    let runner = await world.runner { job in
      ran.add(job.payload)
      return .nothing
    }
    let id = try await world.add(payload: ["to": "a"])
    await runner.runDue()
    await runner.runDue()
    #expect(ran.entries == [["to": "a"]])
    #expect(try await world.job(id) == nil)
  }

  @Test func aKeyIsUsedOnce() async throws {
    let world = try await World()
    let ran = Log<Int64>()
    let runner = await world.runner { job in
      ran.add(job.attempts)
      return .nothing
    }
    let id = try await world.add("k")
    #expect(try await world.add("k") == nil)
    await runner.runDue()
    #expect(try await world.add("k") == nil, "also after it is done")
    await runner.runDue()
    #expect(ran.entries == [1])
    #expect(try await world.job(id)?.state == .done)
  }

  @Test func nothingRunsBeforeItsTime() async throws {
    let world = try await World()
    let ran = Log<Bool>()
    let runner = await world.runner { _ in
      ran.add(true)
      return .nothing
    }
    let later = world.clock.now.adding(milliseconds: 1_000)
    _ = try await world.store.write { try $0.jobs.add(kind: .errand, payload: [:], runAt: later) }
    await runner.runDue()
    #expect(ran.entries.isEmpty)
    world.clock.advance(1_000)
    await runner.runDue()
    #expect(ran.entries.count == 1)
  }

  @Test func whatFailsIsTriedAgainLaterAndDiesAtLast() async throws {
    let world = try await World()
    let runner = await world.runner { _ in throw JobFailure.again("no answer") }
    let id = try await world.add()
    for tries: Int64 in 1...3 {
      await runner.runDue()
      let job = try await world.job(id)
      #expect(job?.attempts == tries)
      #expect(job?.fault == "no answer")
      #expect(job?.state == (tries == 3 ? .dead : .open))
      if tries < 3 { #expect(job?.dueAt ?? start > world.clock.now) }
      world.clock.advance(60_000)
    }
    await runner.runDue()
    #expect(try await world.job(id)?.attempts == 3)
  }

  @Test func whatCannotSucceedDiesAtOnce() async throws {
    let world = try await World()
    let runner = await world.runner { _ in throw JobFailure.never("no such address") }
    let id = try await world.add()
    await runner.runDue()
    let job = try await world.job(id)
    #expect(job?.state == .dead && job?.attempts == 1 && job?.fault == "no such address")
  }

  @Test func theOtherSideSaysHowLongToWait() async throws {
    let world = try await World()
    let runner = await world.runner { _ in throw JobFailure.again("busy", afterMilliseconds: 120_000) }
    let id = try await world.add()
    await runner.runDue()
    #expect(try await world.job(id)?.dueAt == world.clock.now.adding(milliseconds: 120_000))
  }

  @Test func jobsOfADeadServerAreTakenWhenItsLeaseEnds() async throws {
    let world = try await World()
    let id = try await world.add()
    let now = world.clock.now
    let taken = try await world.store.write {
      try $0.jobs.take(.errand, limit: 1, lease: "dead", until: now.adding(milliseconds: 60_000), at: now)
    }
    #expect(taken.map(\.id) == [id])
    let ran = Log<Int64>()
    let runner = await world.runner { job in
      ran.add(job.attempts)
      return .nothing
    }
    await runner.runDue()
    #expect(ran.entries.isEmpty)
    world.clock.advance(60_000)
    await runner.runDue()
    #expect(ran.entries == [2])
  }

  @Test func aServerThatIsAloneTakesThemAtOnce() async throws {
    let world = try await World()
    try await world.add()
    let now = world.clock.now
    _ = try await world.store.write {
      try $0.jobs.take(.errand, limit: 1, lease: "dead", until: now.adding(milliseconds: 60_000), at: now)
    }
    let (ran, end) = AsyncStream.makeStream(of: Int64.self)
    let runner = await world.runner { job in
      end.yield(job.attempts)
      return .nothing
    }
    try await runner.start(isAlone: true)
    for await attempts in ran {
      #expect(attempts == 2)
      break
    }
    await runner.stop()
  }

  @Test func aJobThatKillsItsServersDies() async throws {
    let world = try await World()
    let id = try await world.add()
    for _ in 0..<3 {
      let now = world.clock.now
      _ = try await world.store.write { try $0.jobs.take(.errand, limit: 1, lease: "x", until: now, at: now) }
    }
    let ran = Log<Bool>()
    let runner = await world.runner { _ in
      ran.add(true)
      return .nothing
    }
    await runner.runDue()
    #expect(ran.entries.isEmpty)
    #expect(try await world.job(id)?.state == .dead)
  }

  @Test(arguments: [true, false])
  func theDeadKeepWhatTheyWereToDoOnlyWhereThatHelps(isKept: Bool) async throws {
    let world = try await World()
    let id = try await world.add(payload: ["text": "1234"])
    let runner = await world.runner(keepsDead: isKept) { _ in throw JobFailure.never("no such number") }
    await runner.runDue()
    let job = try await world.job(id)
    #expect(job?.state == .dead && job?.fault == "no such number")
    #expect(job?.payload == (isKept ? ["text": "1234"] : [:]))
  }

  /// By the operator, or before the program knew that they keep nothing.
  @Test(arguments: [true, false])
  func theCancelledAreForgottenAlike(isKept: Bool) async throws {
    let world = try await World()
    let id = try #require(try await world.add(payload: ["text": "1234"]))
    let now = world.clock.now
    #expect(try await world.store.write { try $0.jobs.cancel(id, at: now) })
    await world.runner(keepsDead: isKept) { _ in .nothing }.runDue()
    #expect(try await world.job(id)?.payload == (isKept ? ["text": "1234"] : [:]))
  }

  @Test func whatIsDoneLeavesNothingButItsKey() async throws {
    let world = try await World()
    let id = try #require(try await world.add("k", payload: ["text": "1234"]))
    await world.runner { _ in .nothing }.runDue()
    let job = try await world.job(id)
    #expect(job?.state == .done && job?.key == "k" && job?.payload == [:])
  }

  @Test func theResultOfALostLeaseIsNotKept() async throws {
    let world = try await World()
    let id = try await world.add()
    let runner = await world.runner { [world] _ in
      // Somebody else took it meanwhile.
      world.clock.advance(60_000)
      let now = world.clock.now
      let end = now.adding(milliseconds: 60_000)
      _ = try await world.store.write { try $0.jobs.take(.errand, limit: 1, lease: "other", until: end, at: now) }
      return JobResult { (tables) throws in _ = try tables.jobs.add(kind: .mail, payload: [:], runAt: start) }
    }
    await runner.runDue()
    #expect(try await world.job(id)?.lease == "other")
    #expect(try await world.store.read { try !$0.jobs.hasDue(.mail, at: world.clock.now) })
  }

  @Test func whatIsCancelledIsStopped() async throws {
    let world = try await World()
    let id = try await world.add()
    var settings = JobSettings()
    settings.lease = 30
    let runner = await world.runner(settings) { [world] job in
      let now = world.clock.now
      #expect(try await world.store.write { try $0.jobs.cancel(job.id, at: now) })
      try await Task.sleep(for: .seconds(3_600))
      return .nothing
    }
    await runner.runDue()
    #expect(try await world.job(id)?.state == .cancelled)
  }

  @Test func aStopGivesBackWhatRuns() async throws {
    let world = try await World()
    let id = try await world.add()
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let runner = await world.runner { _ in
      begin.yield()
      try await Task.sleep(for: .seconds(3_600))
      return .nothing
    }
    try await runner.start(isAlone: false)
    for await _ in began { break }
    await runner.stop()
    let job = try await world.job(id)
    #expect(job?.state == .open && job?.lease == nil && job?.attempts == 0)
  }

  @Test func twoServersNeverRunOneJobAtTheSameTime() async throws {
    let place = DataPlace.ofTest().shared
    let world = try await World(place)
    let ran = Log<RowID<JobRow>>()
    for _ in 0..<200 { try await world.add() }
    // Data in memory have one store; PostgreSQL has two that know nothing of each other.
    let second = place == .memory ? world.store : try await DataStore.open(place, durability: .off)
    let runners = [world.store, second].map { JobRunner(store: $0, clock: { [clock = world.clock] in clock.now }) }
    for runner in runners {
      await runner.register(
        JobHandler(kind: .errand, parallel: 16) { job in
          await Task.yield()
          ran.add(job.id)
          return .nothing
        })
    }
    await withTaskGroup(of: Void.self) { group in
      for runner in runners { group.addTask { await runner.runDue() } }
    }
    #expect(ran.entries.count == 200)
    #expect(Set(ran.entries).count == 200)
  }
}

extension DataPlace {
  fileprivate var shared: DataPlace {
    guard case .postgres(let url, let schema, _) = self else { return self }
    return .postgres(url: url, schema: schema, isShared: true)
  }
}
