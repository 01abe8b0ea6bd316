import Contract
import Domain
import Storage
import Tokens
import Wire

extension Accounts {
  /// Who an access token speaks for.
  /// - Parameter owing: whether what is asked for is open to somebody who has not agreed to anything yet.
  /// - Throws: 401 where it cannot be verified, 419 where it or its session has ended, 403 where the person is gone,
  ///   445 where they must agree to the terms first.
  public func authorize(_ token: String?, app: App, owing: Bool = false) async throws -> Principal {
    guard let claims = token.flatMap(mint.read), claims.use == .access, claims.app == app,
      let session = identifiers.row(ID<SessionRow>(claims.session)), let person = identifiers.row(claims.person)
    else { throw APIError.accessInvalid }
    let now = clock()
    guard claims.expiresAt > now.seconds, !registry.hasEnded(session) else { throw APIError.accessExpired }
    if !registry.knows(person) {
      guard try await store.read({ try $0.people.find(person) != nil }) else { throw APIError.personGone }
      registry.remember(person)
    }
    if !owing, registry.owesConsent(person) { try await checkOwesNothing(person) }
    note(claims.generation, of: session, at: now)
    return Principal(
      person: person, session: session, app: app, expiresAt: Timestamp(milliseconds: claims.expiresAt * 1_000))
  }

  /// They may have agreed elsewhere since this was last known.
  private func checkOwesNothing(_ person: RowID<Person>) async throws {
    guard try await !store.read({ try $0.people.owesConsent(person) }) else { throw APIError.consentOwed }
    registry.setOwesConsent(false, person)
  }

  /// Writes down what the session list and the rotation need; the answer need not wait. Until it is written, the old
  /// pair is only treated more kindly.
  private func note(_ generation: Int64, of session: RowID<SessionRow>, at now: Timestamp) {
    let isFirst = registry.use(generation, of: session)
    guard registry.touch(session, at: now) || isFirst else { return }
    later { [store] in
      try? await store.write { tables in
        if isFirst { try tables.sessions.markUsed(generation, of: session, at: now) }
        try tables.sessions.noteUse(of: session, at: now)
      }
    }
  }

  /// Whether a session has not ended, as far as it was ever one.
  public func isLive(_ session: RowID<SessionRow>) -> Bool { !registry.hasEnded(session) }

  /// The next pair. An old token gets the pair that it was already exchanged for, until `rotationGrace` after that was
  /// first used; later than that somebody else has it, and the session ends.
  /// - Throws: 401 where it cannot be verified, 418 where it or its session has ended, 403 where the person is gone.
  public func refresh(_ token: String, app: App, address: String = "") async throws -> SessionAnswer {
    guard let claims = mint.read(token), claims.use == .refresh, claims.app == app,
      let session = identifiers.row(ID<SessionRow>(claims.session))
    else { throw APIError.accessInvalid }
    let now = clock()
    guard claims.expiresAt > now.seconds else { throw APIError.refreshExpired }
    let draft = draft(at: now)
    let (grace, lifetime) = (settings.rotationGrace, settings.accessLifetime)
    let turn = try await store.write { tables in
      try Self.rotate(claims, session, to: draft, grace: grace, lifetime: lifetime, address, tables, at: now)
    }
    switch turn {
    case .pair(let person, let pair, let isNew):
      if isNew { registry.issued(pair.generation, of: session) }
      _ = registry.touch(session, at: now)
      return answer(person, app: app, pair)
    case .personGone: throw APIError.personGone
    case .over(let end): throw end?.isWished ?? false ? APIError.sessionEnded : APIError.refreshExpired
    case .ended:
      ended(session, .reused, at: now)
      throw APIError.refreshExpired
    }
  }

  /// Ends the session at once: its access token gets 419 from now on, its refresh token 418.
  public func logout(_ principal: Principal, address: String = "") async throws {
    let now = clock()
    try await store.write { tables in
      try Self.end(principal.session, of: principal.person, .signedOut, address, in: tables, at: now)
    }
    ended(principal.session, .signedOut, at: now)
  }

  func ended(_ session: RowID<SessionRow>, _ reason: SessionEnd, at now: Timestamp) {
    registry.end(session, at: now, forgetting: now.adding(milliseconds: -2 * settings.accessLifetime))
    sessionEnded(EndedSession(session: session, reason: reason))
  }

  private enum Turn: Sendable {
    case pair(PersonRow, GenerationRow, isNew: Bool)
    /// Already over, and why.
    case over(SessionEnd?)
    /// Over from now on.
    case ended
    case personGone
  }

  private static func rotate(
    _ claims: TokenClaims, _ id: RowID<SessionRow>, to draft: GenerationRow, grace: Int64, lifetime: Int64,
    _ address: String,
    _ tables: Tables, at now: Timestamp
  ) throws -> Turn {
    guard let session = try tables.sessions.find(id) else { return .over(nil) }
    guard session.endedAt == nil else { return .over(session.end) }
    guard let person = try tables.people.find(session.personID) else { return .personGone }
    if claims.generation == session.generation {
      try tables.sessions.markUsed(claims.generation, of: id, at: now)
      var next = draft
      next.sessionID = id
      next.generation = session.generation + 1
      try tables.sessions.insert(next)
      try tables.sessions.noteUse(of: id, at: now)
      try tables.sessions.deleteGenerations(
        of: id, below: session.generation, usedBefore: now.adding(milliseconds: -grace))
      return .pair(person, next, isNew: true)
    }
    if claims.generation < session.generation,
      var successor = try tables.sessions.generation(claims.generation + 1, of: id),
      successor.usedAt.map({ now.milliseconds <= $0.milliseconds + grace }) ?? true
    {
      if successor.accessExpiresAt <= now {
        // The answer was lost, and what it brought has run out meanwhile.
        successor.accessExpiresAt = now.adding(milliseconds: lifetime)
        try tables.sessions.extendAccess(successor)
      }
      return .pair(person, successor, isNew: false)
    }
    try end(id, of: person.id, .reused, address, in: tables, at: now)
    return .ended
  }

  func answer(_ row: PersonRow, app: App, _ pair: GenerationRow) -> SessionAnswer {
    registry.remember(row.id)
    let person = identifiers.person(row)
    var claims = TokenClaims(
      person: person.id, session: identifiers.id(pair.sessionID).text, generation: pair.generation, use: .access,
      app: app,
      issuedAt: pair.issuedAt.seconds, expiresAt: pair.accessExpiresAt.seconds)
    // One that was extended is younger than its pair.
    claims.issuedAt = max(claims.issuedAt, pair.accessExpiresAt.adding(milliseconds: -settings.accessLifetime).seconds)
    let access = mint.mint(claims)
    claims.use = .refresh
    claims.issuedAt = pair.issuedAt.seconds
    claims.expiresAt = pair.refreshExpiresAt.seconds
    var answer = SessionAnswer(
      person: person, email: row.email, role: row.role, accessToken: access, refreshToken: mint.mint(claims))
    answer.owesConsent = registry.owesConsent(row.id)
    return answer
  }
}

extension SessionEnd {
  /// Whether somebody wanted this device to be out, who may not hold it: what it has kept of consults should go.
  var isWished: Bool {
    switch self {
    case .remote, .credentialsChanged, .personGone, .byOperator: true
    // The device has seen to it itself, it is one of too many, or the wrong one of two holds it.
    case .signedOut, .crowdedOut, .reused: false
    }
  }
}

extension Timestamp {
  /// Whole seconds since 1970, as tokens count.
  var seconds: Int64 { milliseconds / 1_000 }
}
