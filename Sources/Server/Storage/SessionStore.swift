import Domain
import SQL
import Wire

/// One signed-in client, through all of its token pairs.
public struct SessionRow: Equatable, Sendable {
  public var id: RowID<SessionRow>
  public var personID: RowID<Person>
  public var app: App
  /// The newest pair.
  public var generation: Int64
  public var endedAt: Timestamp?
}

/// What the tokens of one pair are minted from.
public struct GenerationRow: Equatable, Sendable {
  public var sessionID: RowID<SessionRow>
  public var generation: Int64
  public var issuedAt: Timestamp
  public var accessExpiresAt: Timestamp
  public var refreshExpiresAt: Timestamp
  /// When one of its tokens first came back.
  public var usedAt: Timestamp?

  public init(
    sessionID: RowID<SessionRow>, generation: Int64, issuedAt: Timestamp, accessExpiresAt: Timestamp,
    refreshExpiresAt: Timestamp, usedAt: Timestamp? = nil
  ) {
    self.sessionID = sessionID
    self.generation = generation
    self.issuedAt = issuedAt
    self.accessExpiresAt = accessExpiresAt
    self.refreshExpiresAt = refreshExpiresAt
    self.usedAt = usedAt
  }
}

public struct SessionStore {
  let connection: any SQLConnection

  private static let generationColumns =
    "session_id, generation, issued_at, access_expires_at, refresh_expires_at, used_at"

  public func insert(personID: RowID<Person>, app: App, at now: Timestamp) throws(SQLError) -> RowID<SessionRow> {
    let id: RowID<SessionRow>? = try connection.first(
      "INSERT INTO sessions (person_id, app, generation, created_at) VALUES (?1, ?2, 0, ?3) RETURNING id",
      [.id(personID), .name(app), .timestamp(now)]
    ) { (row) throws(SQLError) in try row.id(0) }
    guard let id else { throw .mistake("no id for a session") }
    return id
  }

  public func find(_ id: RowID<SessionRow>) throws(SQLError) -> SessionRow? {
    try connection.first("SELECT id, person_id, app, generation, ended_at FROM sessions WHERE id = ?1", [.id(id)]) {
      (row) throws(SQLError) in
      SessionRow(
        id: try row.id(0), personID: try row.id(1), app: try row.name(2, as: App.self),
        generation: try row.int64(3), endedAt: try row.optionalTimestamp(4))
    }
  }

  /// Makes it the newest of its session.
  public func insert(_ row: GenerationRow) throws(SQLError) {
    try connection.execute(
      "INSERT INTO session_generations (\(Self.generationColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [
        .id(row.sessionID), .integer(row.generation), .timestamp(row.issuedAt), .timestamp(row.accessExpiresAt),
        .timestamp(row.refreshExpiresAt), .optional(row.usedAt?.milliseconds),
      ])
    try connection.execute(
      "UPDATE sessions SET generation = ?2 WHERE id = ?1", [.id(row.sessionID), .integer(row.generation)])
  }

  public func generation(_ generation: Int64, of id: RowID<SessionRow>) throws(SQLError) -> GenerationRow? {
    try connection.first(
      "SELECT \(Self.generationColumns) FROM session_generations WHERE session_id = ?1 AND generation = ?2",
      [.id(id), .integer(generation)]
    ) { (row) throws(SQLError) in
      GenerationRow(
        sessionID: try row.id(0), generation: try row.int64(1), issuedAt: try row.timestamp(2),
        accessExpiresAt: try row.timestamp(3), refreshExpiresAt: try row.timestamp(4),
        usedAt: try row.optionalTimestamp(5))
    }
  }

  /// Notes the first use; later ones change nothing.
  public func markUsed(_ generation: Int64, of id: RowID<SessionRow>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      UPDATE session_generations SET used_at = ?3
      WHERE session_id = ?1 AND generation = ?2 AND used_at IS NULL
      """,
      [.id(id), .integer(generation), .timestamp(now)])
  }

  /// Forgets pairs below a generation whose first use lies before an instant: nobody may be answered with them again.
  public func deleteGenerations(
    of id: RowID<SessionRow>, below generation: Int64, usedBefore instant: Timestamp
  ) throws(SQLError) {
    try connection.execute(
      "DELETE FROM session_generations WHERE session_id = ?1 AND generation < ?2 AND used_at < ?3",
      [.id(id), .integer(generation), .timestamp(instant)])
  }

  /// false where it had ended before.
  @discardableResult
  public func end(_ id: RowID<SessionRow>, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE sessions SET ended_at = ?2 WHERE id = ?1 AND ended_at IS NULL", [.id(id), .timestamp(now)]) > 0
  }

  /// Forgets sessions whose last refresh token has run out, and says how many. Walks through all of them: at the start.
  @discardableResult
  public func deleteExpired(at now: Timestamp) throws(SQLError) -> Int {
    try connection.execute(
      """
      DELETE FROM sessions WHERE NOT EXISTS (
        SELECT 1 FROM session_generations g WHERE g.session_id = sessions.id AND g.refresh_expires_at >= ?1)
      """, [.timestamp(now)])
  }

  public func ended(since instant: Timestamp) throws(SQLError) -> [RowID<SessionRow>] {
    try connection.all("SELECT id FROM sessions WHERE ended_at >= ?1", [.timestamp(instant)]) {
      (row) throws(SQLError) in try row.id(0)
    }
  }

  /// Newest pairs that nobody has used yet.
  public func unusedGenerations() throws(SQLError) -> [(session: RowID<SessionRow>, generation: Int64)] {
    try connection.all("SELECT session_id, generation FROM session_generations WHERE used_at IS NULL") {
      (row) throws(SQLError) in (try row.id(0), try row.int64(1))
    }
  }
}
