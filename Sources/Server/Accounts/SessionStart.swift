import Contract
import Domain
import Storage
import Wire

/// The one way in: every sign-in, whatever it proves, begins its session with this.
///
/// Whoever has more to write in the same transaction takes `start`, calls `begin` inside it, and `finish` after the
/// commit; everybody else calls `Accounts.begin`.
public struct SessionStart: Sendable {
  let app: App
  let device: SessionDevice
  let first: GenerationRow
  let limit: Int
  let now: Timestamp
  let caller: Caller

  /// - Throws: 401 where the person's role belongs to the other app of the realm.
  public func begin(for person: PersonRow, in tables: Tables) throws -> StartedSession {
    guard person.realm == app.realm, person.role == app.role else { throw APIError.wrongApp(app) }
    var pair = first
    pair.sessionID = try tables.sessions.insert(personID: person.id, app: app, device: device, at: now)
    try tables.sessions.insert(pair)
    try tables.audit.record(
      AuditEntry(
        person: person.id, session: pair.sessionID, kind: .signedIn, detail: device.name, address: caller.address,
        at: now))
    // The newest stay; it has just been used, so it is among them.
    let crowd = try tables.sessions.live(of: person.id, at: now).filter { $0.id != pair.sessionID }
    let out = crowd.dropFirst(max(0, limit - 1)).map(\.id)
    for id in out { try Accounts.end(id, of: person.id, .crowdedOut, caller.address, in: tables, at: now) }
    return StartedSession(person: person, app: app, pair: pair, crowdedOut: out)
  }
}

/// A session that is in the tables, and not answered yet.
public struct StartedSession: Sendable {
  public let person: PersonRow
  let app: App
  let pair: GenerationRow
  let crowdedOut: [RowID<SessionRow>]

  public var session: RowID<SessionRow> { pair.sessionID }
}

/// A session that is over, told once to whoever must let go of it.
public struct EndedSession: Hashable, Sendable {
  public let session: RowID<SessionRow>
  public let reason: SessionEnd

  public init(session: RowID<SessionRow>, reason: SessionEnd) {
    self.session = session
    self.reason = reason
  }
}

extension Accounts {
  /// To be used at once: its times are those of now.
  public func start(app: App, device: SessionDevice, from caller: Caller = Caller()) -> SessionStart {
    let now = clock()
    return SessionStart(
      app: app, device: device, first: firstPair(at: now), limit: settings.sessionsPerPerson, now: now,
      caller: caller)
  }

  /// After the commit: lets go of those whose place was taken, and mints the tokens.
  public func finish(_ started: StartedSession) -> SessionAnswer {
    let now = clock()
    for id in started.crowdedOut { ended(id, .crowdedOut, at: now) }
    _ = registry.touch(started.session, at: now)
    return answer(started.person, app: started.app, started.pair)
  }

  /// Signs a person in, whose proof the caller has seen.
  /// - Throws: 403 where there is no such person, 401 where they belong to another app.
  public func begin(
    _ person: RowID<Person>, app: App, device: SessionDevice, from caller: Caller = Caller()
  ) async throws -> SessionAnswer {
    let start = start(app: app, device: device, from: caller)
    let started = try await store.write { tables in
      guard let row = try tables.people.find(person) else { throw APIError.personGone }
      return try start.begin(for: row, in: tables)
    }
    return finish(started)
  }

  /// The first pair of a session counts as used: nothing came before it.
  private func firstPair(at now: Timestamp) -> GenerationRow {
    var pair = draft(at: now)
    pair.usedAt = now
    return pair
  }

  /// What the tokens of a pair that is made now say.
  func draft(at now: Timestamp) -> GenerationRow {
    GenerationRow(
      sessionID: RowID(0), generation: 1, issuedAt: now,
      accessExpiresAt: now.adding(milliseconds: settings.accessLifetime),
      refreshExpiresAt: now.adding(milliseconds: settings.refreshLifetime))
  }
}
