import Synchronization

/// One piece of work for a connection and the task that waits for it. What it holds is touched by one thread after the
/// other: the queue hands it over.
class Job: @unchecked Sendable {
  private enum State { case waiting, taken, cancelled }

  private let state = Mutex(State.waiting)

  /// Runs the work and keeps its result until `finish`. Perhaps a second time.
  func run(_ connection: any SQLConnection) throws {}

  /// Hands the kept result to the waiting task, or this error instead.
  func finish(_ error: (any Error)?) {}

  /// true for the thread that may run it; false where the waiting task was cancelled first.
  final func begin() -> Bool {
    state.withLock { state in
      guard state == .waiting else { return false }
      state = .taken
      return true
    }
  }

  /// Work that has begun is not interrupted: its task gets the true result.
  final func cancel() {
    state.withLock { if $0 == .waiting { $0 = .cancelled } }
  }
}

/// A job with a result.
final class Work<T: Sendable>: Job, @unchecked Sendable {
  private let body: @Sendable (any SQLConnection) throws -> T
  private let committed: @Sendable (T) -> Void
  private var value: T?
  /// Set before the job is handed over.
  var waiting: CheckedContinuation<T, any Error>?

  init(_ body: @escaping @Sendable (any SQLConnection) throws -> T, committed: @escaping @Sendable (T) -> Void) {
    self.body = body
    self.committed = committed
  }

  override func run(_ connection: any SQLConnection) throws { value = try body(connection) }

  override func finish(_ error: (any Error)?) {
    if let error {
      waiting?.resume(throwing: error)
    } else if let value {
      committed(value)
      waiting?.resume(returning: value)
    }
    waiting = nil
  }
}
