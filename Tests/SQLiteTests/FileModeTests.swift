import Foundation
import SQL
import SQLite
import Testing

struct FileModeTests {
  private func mode(_ path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func aDatabaseIsItsOwnersAlone() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("t.db")
    let database = try Database(.file(path))
    try await database.write { try $0.run(script: "CREATE TABLE t (a)") }
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }
  }

  @Test func oneThatEverybodyCouldReadIsClosedToThem() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("t.db")
    let old = try Database(.file(path))
    try await old.write { try $0.run(script: "CREATE TABLE t (a)") }
    for suffix in ["", "-wal", "-shm"] { #expect(chmod(path + suffix, 0o644) == 0) }
    let database = try Database(.file(path))
    _ = try await database.read { _ in true }
    for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }
    _ = old
  }
}

struct StatementCacheTests {
  @Test func theLeastRecentlyUsedIsGivenUp() {
    var cache = StatementCache<String, Int>(limit: 2)
    #expect(cache.insert(1, for: "a") == nil)
    #expect(cache.insert(2, for: "b") == nil)
    #expect(cache.find("a") == 1)
    #expect(cache.insert(3, for: "c") == 2)
    #expect(cache.find("b") == nil)
    #expect(cache.count == 2)
  }

  @Test func whatIsBusyStays() {
    var cache = StatementCache<String, Int>(limit: 1)
    #expect(cache.insert(1, for: "a") == nil)
    #expect(cache.insert(2, for: "b", isBusy: { $0 == 1 }) == nil)
    #expect(cache.count == 2)
    #expect(cache.find("a") == 1)
  }

  @Test func moreStatementsThanAreKeptGoOn() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    for round in 0..<2 {
      for number in 0..<300 {
        let sum = try connection.first("SELECT \(number) + ?1", [.integer(Int64(round))]) { (row) throws(SQLError) in
          try row.int64(0)
        }
        #expect(sum == Int64(number + round))
      }
    }
  }
}

struct InlineDatabaseTests {
  @Test func everythingRunsWhereItIsAskedFor() async throws {
    let folder = try TemporaryFolder()
    let database = try Database(.file(folder.path("t.db")), readers: 0)
    try await database.write { try $0.run(script: "CREATE TABLE t (a)") }
    _ = try await database.write { try $0.execute("INSERT INTO t VALUES (1)") }
    let count = try await database.read { connection in
      try connection.first("SELECT COUNT(*) FROM t") { (row) throws(SQLError) in try row.int64(0) }
    }
    #expect(count == 1)
    #expect(database.commitCount == 2)
    await #expect(throws: SQLError.self) { try await database.write { try $0.execute("INSERT INTO u VALUES (1)") } }
    database.close()
    await #expect(throws: SQLError.closed) { try await database.write { _ in } }
  }
}
