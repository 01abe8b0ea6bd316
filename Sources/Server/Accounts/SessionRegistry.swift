import Domain
import Storage
import Synchronization
import Wire

/// What every request must know about sessions without asking the database: which have ended, which newest pairs are
/// still unused, and which people are known to exist.
final class SessionRegistry: Sendable {
  private struct State {
    var ended: [RowID<SessionRow>: Timestamp] = [:]
    var unused: [RowID<SessionRow>: Int64] = [:]
    var people: Set<RowID<Person>> = []
    /// Known people who have not agreed to anything yet.
    var owing: Set<RowID<Person>> = []
    var used: [RowID<SessionRow>: Use] = [:]
  }

  private struct Use {
    var at: Timestamp
    var writtenAt: Timestamp
  }

  /// How exactly the last use of a session is kept over a restart.
  private static let useGrain: Int64 = 5 * 60_000

  private static let peopleLimit = 100_000
  private let state = Mutex(State())

  func load(ended: [RowID<SessionRow>], unused: [(session: RowID<SessionRow>, generation: Int64)], at now: Timestamp) {
    state.withLock { state in
      for id in ended { state.ended[id] = now }
      for (id, generation) in unused { state.unused[id] = max(generation, state.unused[id] ?? 0) }
    }
  }

  func hasEnded(_ id: RowID<SessionRow>) -> Bool { state.withLock { $0.ended[id] != nil } }

  /// - Parameter oldest: sessions that ended before it have no access token left that could come back.
  func end(_ id: RowID<SessionRow>, at now: Timestamp, forgetting oldest: Timestamp) {
    state.withLock { state in
      if state.ended.count > 10_000 { state.ended = state.ended.filter { $0.value >= oldest } }
      state.ended[id] = now
      state.unused[id] = nil
      state.used[id] = nil
    }
  }

  /// Notes a use. true: to be written down; the last one that was lies some minutes back.
  func touch(_ id: RowID<SessionRow>, at now: Timestamp) -> Bool {
    state.withLock { state in
      if let use = state.used[id], now.milliseconds - use.writtenAt.milliseconds < Self.useGrain {
        state.used[id]?.at = now
        return false
      }
      if state.used.count >= Self.peopleLimit { state.used = [:] }
      state.used[id] = Use(at: now, writtenAt: now)
      return true
    }
  }

  /// nil where nobody has used it since the start.
  func lastUse(of id: RowID<SessionRow>) -> Timestamp? { state.withLock { $0.used[id]?.at } }

  func issued(_ generation: Int64, of id: RowID<SessionRow>) {
    state.withLock { $0.unused[id] = generation }
  }

  /// true for the one use that is the pair's first.
  func use(_ generation: Int64, of id: RowID<SessionRow>) -> Bool {
    state.withLock { state in
      guard state.unused[id] == generation else { return false }
      state.unused[id] = nil
      return true
    }
  }

  func knows(_ person: RowID<Person>) -> Bool { state.withLock { $0.people.contains(person) } }

  func owesConsent(_ person: RowID<Person>) -> Bool { state.withLock { $0.owing.contains(person) } }

  func setOwesConsent(_ owes: Bool, _ person: RowID<Person>) {
    state.withLock { state in
      if owes { state.owing.insert(person) } else { state.owing.remove(person) }
    }
  }

  func remember(_ person: RowID<Person>) {
    state.withLock { state in
      if state.people.count >= Self.peopleLimit { state.people = [] }
      state.people.insert(person)
    }
  }
}
