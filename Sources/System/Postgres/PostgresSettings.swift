import SQL

/// How a database is reached.
public struct PostgresSettings: Equatable, Sendable {
  /// As libpq reads it (`postgres://person@host/name?sslmode=verify-full`, or `host=/run/postgresql dbname=maru`).
  public var url: String
  /// Holds all tables; made where it is missing. nil: as the database has it (`public`).
  public var schema: String?
  /// Whether others may write to it at the same time.
  public var isShared: Bool
  public var durability: Durability

  public init(url: String, schema: String? = nil, isShared: Bool = false, durability: Durability = .full) {
    self.url = url
    self.schema = schema
    self.isShared = isShared
    self.durability = durability
  }

  /// The name of the lock that the one writer holds.
  private static let lock = "pg_advisory_lock(1835102837, hashtext(current_schema()))"

  func preamble(_ role: PostgresSession.Role) -> [String] {
    var statements = [
      "SET statement_timeout = '30s'", "SET lock_timeout = '5s'", "SET standard_conforming_strings = on",
      "SET idle_in_transaction_session_timeout = '60s'",
      "SET synchronous_commit = \(durability == .off ? "off" : "on")",
    ]
    if let schema {
      let name = "\"" + schema.replacing("\"", with: "\"\"") + "\""
      if role == .writes { statements.append("CREATE SCHEMA IF NOT EXISTS \(name)") }
      statements.append("SET search_path = \(name)")
    }
    // As long as the connection lives: a second server is refused, and a lost connection's last transaction has ended
    // when the next one has the lock.
    if role == .writes && !isShared { statements.append("SELECT \(Self.lock)") }
    return statements
  }
}
