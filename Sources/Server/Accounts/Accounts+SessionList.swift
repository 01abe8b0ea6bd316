import Contract
import Domain
import Storage
import Wire

extension Accounts {
  /// A person's sessions whose refresh token still counts, the one used last first.
  public func sessions(of person: RowID<Person>) async throws -> [SessionRow] {
    let now = clock()
    var rows = try await store.read { try $0.sessions.live(of: person, at: now) }
    for index in rows.indices {
      guard let used = registry.lastUse(of: rows[index].id), used > rows[index].lastUsedAt else { continue }
      rows[index].lastUsedAt = used
    }
    return rows
  }

  /// Ends one of the caller's sessions.
  /// - Throws: 404 where the caller has no such session, or no more.
  public func endSession(_ id: ID<SessionRow>, by caller: Principal, address: String = "") async throws {
    guard let session = identifiers.row(id) else { throw APIError.notFound }
    let now = clock()
    let reason: SessionEnd = session == caller.session ? .signedOut : .remote
    try await store.write { tables in
      guard let row = try tables.sessions.find(session), row.personID == caller.person, row.endedAt == nil else {
        throw APIError.notFound
      }
      try Self.end(session, of: caller.person, reason, address, in: tables, at: now)
    }
    ended(session, reason, at: now)
  }

  /// Ends the sessions of a person: all, or all others.
  /// - Returns: how many ended.
  @discardableResult
  public func endSessions(
    of person: RowID<Person>, except kept: RowID<SessionRow>? = nil, _ reason: SessionEnd, address: String = ""
  ) async throws -> Int {
    let now = clock()
    let over = try await store.write { tables in
      try Self.endSessions(of: person, except: kept, reason, address: address, in: tables, at: now)
    }
    sessionsEnded(over)
    return over.count
  }

  /// The same inside a transaction of the caller, who tells `sessionsEnded` after the commit.
  public static func endSessions(
    of person: RowID<Person>, except kept: RowID<SessionRow>? = nil, _ reason: SessionEnd, address: String = "",
    in tables: Tables, at now: Timestamp
  ) throws -> [EndedSession] {
    // Those that have run out as well: their access tokens may live longer.
    let open = try tables.sessions.open(of: person).filter { $0 != kept }
    for id in open { try end(id, of: person, reason, address, in: tables, at: now) }
    return open.map { EndedSession(session: $0, reason: reason) }
  }

  /// Every end of a session goes through here: what depends on it ends with it, and the record tells.
  static func end(
    _ session: RowID<SessionRow>, of person: RowID<Person>, _ reason: SessionEnd, _ address: String,
    in tables: Tables, at now: Timestamp
  ) throws {
    guard try tables.sessions.end(session, reason, at: now) else { return }
    let kind: AuditKind =
      switch reason {
      case .signedOut: .signedOut
      case .reused: .refreshReused
      case .remote, .crowdedOut, .credentialsChanged, .personGone, .byOperator: .sessionEnded
      }
    let actor: AuditActor = reason == .byOperator ? .operating : reason == .reused ? .server : .person
    try tables.audit.record(
      AuditEntry(
        person: person, session: session, actor: actor, kind: kind, detail: reason.rawValue, address: address, at: now))
  }

  /// Sessions that ended in a transaction of the caller: from now on nobody is answered for them.
  public func sessionsEnded(_ over: [EndedSession]) {
    let now = clock()
    for one in over { ended(one.session, one.reason, at: now) }
  }

  /// The id of a session on the wire.
  public func sessionID(_ row: RowID<SessionRow>) -> ID<SessionRow> { identifiers.id(row) }
}
