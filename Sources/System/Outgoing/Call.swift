import Synchronization

/// A call that may be cancelled before its transfer exists, while it runs, or too late.
final class Call: Sendable {
  private enum State {
    case waiting, cancelled
    case running(Transfer)
  }

  private let state = Mutex(State.waiting)

  /// true where it was cancelled already.
  func begin(_ transfer: Transfer) -> Bool {
    state.withLock { state in
      if case .cancelled = state { return true }
      state = .running(transfer)
      return false
    }
  }

  /// true where a transfer must be looked at.
  func cancel() -> Bool {
    state.withLock { state in
      if case .running(let transfer) = state {
        transfer.cancel()
        return true
      }
      state = .cancelled
      return false
    }
  }
}
