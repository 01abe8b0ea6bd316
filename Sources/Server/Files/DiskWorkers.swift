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
    // In a function of its own: a file that the work holds is gone when its caller goes on, not some time later.
    @Sendable func result() -> Result<T, any Error>? {
      pending.withLock { $0.take() }.map { Result(catching: $0) }
    }
    return try await withCheckedThrowingContinuation { continuation in
      queue.addOperation {
        if let result = result() { continuation.resume(with: result) }
      }
    }
  }
}
