import AccountContract
import Contract
import Domain
import Storage
import Wire

extension Accounts {
  /// Sends a code to a number, whoever has it.
  /// - Throws: 400 for no mobile number, 404 where the operator sends none, 429 where the number, or all, got too many.
  public func sendCode(toPhone phone: String, app: App, from caller: Caller = Caller()) async throws -> CodeSent {
    let number = try phoneNumber(phone)
    let now = clock()
    let place = CodePlace(realm: app.realm, purpose: .phone, subject: number.text)
    return try await costingMessage(at: now) { () async throws in
      try await store.write { [self] tables in
        try send(at: place, for: nil, tables, now, caller) { .phone($0, to: number, caller.language) }
      }.get()
    }
  }

  /// What sends no message costs none: who asks again and again for one number uses up nobody else's.
  private func costingMessage<T: Sendable>(at now: Timestamp, _ send: () async throws -> T) async throws -> T {
    try messages.take("all", at: now)
    do { return try await send() } catch {
      messages.giveBack("all")
      throw error
    }
  }

  /// Signs in whoever has the number; with a nick, signs up where nobody has it.
  /// - Throws: 400 for a wrong code, 404 (`phone_unknown`) where nobody has the number and there is no nick: the code
  ///   stays valid; 429 where too many were wrong; as `join`.
  public func login(
    _ form: PhoneLogin, app: App, device: SessionDevice = SessionDevice(), from caller: Caller = Caller()
  ) async throws -> SessionAnswer {
    let number = try phoneNumber(form.phone)
    let details = try JoinDetails(form.more)
    let now = clock()
    if let nick = form.nick {
      guard AccountRules.fault(nickname: nick) == nil else { throw APIError.badNickname }
      try check(details, app, at: now)
    }
    let place = CodePlace(realm: app.realm, purpose: .phone, subject: number.text)
    let start = start(app: app, device: device, from: caller)
    let started = try await store.write { [self] tables -> Outcome<StartedSession> in
      if let fault = try fault(form.code, at: place, for: nil, tables, now) { return .refused(fault) }
      let known = try tables.identities.find(.phone, number.text, realm: app.realm)
      let id: RowID<Person>
      if let known {
        id = known.person
      } else {
        guard let nick = form.nick else { return .refused(.phoneUnknown) }
        let person = NewPerson(
          realm: app.realm, email: "", nick: nick, phoneNumber: number.text, role: app.role, passwordHash: "")
        id = try insert(person, details, identity: (.phone, number.text, number.masked), tables, caller, now)
      }
      guard let row = try tables.people.find(id) else { return .refused(.personGone) }
      guard row.role == app.role else { return .refused(.wrongApp(app)) }
      try book.spend(at: place, tables, now)
      return .done(try start.begin(for: row, in: tables))
    }.get()
    return finish(started)
  }

  /// Another way in for the caller, or another number in place of the one that was. The person is told by mail.
  /// - Throws: 400 for a wrong code, 409 where another account has the number, 429 where too many were wrong, and as
  ///   `proveAnew`.
  public func linkPhone(
    _ phone: String, code: String, password: String, by principal: Principal, from caller: Caller = Caller()
  ) async throws {
    let number = try phoneNumber(phone)
    try await proveAnew(password, of: principal)
    let place = CodePlace(realm: principal.app.realm, purpose: .phone, subject: number.text)
    let now = clock()
    try await store.write { [self] tables -> Outcome<Bool> in
      try Self.checkOpen(principal, tables)
      if let fault = try fault(code, at: place, for: nil, tables, now) { return .refused(fault) }
      let owner = try tables.identities.find(.phone, number.text, realm: principal.app.realm)?.person
      guard owner == nil || owner == principal.person else { return .refused(.identityTaken) }
      try book.spend(at: place, tables, now)
      guard owner == nil else { return .done(true) }
      guard let person = try tables.people.find(principal.person) else { return .refused(.personGone) }
      try tables.identities.delete(.phone, of: principal.person)
      let row = IdentityRow(
        kind: .phone, subject: number.text, person: principal.person, label: number.masked, isVerified: true,
        createdAt: now)
      guard try tables.identities.insert(row, realm: principal.app.realm) else { return .refused(.identityTaken) }
      try tables.people.setPhoneNumber(number.text, of: principal.person)
      try tables.audit.record(
        AuditEntry(
          person: principal.person, session: principal.session, kind: .phoneChanged, detail: number.masked,
          address: caller.address, at: now))
      try tell(person, tables) { .wayOpened(.phone, to: $0, caller.language) }
      return .done(true)
    }.get()
  }

  private func phoneNumber(_ text: String) throws(APIError) -> PhoneNumber {
    guard settings.isPhoneOpen else { throw .wayClosed }
    guard let number = PhoneNumber(text) else { throw .invalidPhone }
    guard settings.phoneCountries.isEmpty || settings.phoneCountries.contains(where: number.belongs) else {
      throw .invalidPhone
    }
    return number
  }
}
