import Foundation
import SQL
import SQLite
import Testing

struct CarryOverTests {
  /// Somebody who writes without a pause leaves the upkeep no moment in which all is carried over.
  @Test func theLogBeginsAnewUnderLoad() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("t.db")
    let database = try Database(.file(path), durability: .off)
    try await database.write { try $0.run(script: "CREATE TABLE t (id INTEGER PRIMARY KEY, x BLOB)") }
    let text = String(repeating: "a", count: 400_000)
    for number in 0..<300 {
      _ = try await database.write { connection in
        try connection.execute(
          "INSERT INTO t (id, x) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET x = ?2",
          [SQLValue.integer(Int64(number % 20)), SQLValue.text(text)])
      }
    }
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber)
    // 30,000 pages were written; 16,000 stay at most, and some of what was under way.
    #expect(size.intValue < 17_000 * 4_120)
    let count = try await database.read { connection in
      try connection.first("SELECT COUNT(*) FROM t WHERE LENGTH(x) = 400000") { (row) throws(SQLError) in
        try row.int64(0)
      }
    }
    #expect(count == 20)
    database.close()
  }
}
