import Foundation
import PowerLoss
import SQL
import SQLite
import Testing

private let isWhole = ProcessInfo.processInfo.environment["MARU_TEST_SCALE"] == "all"

struct PowerLossTests {
  /// Several cuts each: ten seeds in the gate, two hundred with the full figures.
  @Test(arguments: 1...UInt64(isWhole ? 200 : 10))
  func whatWasAcknowledgedIsThereOnce(seed: UInt64) async throws {
    var consultation = try Consultation(seed: seed, durability: .full)
    let broken = try await consultation.brokenPromises(cuts: isWhole ? 5 : 3)
    #expect(broken.isEmpty, "\(broken.prefix(3))")
  }

  /// The test can fail: without syncs promises break.
  @Test(arguments: [Durability.off, .normal])
  func withoutSyncsPromisesBreak(durability: Durability) async throws {
    var caught = 0
    for seed: UInt64 in 1...10 {
      // A disk so empty that nothing opens is a broken promise too.
      let broken = (try? await Consultation.broken(seed: seed, durability: durability)) ?? ["nothing is left"]
      caught += broken.isEmpty ? 0 : 1
    }
    #expect(caught >= 5)
  }
}

extension Consultation {
  fileprivate static func broken(seed: UInt64, durability: Durability) async throws -> [String] {
    var consultation = try Consultation(seed: seed, durability: durability)
    return try await consultation.brokenPromises(cuts: 3)
  }
}

struct PowerLossDiskTests {
  private func open(_ disk: PowerLossDisk) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: "/x.db", fileSystem: disk.name)
    try connection.run(script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    return connection
  }

  @Test func whatWasSyncedIsThere() throws {
    let disk = PowerLossDisk(seed: 1)
    do {
      let connection = try open(disk)
      try connection.run(script: "CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    }
    disk.restore()
    let found = try open(disk).first("SELECT a FROM t") { (row) throws(SQLError) in try row.int64(0) }
    #expect(found == 7)
  }

  @Test func withoutPowerNothingGoes() throws {
    let disk = PowerLossDisk(seed: 1)
    let connection = try open(disk)
    try connection.run(script: "CREATE TABLE t (a)")
    let before = disk.operationCount
    disk.cut(after: 2)
    #expect(throws: SQLError.self) { try connection.execute("INSERT INTO t VALUES (1)") }
    #expect(disk.isOff)
    #expect(disk.operationCount == before + 2)
    disk.restore()
    #expect(!disk.isOff)
    #expect(throws: SQLError.self) { try connection.execute("INSERT INTO t VALUES (1)") }
  }

  @Test func theSameSeedLeavesTheSame() throws {
    func left(seed: UInt64) throws -> [Int64] {
      let disk = PowerLossDisk(seed: seed)
      do {
        let connection = try open(disk)
        try connection.run(script: "PRAGMA synchronous = OFF; CREATE TABLE t (a)")
        for number: Int64 in 0..<50 { try connection.execute("INSERT INTO t VALUES (?1)", [.integer(number)]) }
      }
      let operations = Int64(disk.operationCount)
      disk.restore()
      let connection = try SQLiteConnection(path: "/x.db", fileSystem: disk.name)
      let rows = try? connection.all("SELECT a FROM t") { (row) throws(SQLError) in try row.int64(0) }
      return [operations] + (rows ?? [-1])
    }
    for seed: UInt64 in 1...20 { #expect(try left(seed: seed) == left(seed: seed)) }
  }
}
