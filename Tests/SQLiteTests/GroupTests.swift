import SQL
import SQLite
import Synchronization
import Testing

private struct Refused: Error, Equatable {}

private final class Runs: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func add() { value.withLock { $0 += 1 } }
}

/// What one piece of a group does to the others.
struct GroupTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    try connection.run(script: "CREATE TABLE t (name TEXT NOT NULL UNIQUE)")
  }

  private func insert(_ name: String, refused: Bool = false, _ runs: Runs) -> SQLSession.Body {
    { connection in
      runs.add()
      try connection.execute("INSERT INTO t VALUES (?1)", [.text(name)])
      if refused { throw Refused() }
    }
  }

  private func names() throws -> [String] {
    try connection.all("SELECT name FROM t ORDER BY name") { (row) throws(SQLError) in try row.text(0) }
  }

  @Test func aRefusalBeforeAnythingIsWrittenCostsTheOthersNothing() throws {
    let runs = Runs()
    let errors = try connection.transact([
      insert("a", runs), { _ in throw Refused() },
      { connection in
        _ = try connection.first("SELECT 1 FROM t") { (_) throws(SQLError) in 1 }
        throw Refused()
      }, insert("b", runs),
    ])
    #expect(errors.map { $0 is Refused } == [false, true, true, false])
    #expect(try names() == ["a", "b"])
    #expect(runs.count == 2)
  }

  @Test func whatFailsHalfwayIsTakenBackAndTheOthersAreNot() throws {
    let runs = Runs()
    let errors = try connection.transact([
      insert("a", runs), insert("b", refused: true, runs), insert("a", runs), insert("c", runs),
      { connection in
        try connection.run(script: "INSERT INTO t VALUES ('d')")
        throw Refused()
      },
    ])
    #expect(errors[0] == nil && errors[3] == nil)
    #expect(errors[1] is Refused && errors[4] is Refused)
    #expect(errors[2] as? SQLError == .unique("t.name"))
    #expect(try names() == ["a", "c"])
  }

  @Test func aloneItRunsOnce() throws {
    let runs = Runs()
    let errors = try connection.transact([insert("a", refused: true, runs)])
    #expect(errors.count == 1 && errors[0] is Refused)
    #expect(try names() == [])
    #expect(runs.count == 1)
    #expect(connection.isAutocommit)
  }

  @Test func aNewKeyIsGivenAndNoneForAConflict() throws {
    try connection.run(script: "CREATE TABLE k (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)")
    let sql = "INSERT INTO k (name) VALUES (?1) ON CONFLICT DO NOTHING"
    #expect(try connection.insert(sql, ["a"]) == 1)
    #expect(try connection.insert(sql, ["a"]) == nil)
    #expect(try #require(try connection.insert(sql, ["b"])) > 1)
  }
}
