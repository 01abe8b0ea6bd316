import Synchronization

/// One piece of work for a connection and the task that waits for it.
final class Job: Sendable {
  private enum State { case waiting, taken, cancelled }

  /// Runs the work and keeps its result until `finish`.
  let run: @Sendable (any SQLConnection) throws -> Void
  /// Hands the kept result to the waiting task, or this error instead.
  let finish: @Sendable ((any Error)?) -> Void
  private let state = Mutex(State.waiting)

  init(run: @escaping @Sendable (any SQLConnection) throws -> Void, finish: @escaping @Sendable ((any Error)?) -> Void)
  {
    self.run = run
    self.finish = finish
  }

  /// true for the thread that may run it; false where the waiting task was cancelled first.
  func begin() -> Bool {
    state.withLock { state in
      guard state == .waiting else { return false }
      state = .taken
      return true
    }
  }

  /// Work that has begun is not interrupted: its task gets the true result.
  func cancel() {
    state.withLock { if $0 == .waiting { $0 = .cancelled } }
  }
}

/// Where a job leaves its result between the run and the commit.
final class Outcome<T: Sendable>: Sendable {
  private let value = Mutex<T?>(nil)

  func set(_ value: T) { self.value.withLock { $0 = value } }
  func get() -> T? { value.withLock { $0 } }
}
