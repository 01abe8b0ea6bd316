import Synchronization

/// Tells a running request that its peer went away, so that a long poll can end. A peer that only shut its sending side
/// counts as gone here, yet an answer that comes all the same is sent to it.
public final class PeerDeparture: Sendable {
  private struct State {
    var isGone = false
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var isGone: Bool { state.withLock { $0.isGone } }

  /// Runs `action` once, on the connection's loop when the peer leaves before the answer, or at once if it has left.
  /// After the answer it never runs.
  public func whenGone(_ action: @escaping @Sendable () -> Void) {
    let isGone = state.withLock { state in
      if !state.isGone { state.actions.append(action) }
      return state.isGone
    }
    if isGone { action() }
  }

  /// For the server, and for tests of handlers.
  public func depart() {
    let actions = state.withLock { state in
      state.isGone = true
      let actions = state.actions
      state.actions = []
      return actions
    }
    for action in actions { action() }
  }

  /// The answer is there: forgets who waits.
  func settle() {
    state.withLock { $0.actions = [] }
  }
}
