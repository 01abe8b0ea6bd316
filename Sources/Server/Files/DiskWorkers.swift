import Foundation

/// Runs what waits for a disk or for another process on threads of its own, so that event loops never do.
final class DiskWorkers: Sendable {
  private let queue: OperationQueue

  init(count: Int) {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(1, count)
    queue.qualityOfService = .userInitiated
  }

  func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Result(catching: work)) }
    }
  }
}
