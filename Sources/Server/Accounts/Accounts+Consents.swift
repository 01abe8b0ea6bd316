import AccountContract
import Contract
import Domain
import Storage
import Wire

extension Accounts {
  public func consents(of person: RowID<Person>, app: App) async throws -> ConsentAnswer {
    try await store.read { tables in
      Self.state(try tables.consents.history(of: person), app.realm)
    }
  }

  /// Adds to the history. Only what is not required can be taken back: without the rest there is no account.
  /// - Throws: 400 for an unknown kind or version, for a required one that is taken back, and for somebody under 14.
  public func consent(
    _ consents: [Consent], isOver14: Bool?, by principal: Principal, from caller: Caller = Caller()
  ) async throws -> ConsentAnswer {
    guard isOver14 != false else { throw APIError.underAge }
    try Self.check(consents, principal.app.realm)
    let now = clock()
    let answer = try await store.write { tables in
      let before = try tables.consents.history(of: principal.person)
      try Self.note(consents, isOver14, before: before, of: principal.person, tables, caller, now)
      let answer = Self.state(try tables.consents.history(of: principal.person), principal.app.realm)
      if answer.missing.isEmpty { try tables.people.setOwesConsent(false, of: principal.person) }
      return answer
    }
    if answer.missing.isEmpty { registry.setOwesConsent(false, principal.person) }
    return answer
  }

  /// - Throws: 400.
  static func check(_ consents: [Consent], _ realm: Realm) throws(APIError) {
    let current = Terms.current(realm)
    for consent in consents {
      guard let terms = current.first(where: { $0.kind.rawValue == consent.kind }) else { throw .badRequest }
      guard consent.isAgreed || !terms.isRequired else { throw .consentMissing }
      guard !consent.isAgreed || consent.version == terms.version else { throw .consentMissing }
    }
  }

  /// A client that asks at all must ask for everything. One that does not is an older one: it is asked later.
  /// - Throws: 400.
  static func check(_ details: JoinDetails, _ realm: Realm, at now: Timestamp) throws(APIError) {
    guard details.isOver14 != false, !Age.isTooYoung(birthDay: details.person.birthDay, at: now) else {
      throw .underAge
    }
    guard !details.consents.isEmpty || details.isOver14 != nil else { return }
    try check(details.consents, realm)
    let agreed = details.consents.filter(\.isAgreed).map(\.kind)
    let isWhole = Terms.current(realm).allSatisfy { !$0.isRequired || agreed.contains($0.kind.rawValue) }
    guard isWhole, details.isOver14 == true else { throw .consentMissing }
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

  private static func state(_ history: [ConsentRow], _ realm: Realm) -> ConsentAnswer {
    var last: [ConsentRow] = []
    for row in history {
      last.removeAll { $0.kind == row.kind }
      last.append(row)
    }
    func isGiven(_ kind: String, _ version: String?) -> Bool {
      last.contains { $0.kind == kind && $0.isAgreed && (version == nil || $0.version == version) }
    }
    var missing = Terms.current(realm).filter { $0.isRequired && !isGiven($0.kind.rawValue, $0.version) }
      .map(\.kind.rawValue)
    if !isGiven(Terms.over14, nil) { missing.append(Terms.over14) }
    let given = last.map { row in
      ConsentAnswer.Given(
        consent: Consent(kind: row.kind, version: row.version, isAgreed: row.isAgreed), at: row.createdAt)
    }
    return ConsentAnswer(given: given, missing: missing)
  }
}
