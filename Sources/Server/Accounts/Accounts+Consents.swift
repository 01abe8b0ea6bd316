import AccountContract
import Contract
import Domain
import Storage
import Wire

extension Accounts {
  /// What people of an app are asked to agree to. No doctor is a child.
  public func terms(of app: App) -> [Terms] {
    Terms.current(app.realm, guardians: settings.isOpenToChildren && app.role != .doctor)
  }

  public func consents(of person: RowID<Person>, app: App) async throws -> ConsentAnswer {
    try await store.read { [self] tables in Self.state(try tables.consents.history(of: person), terms(of: app)) }
  }

  /// Adds to the history. Only what is not required can be taken back: without the rest there is no account.
  /// - Throws: 400 for an unknown kind or version, for a required one that is taken back, and for somebody under 14
  ///   without a guardian's consent.
  public func consent(
    _ consents: [Consent], isOver14: Bool?, by principal: Principal, from caller: Caller = Caller()
  ) async throws -> ConsentAnswer {
    let hasGuardian = consents.contains(guardian: true)
    guard isOver14 != false || hasGuardian else { throw APIError.underAge }
    guard isOver14 != true || !hasGuardian else { throw APIError.badRequest }
    let current = terms(of: principal.app)
    try Self.check(consents, current)
    let now = clock()
    let answer = try await store.write { [self] tables in
      if hasGuardian { try useGuardian(of: principal.person, tables) }
      let before = try tables.consents.history(of: principal.person)
      try Self.note(consents, isOver14, before: before, of: principal.person, tables, caller, now)
      let answer = Self.state(try tables.consents.history(of: principal.person), current)
      if answer.missing.isEmpty { try tables.people.setOwesConsent(false, of: principal.person) }
      return answer
    }
    if answer.missing.isEmpty { registry.setOwesConsent(false, principal.person) }
    return answer
  }

  /// - Throws: 400.
  static func check(_ consents: [Consent], _ current: [Terms]) throws(APIError) {
    for consent in consents {
      guard let terms = current.first(where: { $0.kind.rawValue == consent.kind }) else { throw .badRequest }
      // A guardian takes back what they gave at the operator, and the account goes with it.
      guard consent.isAgreed || !terms.isRequired && terms.kind != .guardian else { throw .consentMissing }
      guard !consent.isAgreed || consent.version == terms.version else { throw .consentMissing }
    }
  }

  /// A client that asks at all must ask for everything. One that does not is an older one: it is asked later.
  /// - Throws: 400.
  func check(_ details: JoinDetails, _ app: App, at now: Timestamp) throws(APIError) {
    let isChild = details.isOver14 == false || Age.isTooYoung(birthDay: details.person.birthDay, at: now)
    guard !isChild || details.hasGuardian else { throw .underAge }
    guard details.isOver14 != true || !details.hasGuardian else { throw .badRequest }
    guard !details.consents.isEmpty || details.isOver14 != nil else { return }
    let current = terms(of: app)
    try Self.check(details.consents, current)
    let agreed = details.consents.filter(\.isAgreed).map(\.kind)
    let isWhole = current.allSatisfy { !$0.isRequired || agreed.contains($0.kind.rawValue) }
    guard isWhole, details.isOver14 == true || details.hasGuardian else { throw .consentMissing }
  }

  /// The guardian's consent to whoever has one of the person's addresses becomes theirs, unless they have one.
  /// - Throws: 400 where the operator was given none.
  private func useGuardian(of person: RowID<Person>, _ tables: Tables) throws {
    if try tables.guardians.have(person) { return }
    guard let row = try tables.people.find(person) else { throw APIError.personGone }
    let numbers = try tables.identities.list(of: person).filter { $0.kind == .phone }.map(\.subject)
    let address = try guardedAddress(of: [row.email] + numbers, row.realm, tables)
    try tables.guardians.use(address, realm: row.realm, by: person)
  }

  /// The address of a child to whose account a guardian has consented. Looked for before anything is written.
  /// - Throws: 400 where there is none.
  func guardedAddress(of addresses: [String], _ realm: Realm, _ tables: Tables) throws -> String {
    guard let address = try addresses.first(where: { try tables.guardians.wait(for: $0, realm: realm) }) else {
      throw APIError.guardianMissing
    }
    return address
  }

  /// What says nothing new is not noted again.
  static func note(
    _ consents: [Consent], _ isOver14: Bool?, before: [ConsentRow], of person: RowID<Person>, _ tables: Tables,
    _ caller: Caller, _ now: Timestamp
  ) throws {
    var all = consents
    if isOver14 == true { all.append(Consent(kind: Terms.over14, version: "1")) }
    for var consent in all {
      let last = before.last { $0.kind == consent.kind }
      // What is taken back is what was given, whatever the caller calls it.
      if !consent.isAgreed { consent.version = last?.version ?? "" }
      if last?.isAgreed == consent.isAgreed, last?.version == consent.version { continue }
      if last == nil, !consent.isAgreed { continue }
      let row = ConsentRow(
        kind: consent.kind, version: consent.version, isAgreed: consent.isAgreed, createdAt: now)
      try tables.consents.insert(row, of: person)
      try tables.audit.record(
        AuditEntry(
          person: person, kind: consent.isAgreed ? .consented : .consentWithdrawn,
          detail: "\(consent.kind) \(consent.version)", address: caller.address, at: now))
    }
  }

  private static func state(_ history: [ConsentRow], _ current: [Terms]) -> ConsentAnswer {
    var last: [ConsentRow] = []
    for row in history {
      last.removeAll { $0.kind == row.kind }
      last.append(row)
    }
    func isGiven(_ kind: String, _ version: String?) -> Bool {
      last.contains { $0.kind == kind && $0.isAgreed && (version == nil || $0.version == version) }
    }
    var missing = current.filter { $0.isRequired && !isGiven($0.kind.rawValue, $0.version) }
      .map(\.kind.rawValue)
    if !isGiven(Terms.over14, nil), !isGiven(Terms.Kind.guardian.rawValue, nil) { missing.append(Terms.over14) }
    let given = last.map { row in
      ConsentAnswer.Given(
        consent: Consent(kind: row.kind, version: row.version, isAgreed: row.isAgreed), at: row.createdAt)
    }
    return ConsentAnswer(given: given, missing: missing)
  }
}

extension [Consent] {
  func contains(guardian isAgreed: Bool) -> Bool {
    contains { $0.kind == Terms.Kind.guardian.rawValue && $0.isAgreed == isAgreed }
  }
}
