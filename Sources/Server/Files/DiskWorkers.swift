import Foundation
import Synchronization

/// Runs what waits for a disk or for another process on threads of its own, so that event loops never do.
final class DiskWorkers: Sendable {
  private let queue: OperationQueue

  init(count: Int) {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(1, count)
    queue.qualityOfService = .userInitiated
  }

  func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    let pending = Mutex<(@Sendable () throws -> T)?>(work)
    let outcome = Mutex<Result<T, any Error>?>(nil)
    // In a function of its own, and handed over without staying here: a file that the work holds, or makes, is gone
    // when its caller lets it go, not some time later.
    @Sendable func finish() {
      guard let work = pending.withLock({ $0.take() }) else { return }
      let result = Result(catching: work)
      outcome.withLock { $0 = result }
    }
    await withCheckedContinuation { continuation in
      queue.addOperation {
        finish()
        continuation.resume()
      }
    }
    guard let result = outcome.withLock({ $0.take() }) else { throw CancellationError() }
    return try result.get()
  }
}
