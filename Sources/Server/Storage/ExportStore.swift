import Domain
import SQL
import Wire

/// A person's data in one archive, sealed on the disk under `name`.
public struct ExportRow: Equatable, Sendable {
  public enum State: String, Sendable { case preparing, ready, failed }

  public var name: String
  public var person: RowID<Person>
  public var state: State
  /// 0 until it is ready.
  public var size: Int64
  /// Wrapped.
  public var key: String
  public var createdAt: Timestamp
  public var expiresAt: Timestamp

  public init(
    name: String, person: RowID<Person>, state: State, size: Int64 = 0, key: String, createdAt: Timestamp,
    expiresAt: Timestamp
  ) {
    self.name = name
    self.person = person
    self.state = state
    self.size = size
    self.key = key
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

public struct ExportStore {
  let connection: any SQLConnection

  private static let columns = "e.name, e.person_id, e.state, e.byte_count, e.file_key, e.created_at, e.expires_at"

  public func insert(_ export: ExportRow) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO exports (name, person_id, state, byte_count, file_key, created_at, expires_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .text(export.name), .id(export.person), .name(export.state), .integer(export.size), .text(export.key),
        .timestamp(export.createdAt), .timestamp(export.expiresAt),
      ])
  }

  public func find(_ name: String) throws(SQLError) -> ExportRow? {
    try all("WHERE e.name = ?1", [.text(name)]).first
  }

  public func newest(of person: RowID<Person>) throws(SQLError) -> ExportRow? {
    try all("WHERE e.person_id = ?1 ORDER BY e.id DESC LIMIT 1", [.id(person)]).first
  }

  /// false where it has gone since.
  @discardableResult
  public func finish(_ name: String, as state: ExportRow.State, size: Int64) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE exports SET state = ?2, byte_count = ?3 WHERE name = ?1",
      [.text(name), .name(state), .integer(size)]) == 1
  }

  /// Removes all of a person, and says which.
  public func delete(of person: RowID<Person>) throws(SQLError) -> [ExportRow] {
    let rows = try all("WHERE e.person_id = ?1", [.id(person)])
    for row in rows { try delete(row) }
    return rows
  }

  public func deleteExpired(at now: Timestamp, limit: Int) throws(SQLError) -> [ExportRow] {
    let rows = try all(
      "WHERE e.expires_at <= ?1 ORDER BY e.expires_at LIMIT ?2", [.timestamp(now), .integer(Int64(limit))])
    for row in rows { try delete(row) }
    return rows
  }

  private func delete(_ row: ExportRow) throws(SQLError) {
    try connection.execute("DELETE FROM exports WHERE name = ?1", [.text(row.name)])
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [ExportRow] {
    try connection.all("SELECT \(Self.columns) FROM exports e \(condition)", values) { (row) throws(SQLError) in
      ExportRow(
        name: try row.text(0), person: try row.id(1), state: try row.name(2, as: ExportRow.State.self),
        size: try row.int64(3), key: try row.text(4), createdAt: try row.timestamp(5),
        expiresAt: try row.timestamp(6))
    }
  }
}
