import Foundation
import Postgres
import SQL
import Testing

let serverURL = ProcessInfo.processInfo.environment["MARU_TEST_POSTGRES"]

/// Settings for a schema of the test's own, with a table `t`.
func freshSchema(through url: String? = nil) throws -> PostgresSettings {
  let name = "test \"" + UUID().uuidString
  return PostgresSettings(url: try #require(url ?? serverURL), schema: name, durability: .full)
}

func makeTable(_ database: Database) async throws {
  try await database.write {
    try $0.run(script: "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE)")
  }
}

@Sendable func names(_ connection: any SQLConnection) throws -> [String] {
  try connection.all("SELECT name FROM t ORDER BY id") { (row) throws(SQLError) in try row.text(0) }
}

@Sendable func insert(_ name: String) -> @Sendable (any SQLConnection) throws -> Void {
  { try $0.execute("INSERT INTO t (name) VALUES (?1)", [.text(name)]) }
}

/// The number of the server process behind a connection.
@Sendable func backend(_ connection: any SQLConnection) throws -> Int64 {
  try connection.first("SELECT pg_backend_pid()") { (row) throws(SQLError) in try row.int64(0) } ?? 0
}

struct Refused: Error, Equatable {}
