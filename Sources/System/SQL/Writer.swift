import Synchronization

/// Counts what was committed, for operators.
final class CommitCount: Sendable {
  let value = Atomic(0)
}

/// The only session that writes. It puts all that waits into one transaction, so that many pay for one sync of the
/// disk and a failed one takes nothing with it.
final class Writer {
  private let session: any SQLSession
  private let queue: JobQueue<Job>
  private let commits: CommitCount
  private let upkeep: Upkeep?
  private static let groupLimit = 256

  init(session: any SQLSession, queue: JobQueue<Job>, commits: CommitCount, upkeep: Upkeep?) {
    self.session = session
    self.queue = queue
    self.commits = commits
    self.upkeep = upkeep
  }

  func runUntilClosed() {
    while true {
      let taken = queue.take(atMost: Self.groupLimit)
      if taken.isEmpty { return }
      let group = taken.filter { job in
        if job.begin() { return true }
        job.finish(CancellationError())
        return false
      }
      commit(group)
    }
  }

  private func commit(_ group: [Job]) {
    if group.isEmpty { return }
    do {
      let errors = try session.transact(group.map { job in { try job.run($0) } })
      commits.value.wrappingAdd(1, ordering: .relaxed)
      finish(group, errors: errors)
      upkeep?.committed()
    } catch {
      guard group.count > 1 else { return finish(group, errors: [error]) }
      // The transaction as a whole failed (disk full, say): each gets one of its own, so that a small one still fits.
      for job in group { commit([job]) }
    }
  }

  private func finish(_ group: [Job], errors: [(any Error)?]) {
    for (job, error) in zip(group, errors) { job.finish(error) }
  }
}
