import Domain
import SQL
import Wire

/// Sessions and their token pairs.
public struct SessionStore {
  let connection: any SQLConnection

  private static let generationColumns =
    "session_id, generation, issued_at, access_expires_at, refresh_expires_at, used_at"

  public func insert(
    personID: RowID<Person>, app: App, device: SessionDevice = SessionDevice(), at now: Timestamp
  ) throws(SQLError) -> RowID<SessionRow> {
    let id: RowID<SessionRow>? = try connection.first(
      """
      INSERT INTO sessions (person_id, app, generation, device_name, platform, created_at, last_used_at)
      VALUES (?1, ?2, 0, ?3, ?4, ?5, ?5) RETURNING id
      """,
      [.id(personID), .name(app), .text(device.name), .text(device.platform), .timestamp(now)]
    ) { (row) throws(SQLError) in try row.id(0) }
    guard let id else { throw .mistake("no id for a session") }
    return id
  }

  public func find(_ id: RowID<SessionRow>) throws(SQLError) -> SessionRow? {
    try connection.first("SELECT \(Self.columns) FROM sessions s WHERE s.id = ?1", [.id(id)]) {
      (row) throws(SQLError) in try SessionRow(row)
    }
  }

  /// Those of a person whose newest refresh token still counts, the one used last first.
  public func live(of person: RowID<Person>, at now: Timestamp) throws(SQLError) -> [SessionRow] {
    try connection.all(
      """
      SELECT \(Self.columns) FROM sessions s
      JOIN session_generations g ON g.session_id = s.id AND g.generation = s.generation
      WHERE s.person_id = ?1 AND s.ended_at IS NULL AND g.refresh_expires_at > ?2
      ORDER BY s.last_used_at DESC, s.id DESC
      """, [.id(person), .timestamp(now)]
    ) { (row) throws(SQLError) in try SessionRow(row) }
  }

  /// Those of a person that have not ended, also where no token is left.
  public func open(of person: RowID<Person>) throws(SQLError) -> [RowID<SessionRow>] {
    try connection.all("SELECT id FROM sessions WHERE person_id = ?1 AND ended_at IS NULL", [.id(person)]) {
      (row) throws(SQLError) in try row.id(0)
    }
  }

  /// Notes when a session was last used; never an earlier time than is known.
  public func noteUse(of id: RowID<SessionRow>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      "UPDATE sessions SET last_used_at = ?2 WHERE id = ?1 AND last_used_at < ?2", [.id(id), .timestamp(now)])
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

  /// Writes down how long the access token of a pair counts.
  public func extendAccess(_ row: GenerationRow) throws(SQLError) {
    try connection.execute(
      "UPDATE session_generations SET access_expires_at = ?3 WHERE session_id = ?1 AND generation = ?2",
      [.id(row.sessionID), .integer(row.generation), .timestamp(row.accessExpiresAt)])
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
  public func end(
    _ id: RowID<SessionRow>, _ reason: SessionEnd = .signedOut, at now: Timestamp
  ) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE sessions SET ended_at = ?2, end_reason = ?3 WHERE id = ?1 AND ended_at IS NULL",
      [.id(id), .timestamp(now), .name(reason)]) > 0
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

  /// Whoever has a session that has not ended, also one that has run out.
  public func peopleWithOpen() throws(SQLError) -> [RowID<Person>] {
    try connection.all("SELECT DISTINCT person_id FROM sessions WHERE ended_at IS NULL ORDER BY person_id") {
      (row) throws(SQLError) in try row.id(0)
    }
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

  /// When the last refresh token of all runs out; nil where there is none.
  public func lastExpiry() throws(SQLError) -> Timestamp? {
    try connection.first("SELECT MAX(refresh_expires_at) FROM session_generations") { (row) throws(SQLError) in
      try row.optionalTimestamp(0)
    } ?? nil
  }
}

extension SessionStore {
  private static let columns =
    "s.id, s.person_id, s.app, s.generation, s.device_name, s.platform, s.created_at, s.last_used_at, s.ended_at, "
    + "s.end_reason"
}

extension SessionRow {
  fileprivate init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    personID = try row.id(1)
    app = try row.name(2, as: App.self)
    generation = try row.int64(3)
    device = SessionDevice(name: try row.text(4), platform: try row.text(5))
    createdAt = try row.timestamp(6)
    lastUsedAt = try row.timestamp(7)
    endedAt = try row.optionalTimestamp(8)
    end = SessionEnd(rawValue: try row.text(9))
  }
}
