import Synchronization

/// Counts what was committed, for operators.
final class CommitCount: Sendable {
  let value = Atomic(0)
}

/// The only connection that writes. It puts all that waits into one transaction, each job in a savepoint of its own,
/// so that many pay for one sync of the disk and a failed one takes nothing with it.
final class Writer {
  private let connection: Connection
  private let queue: JobQueue<Job>
  private let commits: CommitCount
  private static let groupLimit = 256

  init(connection: Connection, queue: JobQueue<Job>, commits: CommitCount) {
    self.connection = connection
    self.queue = queue
    self.commits = commits
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
      finish(group, errors: try transact(group))
    } catch {
      guard group.count > 1 else { return finish(group, errors: [error]) }
      // The transaction as a whole failed (disk full, say): each gets one of its own, so that a small one still fits.
      for job in group { commit([job]) }
    }
  }

  private func finish(_ group: [Job], errors: [(any Error)?]) {
    for (job, error) in zip(group, errors) { job.finish(error) }
  }

  /// One error or nil per job; throws where nothing at all was committed.
  private func transact(_ group: [Job]) throws -> [(any Error)?] {
    try connection.execute("BEGIN IMMEDIATE")
    do {
      let errors = try group.map { try attempt($0) }
      try connection.execute("COMMIT")
      commits.value.wrappingAdd(1, ordering: .relaxed)
      return errors
    } catch {
      if !connection.isAutocommit { _ = try? connection.execute("ROLLBACK") }
      throw error
    }
  }

  private func attempt(_ job: Job) throws -> (any Error)? {
    try connection.execute("SAVEPOINT job")
    do {
      try job.run(connection)
      try connection.execute("RELEASE job")
      return nil
    } catch {
      // After some errors SQLite has already rolled everything back, the jobs before this one included.
      if connection.isAutocommit { throw error }
      try connection.execute("ROLLBACK TO job")
      try connection.execute("RELEASE job")
      return error
    }
  }
}
