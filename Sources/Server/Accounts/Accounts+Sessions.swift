import Contract
import Domain
import Storage
import Wire

extension Accounts {
  /// Who an access token speaks for.
  /// - Throws: 401 where it cannot be verified, 419 where it or its session has ended, 403 where the person is gone.
  public func authorize(_ token: String?, app: App) async throws -> Principal {
    guard let claims = token.flatMap(mint.read), claims.use == .access, claims.app == app,
      let session = identifiers.row(claims.session), let person = identifiers.row(claims.person)
    else { throw APIError.accessInvalid }
    let now = clock()
    guard claims.expiresAt > now.seconds, !registry.hasEnded(session) else { throw APIError.accessExpired }
    if !registry.knows(person) {
      guard try await store.read({ try $0.people.find(person) != nil }) else { throw APIError.personGone }
      registry.remember(person)
    }
    if registry.use(claims.generation, of: session) {
      // The answer need not wait: until it is written, the old pair is only treated more kindly.
      Task { [store] in try? await store.write { try $0.sessions.markUsed(claims.generation, of: session, at: now) } }
    }
    return Principal(
      person: person, session: session, app: app, expiresAt: Timestamp(milliseconds: claims.expiresAt * 1_000))
  }

  /// Whether a session has not ended, as far as it was ever one.
  public func isLive(_ session: RowID<SessionRow>) -> Bool { !registry.hasEnded(session) }

  /// The next pair. An old token gets the pair that it was already exchanged for, until `rotationGrace` after that was
  /// first used; later than that somebody else has it, and the session ends.
  /// - Throws: 401 where it cannot be verified, 418 where it or its session has ended, 403 where the person is gone.
  public func refresh(_ token: String, app: App) async throws -> SessionAnswer {
    guard let claims = mint.read(token), claims.use == .refresh, claims.app == app,
      let session = identifiers.row(claims.session)
    else { throw APIError.accessInvalid }
    let now = clock()
    guard claims.expiresAt > now.seconds else { throw APIError.refreshExpired }
    let draft = firstPair(at: now)
    let grace = settings.rotationGrace
    let turn = try await store.write { tables in
      try Self.rotate(claims, session, to: draft, grace: grace, tables, at: now)
    }
    switch turn {
    case .pair(let person, let pair, let isNew):
      if isNew { registry.issued(pair.generation, of: session) }
      return answer(person, app: app, pair)
    case .personGone: throw APIError.personGone
    case .over: throw APIError.refreshExpired
    case .ended:
      ended(session, at: now)
      throw APIError.refreshExpired
    }
  }

  /// Ends the session at once: its access token gets 419 from now on, its refresh token 418.
  public func logout(_ principal: Principal) async throws {
    let now = clock()
    _ = try await store.write { try $0.sessions.end(principal.session, at: now) }
    ended(principal.session, at: now)
  }

  private func ended(_ session: RowID<SessionRow>, at now: Timestamp) {
    registry.end(session, at: now, forgetting: now.adding(milliseconds: -2 * settings.accessLifetime))
    sessionEnded(session)
  }

  private enum Turn: Sendable {
    case pair(PersonRow, GenerationRow, isNew: Bool)
    /// Already over.
    case over
    /// Over from now on.
    case ended
    case personGone
  }

  private static func rotate(
    _ claims: TokenClaims, _ id: RowID<SessionRow>, to draft: GenerationRow, grace: Int64, _ tables: Tables,
    at now: Timestamp
  ) throws -> Turn {
    guard let session = try tables.sessions.find(id), session.endedAt == nil else { return .over }
    guard let person = try tables.people.find(session.personID) else { return .personGone }
    if claims.generation == session.generation {
      try tables.sessions.markUsed(claims.generation, of: id, at: now)
      var next = draft
      next.sessionID = id
      next.generation = session.generation + 1
      next.usedAt = nil
      try tables.sessions.insert(next)
      try tables.sessions.deleteGenerations(
        of: id, below: session.generation, usedBefore: now.adding(milliseconds: -grace))
      return .pair(person, next, isNew: true)
    }
    if claims.generation < session.generation,
      let successor = try tables.sessions.generation(claims.generation + 1, of: id),
      successor.usedAt.map({ now.milliseconds <= $0.milliseconds + grace }) ?? true
    {
      return .pair(person, successor, isNew: false)
    }
    try tables.sessions.end(id, at: now)
    return .ended
  }

  /// The first pair of a session counts as used: nothing came before it.
  func firstPair(at now: Timestamp) -> GenerationRow {
    GenerationRow(
      sessionID: RowID(0), generation: 1, issuedAt: now,
      accessExpiresAt: now.adding(milliseconds: settings.accessLifetime),
      refreshExpiresAt: now.adding(milliseconds: settings.refreshLifetime), usedAt: now)
  }

  static func begin(
    _ first: GenerationRow, person: RowID<Person>, app: App, _ tables: Tables, at now: Timestamp
  ) throws -> GenerationRow {
    var first = first
    first.sessionID = try tables.sessions.insert(personID: person, app: app, at: now)
    try tables.sessions.insert(first)
    return first
  }

  func answer(_ row: PersonRow, app: App, _ pair: GenerationRow) -> SessionAnswer {
    registry.remember(row.id)
    let person = identifiers.person(row)
    var claims = TokenClaims(
      person: person.id, session: identifiers.id(pair.sessionID), generation: pair.generation, use: .access, app: app,
      issuedAt: pair.issuedAt.seconds, expiresAt: pair.accessExpiresAt.seconds)
    let access = mint.mint(claims)
    claims.use = .refresh
    claims.expiresAt = pair.refreshExpiresAt.seconds
    return SessionAnswer(
      person: person, email: row.email, role: row.role, accessToken: access, refreshToken: mint.mint(claims))
  }
}

extension Timestamp {
  /// Whole seconds since 1970, as tokens count.
  var seconds: Int64 { milliseconds / 1_000 }
}
