import Foundation
import Synchronization

/// A database with one writing thread and a few reading ones.
///
/// `write` returns only after its transaction is on the disk. Bodies run on the database's threads and must not wait
/// for anything else; a writing body may run a second time if the group that it was in could not be committed.
public final class Database: Sendable {
  private let writes = JobQueue<Job>()
  private let reads: JobQueue<Job>?
  private let threads: [DatabaseThread]
  private let commits = CommitCount()
  private let inline: InlineSession?
  private let upkeep: Upkeep?

  /// - Parameters:
  ///   - readers: how many threads read; without any, reads happen on the writing thread.
  ///   - upkeep: runs on a thread of its own after commits, not after each of them.
  ///   - reader: opens the session of one of them.
  public init(
    writer: sending any SQLSession, readers: Int, upkeep work: sending (() -> Void)? = nil,
    reader open: () throws(SQLError) -> sending any SQLSession
  ) throws(SQLError) {
    inline = nil
    let upkeep = work == nil ? nil : Upkeep()
    self.upkeep = upkeep
    var threads: [DatabaseThread] = []
    if readers == 0 {
      reads = nil
    } else {
      let reads = JobQueue<Job>()
      for _ in 0..<readers {
        let reader = Reader(session: try open(), queue: reads)
        threads.append(DatabaseThread(name: "db-read") { reader.runUntilClosed() })
      }
      self.reads = reads
    }
    let writer = Writer(session: writer, queue: writes, commits: commits, upkeep: upkeep)
    threads.append(DatabaseThread(name: "db-write") { writer.runUntilClosed() })
    if let upkeep, let work {
      threads.append(DatabaseThread(name: "db-upkeep") { upkeep.runUntilClosed(work) })
    }
    self.threads = threads
    for thread in threads { thread.start() }
  }

  /// Without threads: all work runs on the thread that asks for it, one after the other, as a simulation needs it.
  public init(inline session: sending any SQLSession) {
    inline = InlineSession(session)
    upkeep = nil
    reads = nil
    threads = []
  }

  deinit { stop() }

  /// Transactions of the writing thread so far: fewer than writes where many came at once.
  public var commitCount: Int { commits.value.load(ordering: .relaxed) }

  /// One consistent look at the data.
  public func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
    try await perform(isWriting: false, body, committed: { _ in })
  }

  /// - Parameter committed: runs on the writing thread when the commit is durable, in the order of commits, before
  ///   `write` returns. It must be quick.
  public func write<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T,
    committed: @escaping @Sendable (T) -> Void = { _ in }
  ) async throws -> T {
    try await perform(isWriting: true, body, committed: committed)
  }

  /// Lets queued work finish and closes the file. Blocks until then; later calls throw `closed`.
  public func close() {
    stop()
    for thread in threads { thread.waitUntilDone() }
  }

  /// false where the database was closed.
  private func take(_ job: Job, isWriting: Bool) -> Bool {
    guard let inline else { return isWriting ? writes.add(job) : (reads ?? writes).add(job) }
    if isWriting { inline.write(job, commits) } else { inline.read(job) }
    return true
  }

  private func stop() {
    inline?.close()
    upkeep?.close()
    writes.close()
    reads?.close()
  }

  private func perform<T: Sendable>(
    isWriting: Bool, _ body: @escaping @Sendable (any SQLConnection) throws -> T,
    committed: @escaping @Sendable (T) -> Void
  ) async throws -> T {
    let work = Work(body, committed: committed)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        work.waiting = continuation
        if !take(work, isWriting: isWriting) { work.finish(SQLError.closed) }
      }
    } onCancel: {
      work.cancel()
    }
  }
}
