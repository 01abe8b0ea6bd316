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
    if isLeak { try await endAllSessions(at: now) }
    return keys
  }

  private func endAllSessions(at now: Timestamp) async throws {
    let over = try await store.write { tables in
      try tables.sessions.open().map { open in
        try Self.end(open.session, of: open.person, .byOperator, "", in: tables, at: now)
        return EndedSession(session: open.session, reason: .byOperator)
      }
    }
    sessionsEnded(over)
  }
}
