import Synchronization

/// A session without threads: each piece of work runs on the thread that asks for it, one after the other.
final class InlineSession: Sendable {
  private let session: Mutex<(any SQLSession)?>

  init(_ session: sending any SQLSession) {
    self.session = Mutex(session)
  }

  func read(_ job: Job) {
    perform(job) { session in try session.look(job.run) }
  }

  func write(_ job: Job, _ commits: CommitCount) {
    perform(job) { session in
      if let error = try session.transact([job.run]).first ?? nil { throw error }
      commits.value.wrappingAdd(1, ordering: .relaxed)
    }
  }

  private func perform(_ job: Job, _ work: (any SQLSession) throws -> Void) {
    guard job.begin() else { return job.finish(CancellationError()) }
    session.withLock { session in
      guard let session else { return job.finish(SQLError.closed) }
      do {
        try work(session)
        job.finish(nil)
      } catch {
        job.finish(error)
      }
    }
  }

  func close() { session.withLock { $0 = nil } }
}
