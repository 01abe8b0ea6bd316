import Foundation
import Postgres
import SQL
import Synchronization
import Testing

private final class Record: Sendable {
  let ids = Mutex<[Int64]>([])
}

@Suite(.enabled(if: serverURL != nil))
struct PostgresDatabaseTests {
  let settings: PostgresSettings
  let database: Database

  init() async throws {
    settings = try freshSchema()
    database = try Database(settings)
    try await makeTable(database)
  }

  @Test func aReaderSeesWhatWasWritten() async throws {
    try await database.write(insert("a"))
    #expect(try await database.read(names) == ["a"])
  }

  /// More statements than a connection keeps prepared: those that gave way, `BEGIN` among them, do not stand in the
  /// way of the next transaction.
  @Test func aLookMayAskMoreThanAConnectionKeepsPrepared() async throws {
    for round in 0..<3 {
      let sums = try await database.read { connection in
        try (0..<600).map { number in
          try connection.first("SELECT \(number) + \(round)") { (row) throws(SQLError) in try row.int64(0) } ?? -1
        }
      }
      #expect(sums == (0..<600).map { Int64($0 + round) })
      try await database.write { connection in
        for number in 0..<600 {
          try connection.enqueue("INSERT INTO t (name) VALUES ('w\(round).\(number)')", [])
        }
      }
    }
    #expect(try await database.read(names).count == 1_800)
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

  /// Half of them collide, and half of those only where nobody waits for the answer.
  @Test func aUniqueFaultReachesItsOwnWriterOnly() async throws {
    let database = database
    try await database.write(insert("taken"))
    let faults = await withTaskGroup(of: (Int, SQLError?).self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await database.write { connection in
              try connection.enqueue("INSERT INTO t (name) VALUES (?1)", [.text("n\(number)")])
              if number % 4 == 1 { try insert("taken")(connection) }
              if number % 4 == 3 { try connection.enqueue("INSERT INTO t (name) VALUES ('taken')", []) }
            }
            return (number, nil)
          } catch { return (number, error as? SQLError) }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(faults.count == 100)
    #expect(faults.allSatisfy { $0.key % 2 == 1 && $0.value == .unique("t.name") })
    #expect(Set(try await database.read(names)) == Set(["taken"] + (0..<100).map { "n\($0 * 2)" }))
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

  @Test func aReadSeesOneStateOfTheData() async throws {
    let (database, settings) = (database, settings)
    let counts = try await database.read { connection in
      let before = try names(connection).count
      let other = try PostgresSession(PostgresSettings(url: settings.url, schema: settings.schema), .reads)
      _ = try other.transact([insert("while reading")])
      return [before, try names(connection).count]
    }
    #expect(counts == [0, 0])
    #expect(try await database.read(names) == ["while reading"])
  }

  @Test func readersCannotWrite() async throws {
    await #expect(throws: SQLError.self) { try await database.read(insert("a")) }
    #expect(try await database.read(names) == [])
  }

  @Test func closingRefusesTheRest() async throws {
    try await database.write(insert("a"))
    database.close()
    await #expect(throws: SQLError.closed) { try await database.write(insert("b")) }
    let reopened = try Database(settings)
    #expect(try await reopened.read(names) == ["a"])
  }

  @Test func aSecondWriterIsRefused() async throws {
    #expect(throws: SQLError.unavailable("another server writes to this database")) {
      try PostgresSession(settings, .writes)
    }
    database.close()
    _ = try PostgresSession(settings, .writes)
  }

  @Test func aServerThatIsNotThereIsUnavailable() throws {
    var settings = settings
    settings.url = "postgres://maru@/maru?host=/nonexistent"
    let error = #expect(throws: SQLError.self) { try PostgresSession(settings, .reads) }
    guard case .unavailable = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }
}
