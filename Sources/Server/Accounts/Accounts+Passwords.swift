import AccountContract
import Contract
import Crypto
import Domain
import Storage
import Wire

extension Accounts {
  /// Another password; the caller's other sessions end.
  /// - Throws: 400 where the present one is wrong, 409 without one, 400 for a weak or common one.
  public func changePassword(
    _ password: String, to new: String, by principal: Principal, from caller: Caller = Caller()
  ) async throws {
    let person = try await present(principal)
    try Self.check(password: new, personal: person.personal)
    try await prove(password, principal)
    let hash = try await workers.hash(new)
    let now = clock()
    let ended = try await store.write { [self] tables in
      try Self.checkOpen(principal, tables)
      try tables.people.setPassword(hash, of: principal.person)
      try tables.audit.record(
        AuditEntry(person: principal.person, kind: .passwordChanged, address: caller.address, at: now))
      try tell(person, tables) { .passwordChanged(to: $0, caller.language) }
      return try Self.endSessions(
        of: principal.person, except: principal.session, .credentialsChanged, in: tables, at: now)
    }
    sessionsEnded(ended)
  }

  /// Sends a code to the address, if somebody has it: the same answer and the same work either way.
  /// - Throws: 400 for no address, 429 where the address got too many.
  public func requestReset(email: String, app: App, from caller: Caller = Caller()) async throws -> CodeSent {
    let email = try Self.normalised(email)
    let now = clock()
    let minutes = codeMinutes
    return try await store.write { [self] tables in
      let person = try tables.people.credentials(email: email, realm: app.realm)?.person.id
      let place = CodePlace(realm: app.realm, purpose: .reset, subject: email)
      return try send(at: place, for: person, tables, now, caller) { code in
        person == nil ? nil : .reset(code, to: email, minutes: minutes, caller.language)
      }
    }.get()
  }

  /// Another password for whoever reads the mail of the address. Every session ends. Where nobody had shown before that
  /// the address is theirs, the other ways in go: whoever made the account may have been somebody else.
  /// - Throws: 400 for a wrong code and for a weak or common password, 429 where too many were wrong.
  public func reset(
    email: String, code: String, to new: String, app: App, from caller: Caller = Caller()
  ) async throws {
    let email = try Self.normalised(email)
    try Self.check(password: new, personal: [Self.name(in: email)])
    let place = CodePlace(realm: app.realm, purpose: .reset, subject: email)
    // First without the hash, so that guesses cost none.
    let first = clock()
    try await store.write { [self] tables in
      let person = try tables.people.credentials(email: email, realm: app.realm)?.person
      if let fault = try fault(code, at: place, for: person?.id, tables, first) { return Outcome<Bool>.refused(fault) }
      return person == nil ? .refused(.wrongCode) : .done(true)
    }.get()
    let hash = try await workers.hash(new)
    let now = clock()
    let ended = try await store.write { [self] tables -> Outcome<[EndedSession]> in
      guard let person = try tables.people.credentials(email: email, realm: app.realm)?.person else {
        return .refused(.wrongCode)
      }
      if let fault = try fault(code, at: place, for: person.id, tables, now) { return .refused(fault) }
      try book.spend(at: place, tables, now)
      try take(over: person, tables, caller, now)
      try tables.people.setPassword(hash, of: person.id)
      try tables.audit.record(AuditEntry(person: person.id, kind: .passwordReset, address: caller.address, at: now))
      try tell(person, tables) { .passwordChanged(to: $0, caller.language) }
      return .done(try Self.endSessions(of: person.id, .credentialsChanged, in: tables, at: now))
    }.get()
    sessionsEnded(ended)
  }

  private func take(
    over person: PersonRow, _ tables: Tables, _ caller: Caller, _ now: Timestamp
  ) throws {
    let identities = try tables.identities.list(of: person.id)
    guard identities.first(where: { $0.kind == .email })?.isVerified == false else { return }
    for identity in identities where identity.kind != .email {
      try wayCloses(identity, tables)
      try tables.identities.delete(identity.kind, of: person.id)
      try tables.audit.record(
        AuditEntry(
          person: person.id, actor: .server, kind: .identityUnlinked, detail: identity.kind.rawValue,
          address: caller.address, at: now))
    }
    try tables.identities.markVerified(.email, of: person.id)
  }

  /// Shows that the caller knows the password.
  /// - Throws: 400 where it is wrong, 409 where the account has none.
  public func prove(_ password: String, _ principal: Principal) async throws {
    let hash = try await store.read { try $0.people.passwordHash(of: principal.person) }
    guard let hash else { throw APIError.personGone }
    guard !hash.isEmpty else { throw APIError.noPassword }
    guard try await workers.verify(password, against: hash) else { throw APIError.wrongPassword }
  }

  /// In the transaction of a change of what opens the account: a session that ended while its proof was looked at, such
  /// as by a reset, changes nothing any more. - Throws: 419.
  static func checkOpen(_ principal: Principal, _ tables: Tables) throws {
    guard let session = try tables.sessions.find(principal.session), session.endedAt == nil else {
      throw APIError.accessExpired
    }
  }

  func present(_ principal: Principal) async throws -> PersonRow {
    guard let person = try await store.read({ try $0.people.find(principal.person) }) else {
      throw APIError.personGone
    }
    return person
  }

  /// - Parameter personal: what others know of the owner.
  static func check(password: String, personal: [String]) throws(APIError) {
    guard AccountRules.faults(password: password).isEmpty, !password.utf8.contains(0) else { throw .weakPassword }
    guard !CommonPasswords.contains(password, personal: personal) else { throw .commonPassword }
  }

  /// What stands before the `@`.
  static func name(in email: String) -> String { String(email.prefix { $0 != "@" }) }
}

extension PersonRow {
  /// What others know of the person, and no password may be made of.
  var personal: [String] { [Accounts.name(in: email), nick] }
}
