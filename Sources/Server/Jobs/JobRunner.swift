import Crypto
import Storage
import Wire

/// Takes jobs whose time has come, runs each under a lease, and writes down what became of it.
///
/// A server that is killed leaves its leases behind; when they have run out, others take its jobs. So a job may be
/// *begun* more than once, but never runs twice at the same time, and of several results only one is kept.
public actor JobRunner {
  private let store: DataStore
  private let settings: JobSettings
  private let clock: @Sendable () -> Timestamp
  private let report: @Sendable (JobRow, JobFailure, _ isLast: Bool) -> Void
  private var handlers: [JobKind: JobHandler] = [:]
  private var running: [JobKind: Int] = [:]
  private var tasks: [RowID<JobRow>: Task<Void, Never>] = [:]
  private var loop: Task<Void, Never>?
  private var lastSweep: Timestamp?
  private var isStopped = false
  private let (bell, ringer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// - Parameter report: hears of every failed try.
  public init(
    store: DataStore, settings: JobSettings = JobSettings(), clock: @escaping @Sendable () -> Timestamp,
    report: @escaping @Sendable (JobRow, JobFailure, _ isLast: Bool) -> Void = { _, _, _ in }
  ) {
    self.store = store
    self.settings = settings
    self.clock = clock
    self.report = report
  }

  /// Before `start`.
  public func register(_ handler: JobHandler) { handlers[handler.kind] = handler }

  /// - Parameters:
  ///   - more: to be registered first.
  ///   - isAlone: whether no other server works on the same data: leases that are there are then a dead one's.
  public func start(_ more: [JobHandler] = [], isAlone: Bool) async throws {
    for handler in more { register(handler) }
    if isAlone {
      let now = clock()
      try await store.write { try $0.jobs.releaseAll(at: now) }
    }
    guard loop == nil else { return }
    let pause = settings.pause
    // A look at least every pause, and one at each ring.
    loop = Task { [weak self, bell, ringer] in
      let ticking = Task {
        while !Task.isCancelled {
          ringer.yield()
          try? await Task.sleep(for: .milliseconds(pause))
        }
      }
      for await _ in bell { await self?.takeDue() }
      ticking.cancel()
    }
  }

  /// Says that a job was added here: it need not wait for the next look.
  public nonisolated func wake() { ringer.yield() }

  /// Takes nothing more, and cancels what runs: it is given back.
  public func stop() async {
    isStopped = true
    ringer.finish()
    loop?.cancel()
    for task in tasks.values { task.cancel() }
    await loop?.value
    while let task = tasks.values.first { await task.value }
  }

  /// Takes what is due and waits until it, and what became due meanwhile, has ended.
  public func runDue() async {
    while true {
      let hasTaken = await takeDue()
      if let task = tasks.values.first {
        await task.value
      } else if !hasTaken {
        // Where it took something, that had ended before it returned.
        return
      }
    }
  }

  /// Whether there was something.
  @discardableResult
  private func takeDue() async -> Bool {
    let (now, kinds) = (clock(), Array(handlers.keys))
    var hasTaken = false
    // Faults of the data wait for the next look.
    let due = try? await store.read { tables in try kinds.filter { try tables.jobs.hasDue($0, at: now) } }
    for kind in due ?? [] {
      guard let handler = handlers[kind] else { continue }
      if (try? await take(handler, at: now)) == true { hasTaken = true }
    }
    try? await sweep()
    return hasTaken
  }

  private func take(_ handler: JobHandler, at now: Timestamp) async throws -> Bool {
    let kind = handler.kind
    let free = handler.parallel - running[kind, default: 0]
    guard free > 0 else { return false }
    // Counted before the wait: the actor may look a second time meanwhile.
    running[kind, default: 0] += free
    let lease = Hex.encode(SecureRandom.bytes(12))
    let end = now.adding(milliseconds: settings.lease)
    let jobs: [JobRow]
    do {
      jobs = try await store.write { try $0.jobs.take(kind, limit: free, lease: lease, until: end, at: now) }
    } catch {
      running[kind, default: 0] -= free
      throw error
    }
    running[kind, default: 0] -= free - jobs.count
    for job in jobs {
      let task = Task {
        await perform(job, handler, lease: lease)
        done(job)
      }
      tasks[job.id] = task
      // The stop came while they were being taken: they are given back like those that ran.
      if isStopped { task.cancel() }
    }
    return !jobs.isEmpty
  }

  private func done(_ job: JobRow) {
    tasks[job.id] = nil
    running[job.kind, default: 0] -= 1
    ringer.yield()
  }

  private func sweep() async throws {
    let now = clock()
    if let lastSweep, now.milliseconds - lastSweep.milliseconds < 600_000 { return }
    lastSweep = now
    let oldest = now.adding(milliseconds: -settings.keep)
    let forgotten = handlers.values.filter { !$0.keepsDead }.map(\.kind)
    _ = try await store.write { tables in
      // Of those that were cancelled, and of older programs.
      for kind in forgotten { try tables.jobs.emptyEnded(kind) }
      return try tables.jobs.deleteEnded(before: oldest, limit: 1_000)
    }
  }
}

/// One job under its lease.
extension JobRunner {
  private enum Outcome: Sendable {
    case done(JobResult)
    case failed(JobFailure)
    case lost
  }

  private func perform(_ job: JobRow, _ handler: JobHandler, lease: String) async {
    // Taken more often than it may be: whoever ran it was killed each time.
    guard job.attempts <= handler.retries.attempts else {
      return await finish(job, handler, lease, .failed(.never("each try ended with its server")))
    }
    let outcome = await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await Self.run(job, handler) }
      group.addTask { await self.keepLease(of: job, lease) }
      var outcome = Outcome.lost
      // Renewing that was cancelled says nothing; the work then still tells what became of it.
      for await said in group {
        guard let said else { continue }
        outcome = said
        break
      }
      group.cancelAll()
      return outcome
    }
    await finish(job, handler, lease, outcome)
  }

  private static func run(_ job: JobRow, _ handler: JobHandler) async -> Outcome {
    do {
      return .done(try await handler.run(job))
    } catch let failure as JobFailure {
      return .failed(failure)
    } catch {
      return .failed(.again("\(error)"))
    }
  }

  /// Renews until cancelled (nil), or until somebody else has the lease.
  private func keepLease(of job: JobRow, _ lease: String) async -> Outcome? {
    var held = clock().adding(milliseconds: settings.lease)
    while true {
      do {
        try await Task.sleep(for: .milliseconds(max(1, settings.lease / 3)))
      } catch { return nil }
      let end = clock().adding(milliseconds: settings.lease)
      do {
        guard try await store.write({ try $0.jobs.renew(job.id, lease: lease, until: end) }) else { return .lost }
        held = end
      } catch {
        if Task.isCancelled { return nil }
        // Early enough that the work has ended before another server begins it.
        if clock().adding(milliseconds: settings.lease / 3) >= held { return .lost }
      }
    }
  }

  private func finish(_ job: JobRow, _ handler: JobHandler, _ lease: String, _ outcome: Outcome) async {
    let now = clock()
    // Where this fails the lease runs out, and the job is taken again. In a task of its own: it ends even at a stop.
    let stopping = Task.isCancelled
    await Task { [store, settings] in
      switch outcome {
      case .lost: break
      case .done(let result):
        _ = try? await store.write { tables in
          guard try tables.jobs.end(job.id, lease: lease, as: .done, at: now) else { return }
          try result.store(tables)
        }
      case .failed where stopping:
        _ = try? await store.write {
          try $0.jobs.giveBack(job.id, lease: lease, fault: "the server was stopped", until: now, isTry: false)
        }
      case .failed(let failure):
        await Self.note(failure, of: job, handler, lease, store, settings, at: now)
      }
    }.value
    if case .failed(let failure) = outcome, !stopping {
      report(job, failure, handler.retries.next(failure, job, random: 0) == nil)
    }
  }

  private static func note(
    _ failure: JobFailure, of job: JobRow, _ handler: JobHandler, _ lease: String, _ store: DataStore,
    _ settings: JobSettings, at now: Timestamp
  ) async {
    let pause = handler.retries.next(failure, job, random: .random(in: 0 ... .max))
    _ = try? await store.write { tables in
      if let pause {
        _ = try tables.jobs.giveBack(
          job.id, lease: lease, fault: failure.text, until: now.adding(milliseconds: pause))
      } else {
        let isEnded = try tables.jobs.end(job.id, lease: lease, as: .dead, fault: failure.text, at: now)
        if isEnded, !handler.keepsDead { try tables.jobs.empty(job.id) }
      }
    }
  }
}

extension JobFailure {
  /// What the operator reads, not longer than a line.
  public var text: String {
    switch self {
    case .again(let text, _), .never(let text): String(text.prefix(300))
    }
  }
}

extension RetryPolicy {
  /// The pause before the next try; nil: none.
  func next(_ failure: JobFailure, _ job: JobRow, random: UInt64) -> Int64? {
    guard case .again(_, let wanted) = failure, let pause = pause(after: job.attempts, random: random) else {
      return nil
    }
    return max(pause, min(wanted ?? 0, 24 * 3_600_000))
  }
}
