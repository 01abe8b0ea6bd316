import Contract
import Domain
import JSON
import Storage
import Wire

/// A way in that a provider has vouched for: the caller has checked its proof.
public struct ProvenIdentity: Equatable, Sendable {
  public var kind: IdentityKind
  /// The provider's own id of the person.
  public var subject: String
  /// What its owner knows it by.
  public var label: String
  /// Empty where the provider reports none that it has confirmed.
  public var email: String
  /// What the person is called there; empty where that is not known.
  public var name: String
  /// When the provider said so; nil: just now.
  public var provedAt: Timestamp?

  public init(kind: IdentityKind, subject: String, label: String, email: String = "", name: String = "") {
    self.kind = kind
    self.subject = subject
    self.label = label
    self.email = email
    self.name = name
  }
}

extension Accounts {
  /// Signs in whoever has the identity, or makes an account of its own for it.
  /// - Parameters:
  ///   - nick: wanted by the client; else the name at the provider, as far as it can be one.
  ///   - more: what a sign-up may say besides, by its names on the wire.
  ///   - owing: a new account that has agreed to nothing must do so before anything else is open to it. Older clients
  ///     cannot ask for it.
  ///   - also: what else belongs to the sign-in, in its transaction.
  /// - Throws: 409 (`email_taken`) where an account has the address that the provider reports: an address is no proof
  ///   of that account. Its owner signs in there, and links.
  public func enter(
    _ proven: ProvenIdentity, nick: String? = nil, more: JSONObject = [:], owing: Bool = false, app: App,
    device: SessionDevice = SessionDevice(), from caller: Caller = Caller(),
    also: @escaping @Sendable (RowID<Person>, Tables) throws -> Void = { _, _ in }
  ) async throws -> SessionAnswer {
    let details = try JoinDetails(more)
    let now = clock()
    try check(details, app, at: now)
    if let nick, AccountRules.fault(nickname: nick) != nil { throw APIError.badNickname }
    let email = proven.email.isEmpty ? "" : (try? Self.normalised(proven.email)) ?? ""
    let start = start(app: app, device: device, from: caller)
    let (started, owes) = try await store.write { [self] tables in
      let id: RowID<Person>
      if let known = try tables.identities.find(proven.kind, proven.subject, realm: app.realm) {
        id = known.person
        try tables.identities.markProved(known, at: min(proven.provedAt ?? now, now))
      } else {
        var person = NewPerson(
          realm: app.realm, email: email, nick: nick ?? Self.nick(proven), role: app.role, passwordHash: "")
        person.isEmailVerified = true
        person.owesConsent = owing && details.consents.isEmpty
        id = try insert(
          person, details, identity: (proven.kind, proven.subject, proven.label), tables, caller, now)
      }
      guard let row = try tables.people.find(id) else { throw APIError.personGone }
      try also(id, tables)
      return (try start.begin(for: row, in: tables), try tables.people.owesConsent(id))
    }
    registry.setOwesConsent(owes, started.person.id)
    return finish(started)
  }

  /// Makes the identity another way into the caller's account: they are signed in by one, and have shown the other.
  /// Before it began, the caller of this asked for a proof of the account (`proveAnew`). The person is told by mail.
  /// - Throws: 409 where another account has it.
  public func link(
    _ proven: ProvenIdentity, by principal: Principal, from caller: Caller = Caller(),
    also: @escaping @Sendable (RowID<Person>, Tables) throws -> Void = { _, _ in }
  ) async throws {
    let now = clock()
    let realm = principal.app.realm
    try await store.write { [self] tables in
      try Self.checkOpen(principal, tables)
      let owner = try tables.identities.find(proven.kind, proven.subject, realm: realm)?.person
      guard owner == nil || owner == principal.person else { throw APIError.identityTaken }
      let own = try tables.identities.list(of: principal.person)
      if owner == nil, let old = own.first(where: { $0.kind == proven.kind }) { try wayCloses(old, tables) }
      try also(principal.person, tables)
      if let known = own.first(where: { $0.kind == proven.kind }), owner != nil {
        try tables.identities.markProved(known, at: min(proven.provedAt ?? now, now))
      }
      guard owner == nil else { return }
      guard let person = try tables.people.find(principal.person) else { throw APIError.personGone }
      try tables.identities.delete(proven.kind, of: principal.person)
      let row = IdentityRow(
        kind: proven.kind, subject: proven.subject, person: principal.person, label: proven.label, isVerified: true,
        createdAt: now)
      guard try tables.identities.insert(row, realm: realm) else { throw APIError.identityTaken }
      try tables.audit.record(
        AuditEntry(
          person: principal.person, session: principal.session, kind: .identityLinked, detail: proven.kind.rawValue,
          address: caller.address, at: now))
      try tell(person, tables) { .wayOpened(proven.kind, to: $0, caller.language) }
    }
  }

  /// The name at the provider without what no nick may have; a neutral one where nothing is left.
  private static func nick(_ proven: ProvenIdentity) -> String {
    var nick = ""
    for character in proven.name.prefix(30) where AccountRules.fault(nickname: nick + String(character)) == nil {
      nick.append(character)
    }
    return nick.isEmpty ? "손님" : nick
  }
}
