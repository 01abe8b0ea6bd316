/// Timers of one actor by their names. One that starts again takes the place of the one before.
struct Timers<Name: Hashable & Sendable> {
  private var running: [Name: Task<Void, Never>] = [:]

  /// - Parameter fired: is not called where the timer was cancelled before.
  mutating func start(_ name: Name, milliseconds: Int64, _ fired: @escaping @Sendable () async -> Void) {
    running[name]?.cancel()
    running[name] = Task {
      guard (try? await Task.sleep(for: .milliseconds(milliseconds))) != nil, !Task.isCancelled else { return }
      await fired()
    }
  }

  mutating func cancel(_ name: Name) { running.removeValue(forKey: name)?.cancel() }

  mutating func cancelAll() {
    for task in running.values { task.cancel() }
    running = [:]
  }
}
