import Contract
import Domain
import Storage
import Wire

extension Accounts {
  /// The ways into the caller's account, the oldest first.
  public func identities(of person: RowID<Person>) async throws -> [IdentityRow] {
    try await store.read { try $0.identities.list(of: person) }
  }

  /// Closes one way in. Whoever has the address, or had it, is told.
  /// - Throws: 404 where there is none of that kind, 409 where it is the last one, and as `proveAnew`.
  public func unlink(
    _ kind: IdentityKind, password: String, by principal: Principal, from caller: Caller = Caller()
  ) async throws {
    try await proveAnew(password, of: principal)
    let now = clock()
    try await store.write { [self] tables in
      try Self.checkOpen(principal, tables)
      let rows = try tables.identities.list(of: principal.person)
      guard let row = rows.first(where: { $0.kind == kind }) else { throw APIError.notFound }
      let hash = try tables.people.passwordHash(of: principal.person) ?? ""
      // An address that nobody has confirmed opens the account only with a password.
      let left = rows.filter { $0.kind != kind && ($0.kind != .email || $0.isVerified || !hash.isEmpty) }
      guard !left.isEmpty else { throw APIError.lastWayIn }
      guard let person = try tables.people.find(principal.person) else { throw APIError.personGone }
      try tell(person, tables) { .wayClosed(kind, to: $0, caller.language) }
      if kind == .email {
        _ = try tables.people.setEmail("", of: person, at: now)
        try tables.people.setPassword("", of: person.id)
      } else {
        try wayCloses(row, tables)
        try tables.identities.delete(kind, of: person.id)
      }
      try tables.audit.record(
        AuditEntry(
          person: person.id, session: principal.session, kind: .identityUnlinked, detail: kind.rawValue,
          address: caller.address, at: now))
    }
  }

  /// Writes to a person about their account, where they have an address.
  func tell(_ person: PersonRow, _ tables: Tables, _ letter: (String) -> Delivery) throws {
    guard !person.email.isEmpty else { return }
    try deliver(letter(person.email).about(person.id), tables)
  }
}
