import SQL
import Wire

/// What is left of the tries of one name; see `Accounts.TryLimiter`.
public struct TryRow: Equatable, Sendable {
  public var kind: String
  /// A digest: the name itself is not kept.
  public var name: String
  /// In thousandths of a try.
  public var left: Int64
  public var at: Timestamp

  public init(kind: String, name: String, left: Int64, at: Timestamp) {
    self.kind = kind
    self.name = name
    self.left = left
    self.at = at
  }
}

/// Buckets of tries, so that a restart gives nobody new ones.
public struct TryStore {
  let connection: any SQLConnection

  public func all() throws(SQLError) -> [TryRow] {
    try connection.all("SELECT kind, name, tries_left, counted_at FROM try_buckets") { (row) throws(SQLError) in
      TryRow(kind: try row.text(0), name: try row.text(1), left: try row.int64(2), at: try row.timestamp(3))
    }
  }

  public func put(_ row: TryRow) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO try_buckets (kind, name, tries_left, counted_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (kind, name) DO UPDATE SET tries_left = excluded.tries_left, counted_at = excluded.counted_at
      """, [.text(row.kind), .text(row.name), .integer(row.left), .timestamp(row.at)])
  }

  /// Forgets buckets that nobody has taken from since an instant: they are full again.
  @discardableResult
  public func delete(kind: String, countedBefore instant: Timestamp) throws(SQLError) -> Int {
    try connection.execute(
      "DELETE FROM try_buckets WHERE kind = ?1 AND counted_at < ?2", [.text(kind), .timestamp(instant)])
  }
}
