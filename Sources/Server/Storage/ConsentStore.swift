import Domain
import SQL
import Wire

/// What a person agreed to, or no longer does, and when.
public struct ConsentRow: Equatable, Sendable {
  public var kind: String
  public var version: String
  public var isAgreed: Bool
  public var createdAt: Timestamp

  public init(kind: String, version: String, isAgreed: Bool, createdAt: Timestamp) {
    self.kind = kind
    self.version = version
    self.isAgreed = isAgreed
    self.createdAt = createdAt
  }
}

/// A history: rows are only added.
public struct ConsentStore {
  let connection: any SQLConnection

  public func insert(_ row: ConsentRow, of person: RowID<Person>) throws(SQLError) {
    try connection.execute(
      "INSERT INTO consents (person_id, kind, version, agreed, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      [
        .id(person), .text(row.kind), .text(row.version), .integer(row.isAgreed ? 1 : 0), .timestamp(row.createdAt),
      ])
  }

  /// The oldest first: the last of a kind counts.
  public func history(of person: RowID<Person>) throws(SQLError) -> [ConsentRow] {
    try connection.all(
      "SELECT kind, version, agreed, created_at FROM consents WHERE person_id = ?1 ORDER BY id", [.id(person)]
    ) { (row) throws(SQLError) in
      ConsentRow(
        kind: try row.text(0), version: try row.text(1), isAgreed: try row.int64(2) != 0,
        createdAt: try row.timestamp(3))
    }
  }
}
