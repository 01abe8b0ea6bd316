import Foundation
import PowerLoss
import SQL
import SQLite
import Testing

/// Pages of a commit go into the log in one write where each commit is synced.
struct LogFileTests {
  private let disk = PowerLossDisk(seed: 1)

  private func open(_ durability: Durability = .full) async throws -> Database {
    let database = try Database(.fileSystem(disk.name), durability: durability, readers: 0)
    try await database.write { try $0.run(script: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)") }
    return database
  }

  /// Rows of about a page each.
  private func fill(_ database: Database, _ keys: ClosedRange<Int64>) async throws {
    let text = String(repeating: "눈", count: 1_200)
    try await database.write { connection in
      for key in keys { try connection.execute("INSERT INTO t VALUES (?1, ?2)", [.integer(key), .text(text)]) }
    }
  }

  private func count(_ database: Database) async throws -> Int64? {
    try await database.read { connection in
      try connection.first("SELECT COUNT(*) FROM t WHERE LENGTH(b) = 1200") { (row) throws(SQLError) in
        try row.int64(0)
      }
    }
  }

  @Test func aCommitIsOneWriteAndOneSync() async throws {
    let database = try await open()
    try await fill(database, 1...1)
    let before = disk.operationCount
    try await fill(database, 2...10)
    #expect(disk.operationCount - before == 2)
    database.close()
  }

  /// There a commit is synced before its last bytes are written.
  @Test func nothingIsHeldBackWhereATornWriteHarmsWhatIsBesideIt() async throws {
    let fragile = PowerLossDisk(seed: 1, sectors: .fragile)
    let database = try Database(.fileSystem(fragile.name), durability: .full, readers: 1)
    try await database.write { try $0.run(script: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)") }
    for key: Int64 in 1...20 { try await fill(database, key...key) }
    #expect(try await count(database) == 20)
    database.close()
  }

  /// SQLite's own file system takes less than 128 KiB at once.
  @Test func aCommitOfAnyLengthReachesAFile() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "log-file-\(UUID())").path()
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
    let database = try Database(.file(path), durability: .full, readers: 1)
    try await database.write { try $0.run(script: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)") }
    var next: Int64 = 1
    for length: Int64 in 1...70 {
      try await fill(database, next...(next + length - 1))
      next += length
    }
    #expect(try await count(database) == next - 1)
    database.close()
  }

  @Test func withoutSyncsEachPageIsWrittenAtOnce() async throws {
    let database = try await open(.normal)
    try await fill(database, 1...1)
    let before = disk.operationCount
    try await fill(database, 2...20)
    #expect(disk.operationCount - before > 19)
    database.close()
  }

  /// More than is held back, and more than SQLite's cache takes.
  @Test func aLongTransactionIsReadBackFromTheMiddleOfIt() async throws {
    let database = try await open()
    let text = String(repeating: "눈", count: 1_200)
    let sum = try await database.write { connection in
      try connection.run(script: "PRAGMA cache_size = 10")
      for key: Int64 in 1...300 {
        try connection.execute("INSERT INTO t VALUES (?1, ?2)", [.integer(key), .text(text)])
      }
      try connection.execute("UPDATE t SET b = b WHERE a % 3 = 0")
      return try connection.first("SELECT SUM(a) FROM t WHERE LENGTH(b) = 1200") { (row) throws(SQLError) in
        try row.int64(0)
      }
    }
    #expect(sum == 45_150)
    #expect(try await count(database) == 300)
    database.close()
    disk.restore()
    let again = try Database(.fileSystem(disk.name), durability: .full, readers: 0)
    #expect(try await count(again) == 300)
    again.close()
  }

  @Test func whatIsTakenBackLeavesNothing() async throws {
    struct Refused: Error {}
    let database = try await open()
    try await fill(database, 1...1)
    let text = String(repeating: "눈", count: 1_200)
    await #expect(throws: Refused.self) {
      try await database.write { connection in
        try connection.run(script: "PRAGMA cache_size = 10")
        for key: Int64 in 2...100 {
          try connection.execute("INSERT INTO t VALUES (?1, ?2)", [.integer(key), .text(text)])
        }
        throw Refused()
      }
    }
    try await fill(database, 2...3)
    #expect(try await count(database) == 3)
    database.close()
    disk.restore()
    let again = try Database(.fileSystem(disk.name), durability: .full, readers: 0)
    #expect(try await count(again) == 3)
    again.close()
  }

  /// The power goes with the write of the whole commit: it counts as not acknowledged, and nothing before it is lost.
  @Test func aCommitThatIsCutIsAnError() async throws {
    let database = try await open()
    try await fill(database, 1...5)
    disk.cut(after: 1)
    await #expect(throws: SQLError.self) { try await fill(database, 6...20) }
    database.close()
    disk.restore()
    let again = try Database(.fileSystem(disk.name), durability: .full, readers: 0)
    let left = try await count(again)
    #expect(left == 5 || left == 20)
    again.close()
  }
}
