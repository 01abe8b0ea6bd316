import Contract
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

/// Something that a provider told by itself.
public struct ProviderNotice: Sendable {
  public var change: ProviderChange
  public var kind: IdentityKind
  public var subject: String
  /// When it happened.
  public var at: Timestamp
  /// The same each time that it comes.
  public var name: String
  /// The address that it is about, where it says so.
  public var email: String?

  public init(
    _ change: ProviderChange, _ kind: IdentityKind, subject: String, at: Timestamp, name: String, email: String? = nil
  ) {
    self.change = change
    self.kind = kind
    self.subject = subject
    self.at = at
    self.name = name
    self.email = email
  }
}

extension Accounts {
  /// Does what a notice asks for, in every realm that knows the identity.
  ///
  /// Notices come again, and late: each is heard once, and one from before the newest consent says nothing about it.
  public func heed(_ notice: ProviderNotice) async throws {
    let now = clock()
    let over = try await store.write { [self] tables in
      guard try tables.providers.hear(notice.name, at: now) else { return [EndedSession]() }
      var over: [EndedSession] = []
      for realm in Realm.allCases {
        guard let identity = try tables.identities.find(notice.kind, notice.subject, realm: realm),
          max(identity.createdAt, identity.provedAt ?? identity.createdAt) <= notice.at
        else { continue }
        try tables.audit.record(
          AuditEntry(
            person: identity.person, actor: .provider, kind: .providerNotice,
            detail: "\(notice.kind.rawValue) \(notice.change.rawValue)", at: now))
        over += try heed(notice, of: identity, tables, now)
      }
      return over
    }
    sessionsEnded(over)
  }

  private func heed(
    _ notice: ProviderNotice, of identity: IdentityRow, _ tables: Tables, _ now: Timestamp
  ) throws -> [EndedSession] {
    let person = identity.person
    switch notice.change {
    case .other: return []
    case .mailStopped, .mailResumed:
      if try concerns(notice, person, tables) {
        try tables.people.setMailStopped(notice.change == .mailStopped, of: person)
      }
      return []
    case .revoked, .deleted:
      try tables.providers.deleteGrant(notice.kind.rawValue, of: person)
      if notice.change == .deleted {
        try tables.identities.delete(notice.kind, of: person)
        if let row = try tables.people.find(person) { try tell(row, tables) { .wayClosed(notice.kind, to: $0, .ko) } }
      }
      return try Self.endSessions(of: person, .remote, in: tables, at: now)
    }
  }

  /// Whether the address that the person has is the one that a notice is about: that of the notice, or where it names
  /// none, one that passes mail on.
  private func concerns(_ notice: ProviderNotice, _ person: RowID<Person>, _ tables: Tables) throws -> Bool {
    guard let email = try tables.people.find(person)?.email, !email.isEmpty else { return false }
    guard let named = notice.email else { return email.hasSuffix(Self.relay) }
    return (try? Self.normalised(named)) == email
  }

  private static let relay = "@privaterelay.appleid.com"
}
