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
    return try await withCheckedThrowingContinuation { continuation in
      queue.addOperation {
        // Taken out: a file that the work holds is gone when its caller goes on, not when the queue tidies up.
        guard let work = pending.withLock({ $0.take() }) else { return }
        continuation.resume(with: Result(catching: work))
      }
    }
  }
}
