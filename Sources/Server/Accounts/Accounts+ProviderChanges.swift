import Domain
import Storage
import Wire

/// What a provider tells of an account that it vouches for.
public enum ProviderChange: String, Sendable {
  /// The person no longer wants us to know them there: nobody stays signed in. Who comes back later is the same person.
  case revoked
  /// The account there is gone for ever, and the way in with it.
  case deleted
  /// Mail to the address that the provider gave us arrives no more, or again.
  case mailStopped, mailResumed
  case other
}

extension Accounts {
  /// Does what a change asks for, in every realm that knows the identity.
  ///
  /// Notices come again, and late: one from before the identity was linked says nothing about it.
  public func heed(
    _ change: ProviderChange, _ kind: IdentityKind, subject: String, at instant: Timestamp
  ) async throws {
    let now = clock()
    let over = try await store.write { tables in
      var over: [EndedSession] = []
      for realm in Realm.allCases {
        guard let identity = try tables.identities.find(kind, subject, realm: realm), identity.createdAt <= instant
        else { continue }
        let person = identity.person
        try tables.audit.record(
          AuditEntry(
            person: person, actor: .provider, kind: .providerNotice, detail: "\(kind.rawValue) \(change.rawValue)",
            at: now))
        guard change == .revoked || change == .deleted else { continue }
        try tables.providers.deleteGrant(kind.rawValue, of: person)
        if change == .deleted { try tables.identities.delete(kind, of: person) }
        over += try Self.endSessions(of: person, .remote, in: tables, at: now)
      }
      return over
    }
    sessionsEnded(over)
  }
}
