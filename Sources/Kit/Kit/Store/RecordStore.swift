import ChatSync
import Foundation
import SQL
import SQLite

/// The records that a device keeps for one account: keys and texts in one SQLite file, each change all or nothing and
/// durable on return, also when the power fails.
public final class RecordStore: Sendable {
  private let database: Database
  private let mayWrite: @Sendable () -> Bool

  /// - Parameter path: a file in an existing folder; nil: in memory, for tests.
  /// - Throws: `SQLError` where the file cannot be opened, or is none of ours.
  public convenience init(path: String?) async throws {
    try await self.init(path: path, mayWrite: { true })
  }

  /// - Parameter mayWrite: asked before each transaction; tests end a process between two of them.
  init(path: String?, mayWrite: @escaping @Sendable () -> Bool) async throws {
    self.mayWrite = mayWrite
    database = try Database(path.map { .file($0) } ?? .memory, durability: .full, readers: 1)
    _ = try await database.write { connection in
      try connection.execute("CREATE TABLE IF NOT EXISTS records (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
    }
  }

  /// One transaction. A nil value deletes; with a key that ends in `/`, all records whose keys begin so.
  public func write(_ changes: [RecordWrite]) async throws {
    guard !changes.isEmpty else { return }
    guard mayWrite() else { throw SQLError.closed }
    try await database.write { connection in
      for change in changes { try Self.apply(change, connection) }
    }
  }

  /// The records whose keys begin so, in the order of the keys' bytes.
  public func read(prefix: String) async throws -> [StoredRecord] {
    guard !prefix.isEmpty else {
      return try await select("SELECT key, value FROM records ORDER BY key", [])
    }
    return try await select(
      "SELECT key, value FROM records WHERE key >= ? AND key < ? ORDER BY key",
      [.text(prefix), .text(Self.end(of: prefix))])
  }

  /// The records from one key through another one, both included, in the order of the keys' bytes.
  public func read(_ range: RecordRange) async throws -> [StoredRecord] {
    try await select(
      "SELECT key, value FROM records WHERE key >= ? AND key <= ? ORDER BY key",
      [.text(range.from), .text(range.through)])
  }

  /// Lets queued work finish and closes the file.
  public func close() { database.close() }

  /// Removes the file and what SQLite keeps beside it. Only for stores that are closed.
  public static func erase(path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  private func select(_ sql: String, _ values: [SQLValue]) async throws -> [StoredRecord] {
    try await database.read { connection in
      try connection.all(sql, values) { (row) throws(SQLError) in
        StoredRecord(key: try row.text(0), value: try row.text(1))
      }
    }
  }

  private static func apply(_ change: RecordWrite, _ connection: any SQLConnection) throws(SQLError) {
    if let value = change.value {
      try connection.execute(
        "INSERT INTO records (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [.text(change.key), .text(value)])
    } else if change.key.hasSuffix("/") {
      try connection.execute(
        "DELETE FROM records WHERE key >= ? AND key < ?", [.text(change.key), .text(end(of: change.key))])
    } else {
      try connection.execute("DELETE FROM records WHERE key = ?", [.text(change.key)])
    }
  }

  /// The first key behind all that begin with the prefix. Keys are ASCII.
  private static func end(of prefix: String) -> String { prefix + "\u{10FFFF}" }
}
