import Contract
import Storage
import Tokens
import Wire

extension Accounts {
  /// From now on a new key signs tokens. Those of the old ones are read until the last of them has run out, so that
  /// nobody is signed out.
  /// - Parameter isLeak: somebody else has the old keys: no token of theirs counts any more, every session ends, also
  ///   where a socket is open, and all sign in anew.
  /// - Returns: the keys that count, the one that signs first.
  @discardableResult
  public func rotateKeys(isLeak: Bool = false) async throws -> [TokenKey] {
    let now = clock()
    let last = try await store.read { try $0.sessions.lastExpiry() } ?? now
    // A pair that is being made right now, with the old key, lasts a lifetime from here.
    let until = max(last, now.adding(milliseconds: settings.refreshLifetime)).adding(milliseconds: 3_600_000)
    let keys = try tokenKeys.rotate(until: isLeak ? nil : until, at: now)
    mint.use(keys)
    if isLeak {
      let over = try await store.write { tables in
        try tables.sessions.peopleWithOpen().flatMap { try Self.endSessions(of: $0, .byOperator, in: tables, at: now) }
      }
      sessionsEnded(over)
    }
    return keys
  }
}
