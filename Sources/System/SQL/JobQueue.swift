import Foundation

/// Work handed from any thread to the threads of a database, in order. Closing lets what is queued run out.
final class JobQueue<Job>: @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [Job] = []
  private var isClosed = false

  /// false once closed: the job will never run.
  func add(_ job: Job) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    if isClosed { return false }
    jobs.append(job)
    condition.signal()
    return true
  }

  /// Waits for work and takes at most `limit` jobs; empty only when closed and run out.
  func take(atMost limit: Int) -> [Job] {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty && !isClosed { condition.wait() }
    let taken = Array(jobs.prefix(limit))
    jobs.removeFirst(taken.count)
    return taken
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
