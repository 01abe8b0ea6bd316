import AccountContract
import Contract
import Domain
import Storage
import Wire

extension Accounts {
  /// Sends a code to an address that is to become, or is, the caller's. Whether somebody has it already shows only to
  /// who reads its mail.
  /// - Throws: 400 for no address, 429 where the address got too many, and as `proveAnew`.
  public func sendCode(
    to email: String, password: String, by principal: Principal, from caller: Caller = Caller()
  ) async throws -> CodeSent {
    let email = try Self.normalised(email)
    let person = try await present(principal)
    // The present address may be confirmed without: that opens nothing new.
    if email != person.email { try await proveAnew(password, of: principal) }
    let now = clock()
    let minutes = codeMinutes
    return try await store.write { [self] tables in
      let place = CodePlace(realm: principal.app.realm, purpose: .email, subject: email)
      return try send(at: place, for: principal.person, tables, now, caller) { code in
        .confirm(code, to: email, minutes: minutes, caller.language)
      }
    }.get()
  }

  /// The address is the caller's from now on, and shown to be.
  /// - Throws: 400 for a wrong code, 409 where somebody else has the address, 429 where too many were wrong.
  public func setEmail(
    _ email: String, code: String, by principal: Principal, from caller: Caller = Caller()
  ) async throws {
    let email = try Self.normalised(email)
    let place = CodePlace(realm: principal.app.realm, purpose: .email, subject: email)
    let now = clock()
    try await store.write { [self] tables -> Outcome<Bool> in
      try Self.checkOpen(principal, tables)
      if let fault = try fault(code, at: place, for: principal.person, tables, now) { return .refused(fault) }
      guard let person = try tables.people.find(principal.person) else { return .refused(.personGone) }
      let isNew = person.email != email
      if isNew {
        guard try tables.people.setEmail(email, of: person, at: now) else { return .refused(.emailTaken) }
        // To the former address.
        try tell(person, tables) { .emailChanged(to: $0, caller.language) }
      } else {
        try tables.identities.markVerified(.email, of: person.id)
      }
      try book.spend(at: place, tables, now)
      try tables.audit.record(
        AuditEntry(
          person: person.id, session: principal.session, kind: isNew ? .emailChanged : .emailVerified,
          address: caller.address, at: now))
      return .done(true)
    }.get()
  }
}
