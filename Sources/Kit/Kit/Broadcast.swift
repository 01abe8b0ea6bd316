import Synchronization

/// A value with many watchers. Each of them sees the newest value as soon as it looks; what it was too slow for is
/// skipped.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var watchers: [Int: AsyncStream<Value>.Continuation] = [:]
    var last = 0
    var isOver = false
  }

  private let state: Mutex<State>

  private let onIdle: @Sendable () -> Void

  /// - Parameter onIdle: called when the last watcher has left.
  init(_ value: Value, onIdle: @escaping @Sendable () -> Void = {}) {
    state = Mutex(State(value: value))
    self.onIdle = onIdle
  }

  var value: Value { state.withLock { $0.value } }

  func set(_ value: Value) {
    let watchers = state.withLock { state in
      state.value = value
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield(value) }
  }

  /// No value comes any more.
  func finish() {
    let watchers = state.withLock { state in
      state.isOver = true
      defer { state.watchers = [:] }
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.finish() }
  }

  /// Begins with the value of now.
  func watch() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isOver) = state.withLock { state in
      state.last += 1
      continuation.yield(state.value)
      if !state.isOver { state.watchers[state.last] = continuation }
      return (state.last, state.isOver)
    }
    if isOver { continuation.finish() }
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    return stream
  }

  private func leave(_ number: Int) {
    let isLast = state.withLock { state in
      state.watchers.removeValue(forKey: number) != nil && state.watchers.isEmpty
    }
    if isLast { onIdle() }
  }

  var watcherCount: Int { state.withLock { $0.watchers.count } }
}
