import Contract
import Storage
import Wire

/// Carries limits over a restart: writes down what changed, once a second at most, and loads it at the start.
/// A process that is killed forgets the last second of tries.
public struct TryLedger: Sendable {
  static let rowsPerTurn = 2_000

  private let store: DataStore
  private let limiters: [TryLimiter]

  /// - Parameter limiters: each with a kind of its own and a key.
  public init(store: DataStore, limiters: [TryLimiter]) {
    self.store = store
    self.limiters = limiters
  }

  /// Before the first try. Rows whose time is over go.
  public func load(at now: Timestamp) async throws {
    let periods = limiters.map { (kind: $0.kind, period: $0.period) }
    let rows = try await store.write { tables in
      for (kind, period) in periods {
        try tables.tries.delete(kind: kind, countedBefore: now.adding(milliseconds: -period))
      }
      return try tables.tries.all()
    }
    for limiter in limiters { limiter.restore(rows.filter { $0.kind == limiter.kind }) }
  }

  /// Writes down what changed.
  public func flush(at now: Timestamp) async throws {
    for limiter in limiters {
      let rows = limiter.takeChanges(limit: Self.rowsPerTurn)
      guard !rows.isEmpty else { continue }
      let full = now.adding(milliseconds: -limiter.period)
      do {
        try await store.write { tables in
          for row in rows { try tables.tries.put(row) }
          try tables.tries.delete(kind: limiter.kind, countedBefore: full)
        }
      } catch {
        limiter.putBack(rows)
        throw error
      }
    }
  }

  /// Flushes every second, until the task is cancelled.
  public func keep(clock: @escaping @Sendable () -> Timestamp) async {
    while !Task.isCancelled {
      // A database that is busy or full is tried again.
      try? await flush(at: clock())
      try? await Task.sleep(for: .seconds(1))
    }
  }
}
