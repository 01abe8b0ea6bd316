import SQL

/// A numbered step of the schema. Steps are never changed once released; a correction is a new step.
///
/// The text is for both databases: numbered keys are `INTEGER PRIMARY KEY AUTOINCREMENT`, every other whole number (and
/// truth) `BIGINT`, and besides there are `TEXT` and `BLOB`; PostgreSQL gets its own words for them, and none for
/// `WITHOUT ROWID`.
public struct Migration: Sendable {
  public let number: Int64
  public let name: String
  let sql: String
  /// Fills new tables from old ones, where SQL cannot; in the same transaction.
  var fill: (@Sendable (any SQLConnection) throws -> Void)?

  /// In order, without gaps.
  static let all: [Migration] = [
    .people, .sessions, .chats, .chatLog, .files, .search, .reports, .uploadFiles, .audit, .sessionDevices, .jobs,
    .identities, .push, .searchTail, .unread, .privacy, .providerFlows, .bookings, .jobsOfPeople, .clinicPictures,
    .payments, .calendarLinks, .doctorsTimes, .newcomers, .reportFiles, .attendances, .guardians,
  ]

  static func apply(_ migrations: [Migration], to connection: any SQLConnection) throws -> [Migration] {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS schema_migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    let done =
      try connection.first("SELECT COALESCE(MAX(number), 0) FROM schema_migrations") { (row) throws(SQLError) in
        try row.int64(0)
      } ?? 0
    guard done <= migrations.last?.number ?? 0 else { throw MigrationError.madeByNewerVersion(schema: done) }
    let missing = migrations.filter { $0.number > done }
    for migration in missing {
      try connection.run(script: migration.sql)
      try migration.fill?(connection)
      try connection.execute(
        "INSERT INTO schema_migrations (number, name) VALUES (?1, ?2)",
        [.integer(migration.number), .text(migration.name)])
    }
    return missing
  }
}

public enum MigrationError: Error, Equatable, Sendable {
  /// The data folder was used by a newer version of the server; this one would damage it.
  case madeByNewerVersion(schema: Int64)
}
