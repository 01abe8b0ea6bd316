import Foundation
import SQL
import SQLite
import Synchronization
import Testing

private struct Refused: Error, Equatable {}

private final class Record: Sendable {
  let ids = Mutex<[Int64]>([])
}

private func names(_ connection: any SQLConnection) throws -> [String] {
  try connection.all("SELECT name FROM t ORDER BY id") { (row) throws(SQLError) in try row.text(0) }
}

@Sendable private func insert(_ name: String) -> @Sendable (any SQLConnection) throws -> Void {
  { try $0.execute("INSERT INTO t (name) VALUES (?1)", [.text(name)]) }
}

extension Data {
  fileprivate func contains(_ bytes: [UInt8]) -> Bool { range(of: Data(bytes)) != nil }
}

struct DatabaseTests {
  let folder: TemporaryFolder
  let database: Database

  init() async throws {
    folder = try TemporaryFolder()
    database = try Database(.file(folder.path("t.db")))
    try await database.write {
      try $0.run(script: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
    }
  }

  @Test func aReaderSeesWhatWasWritten() async throws {
    try await database.write(insert("a"))
    #expect(try await database.read(names) == ["a"])
  }

  /// Long before the log is so full that the writer would have to do it.
  @Test func whatWasCommittedIsCarriedIntoTheFileByItself() async throws {
    let name = "carried-\(UInt64.random(in: 0 ... .max))"
    try await database.write(insert(name))
    let path = folder.path("t.db")
    let limit = ContinuousClock.now.advanced(by: .seconds(20))
    while !(FileManager.default.contents(atPath: path) ?? Data()).contains(Array(name.utf8)), .now < limit {
      await Task.yield()
    }
    #expect((FileManager.default.contents(atPath: path) ?? Data()).contains(Array(name.utf8)))
  }

  @Test func aFailedWriteLeavesNothingAndHarmsNoOther() async throws {
    let database = database
    let failures = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await database.write { connection in
              try insert("n\(number)")(connection)
              if number % 10 == 0 { throw Refused() }
            }
            return false
          } catch { return error is Refused }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(failures == 20)
    let stored = try await database.read(names)
    #expect(stored.count == 180)
    #expect(!stored.contains("n10"))
  }

  @Test func aUniqueFaultReachesItsOwnWriterOnly() async throws {
    try await database.write(insert("a"))
    await #expect(throws: SQLError.unique("t.name")) { try await database.write(insert("a")) }
    try await database.write(insert("b"))
    #expect(try await database.read(names) == ["a", "b"])
  }

  @Test func whatWaitsTogetherIsCommittedTogether() async throws {
    let database = database
    let gate = DispatchSemaphore(value: 0)
    async let first: Void = database.write { _ in gate.wait() }
    let before = database.commitCount
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<500 { group.addTask { try await database.write(insert("n\(number)")) } }
      group.addTask {
        // Reads have threads of their own: by the time that many have come back, the writes above wait.
        for _ in 0..<50 { _ = try await database.read(names) }
        gate.signal()
      }
    }
    try await first
    #expect(try await database.read(names).count == 500)
    #expect(database.commitCount - before < 100)
  }

  @Test func committedRunsInTheOrderOfTheRows() async throws {
    let database = database
    let seen = Record()
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          _ = try await database.write { connection in
            try connection.first("INSERT INTO t (name) VALUES (?1) RETURNING id", [.text("n\(number)")]) {
              (row) throws(SQLError) in try row.int64(0)
            } ?? 0
          } committed: { id in
            seen.ids.withLock { $0.append(id) }
          }
        }
      }
    }
    #expect(seen.ids.withLock { $0 } == Array(1...200))
  }

  @Test func readersCannotWrite() async throws {
    await #expect(throws: SQLError.self) { try await database.read(insert("a")) }
  }

  @Test func aCancelledWriteThatHasNotBegunDoesNothing() async throws {
    let database = database
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.write(insert("a"))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await database.write(insert("b"))
    #expect(try await database.read(names) == ["b"])
  }

  @Test func closingFinishesWhatIsQueuedAndRefusesTheRest() async throws {
    let database = database
    let task = Task { try await database.write(insert("a")) }
    try await task.value
    database.close()
    await #expect(throws: SQLError.closed) { try await database.write(insert("b")) }
    await #expect(throws: SQLError.closed) { try await database.read(names) }
    let reopened = try Database(.file(folder.path("t.db")))
    #expect(try await reopened.read(names) == ["a"])
  }

  @Test func aFullDiskIsAnErrorWithNothingHalfWritten() async throws {
    let database = database
    try await database.write(insert("before"))
    try await database.write { try $0.run(script: "PRAGMA max_page_count = 16") }
    let large = String(repeating: "x", count: 100_000)
    await #expect(throws: SQLError.full) {
      try await database.write { connection in
        try insert("half")(connection)
        try insert(large)(connection)
      }
    }
    try await database.write(insert("after"))
    #expect(try await database.read(names) == ["before", "after"])
  }

  @Test func aFullDiskForOneLeavesTheOthersOfItsGroup() async throws {
    let database = database
    try await database.write { try $0.run(script: "PRAGMA max_page_count = 32") }
    let large = String(repeating: "x", count: 200_000)
    let results = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          let name = number == 10 ? large : "n\(number)"
          return (try? await database.write(insert(name))) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(results == 19)
    #expect(try await database.read(names).count == 19)
  }

  @Test func memoryNeedsNoFile() async throws {
    let database = try Database(.memory)
    try await database.write { try $0.run(script: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)") }
    try await database.write(insert("a"))
    #expect(try await database.read(names) == ["a"])
    database.close()
  }
}
