import Domain
import JSON
import SQL
import Wire

/// Jobs and their leases. Who holds the lease of a job is the only one whose result counts.
public struct JobStore {
  let connection: any SQLConnection

  /// Adds a job in the transaction of what it belongs to: both are there, or neither.
  /// - Parameters:
  ///   - key: where a job of that kind has it already, done or not, nothing is added.
  ///   - person: whom it is about; it goes with them.
  ///   - runAt: not before.
  /// - Returns: nil where the key was used before.
  @discardableResult
  public func add(
    kind: JobKind, key: String? = nil, payload: JSONValue, about person: RowID<Person>? = nil, runAt: Timestamp
  ) throws(SQLError) -> RowID<JobRow>? {
    try connection.first(
      """
      INSERT INTO jobs (kind, job_key, payload, state, due_at, created_at, person_id)
      VALUES (?1, ?2, ?3, 'open', ?4, ?4, ?5) ON CONFLICT (kind, job_key) DO NOTHING RETURNING id
      """,
      [.name(kind), .optional(key), .text(payload.text), .timestamp(runAt), .optional(person?.value)]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  /// Makes the one job of a key due then: adds it, opens it again where it is over, moves it where it waits. One that
  /// runs stays as it is: who runs it says in the end when it is due again.
  public func schedule(kind: JobKind, key: String, payload: JSONValue, runAt: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO jobs (kind, job_key, payload, state, due_at, created_at) VALUES (?1, ?2, ?3, 'open', ?4, ?4)
      ON CONFLICT (kind, job_key) DO UPDATE
      SET state = 'open', payload = ?3, due_at = ?4, attempts = 0, ended_at = NULL, fault = ''
      WHERE jobs.lease IS NULL
      """, [.name(kind), .text(key), .text(payload.text), .timestamp(runAt)])
  }

  public func find(_ id: RowID<JobRow>) throws(SQLError) -> JobRow? {
    try connection.first("SELECT \(JobRow.columns) FROM jobs WHERE id = ?1", [.id(id)]) {
      (row) throws(SQLError) in try JobRow(row)
    }
  }

  /// Whether a job of a kind can be taken.
  public func hasDue(_ kind: JobKind, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM jobs WHERE kind = ?1 AND due_at <= ?2 LIMIT 1", [.name(kind), .timestamp(now)])
    {
      (_) throws(SQLError) in true
    } ?? false
  }

  /// Takes jobs whose time has come, and those whose lease has run out, the longest due first. Two that take at once
  /// never get the same one.
  public func take(
    _ kind: JobKind, limit: Int, lease: String, until end: Timestamp, at now: Timestamp
  ) throws(SQLError) -> [JobRow] {
    let lock = connection.dialect == .postgres ? " FOR UPDATE SKIP LOCKED" : ""
    return try connection.all(
      """
      UPDATE jobs SET lease = ?3, due_at = ?4, attempts = attempts + 1
      WHERE due_at <= ?2 AND id IN (
        SELECT id FROM jobs WHERE kind = ?1 AND due_at <= ?2 ORDER BY due_at, id LIMIT ?5\(lock))
      RETURNING \(JobRow.columns)
      """, [.name(kind), .timestamp(now), .text(lease), .timestamp(end), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in try JobRow(row) }
  }

  /// Extends a lease. false where it is lost: somebody else may run the job, or the operator has ended it.
  public func renew(_ id: RowID<JobRow>, lease: String, until end: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE jobs SET due_at = ?3 WHERE id = ?1 AND lease = ?2 AND state = 'open'",
      [.id(id), .text(lease), .timestamp(end)]) > 0
  }

  /// Ends a job: done, or dead with what was wrong. One that is done leaves its key behind where it has one, no more.
  /// - Returns: false where the lease is lost; nothing was changed.
  public func end(
    _ id: RowID<JobRow>, lease: String, as state: JobRow.State, fault: String = "", at now: Timestamp
  ) throws(SQLError) -> Bool {
    if state == .done,
      try connection.execute(
        "DELETE FROM jobs WHERE id = ?1 AND lease = ?2 AND state = 'open' AND job_key IS NULL",
        [.id(id), .text(lease)]) > 0
    {
      return true
    }
    return try connection.execute(
      """
      UPDATE jobs SET state = ?3, fault = ?4, ended_at = ?5, due_at = NULL, lease = NULL,
        payload = CASE WHEN ?6 = 1 THEN '{}' ELSE payload END
      WHERE id = ?1 AND lease = ?2 AND state = 'open'
      """, [.id(id), .text(lease), .name(state), .text(fault), .timestamp(now), .integer(state == .done ? 1 : 0)]) > 0
  }

  /// Forgets what one that is over was to do.
  public func empty(_ id: RowID<JobRow>) throws(SQLError) {
    try connection.execute("UPDATE jobs SET payload = '{}' WHERE id = ?1 AND state <> 'open'", [.id(id)])
  }

  /// Forgets what all of a kind that are over were to do.
  public func emptyEnded(_ kind: JobKind) throws(SQLError) {
    try connection.execute(
      "UPDATE jobs SET payload = '{}' WHERE kind = ?1 AND ended_at IS NOT NULL AND payload <> '{}'", [.name(kind)])
  }

  /// Gives a job back, to be taken later. false where the lease is lost.
  /// - Parameter isTry: whether it counts as one of the job's tries.
  public func giveBack(
    _ id: RowID<JobRow>, lease: String, fault: String, until due: Timestamp, isTry: Bool = true
  ) throws(SQLError) -> Bool {
    try connection.execute(
      """
      UPDATE jobs SET fault = ?3, due_at = ?4, attempts = attempts - ?5, lease = NULL
      WHERE id = ?1 AND lease = ?2 AND state = 'open'
      """, [.id(id), .text(lease), .text(fault), .timestamp(due), isTry ? 0 : 1]) > 0
  }
}

/// What an operator sees and does, and what happens at a start.
extension JobStore {
  /// The newest first.
  public func list(_ states: [JobRow.State], limit: Int) throws(SQLError) -> [JobRow] {
    let names = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try connection.all(
      "SELECT \(JobRow.columns) FROM jobs WHERE state IN (\(names)) ORDER BY id DESC LIMIT ?1",
      [.integer(Int64(limit))]
    ) { (row) throws(SQLError) in try JobRow(row) }
  }

  public func count(_ state: JobRow.State) throws(SQLError) -> Int64 {
    try connection.first("SELECT COUNT(*) FROM jobs WHERE state = ?1", [.name(state)]) {
      (row) throws(SQLError) in try row.int64(0)
    } ?? 0
  }

  /// Makes a job due now, with all its tries before it; one that waits, is dead or was cancelled. false for others.
  public func retry(_ id: RowID<JobRow>, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      """
      UPDATE jobs SET state = 'open', due_at = ?2, attempts = 0, lease = NULL, ended_at = NULL
      WHERE id = ?1 AND (state IN ('dead', 'cancelled') OR (state = 'open' AND (lease IS NULL OR due_at <= ?2)))
      """, [.id(id), .timestamp(now)]) > 0
  }

  /// Ends a job that is not over. What runs is told at its next renewal, and its result is not kept.
  public func cancel(_ id: RowID<JobRow>, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      """
      UPDATE jobs SET state = 'cancelled', ended_at = ?2, due_at = NULL, lease = NULL
      WHERE id = ?1 AND state = 'open'
      """, [.id(id), .timestamp(now)]) > 0
  }

  /// Ends all leases. Only where no other server can hold one: jobs of a killed process need not wait for its leases.
  public func releaseAll(at now: Timestamp) throws(SQLError) {
    try connection.execute(
      "UPDATE jobs SET due_at = ?1, lease = NULL WHERE due_at > ?1 AND lease IS NOT NULL", [.timestamp(now)])
  }

  /// Forgets what ended before an instant; its keys may be used again. Says how many.
  public func deleteEnded(before instant: Timestamp, limit: Int) throws(SQLError) -> Int {
    try connection.execute(
      """
      DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended_at < ?1 ORDER BY ended_at LIMIT ?2)
      """, [.timestamp(instant), .integer(Int64(limit))])
  }
}
