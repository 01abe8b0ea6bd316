import CSQLite
import SQL

/// One connection to a database file. Belongs to one thread; statements are prepared once and kept.
public final class SQLiteConnection {
  private let handle: OpaquePointer
  /// A statement that may write was run since this was last set to false.
  var hasWritten = false
  private var statements = StatementCache<StatementText, SQLiteStatement>(limit: 256)
  /// Says after each commit, by the pages in the log, whether they are to be carried over now.
  fileprivate var carriesOver: ((Int) -> Bool)?

  /// - Parameters:
  ///   - path: a file, or `:memory:`.
  ///   - fileSystem: the name of a registered file system of SQLite's; nil: the usual one.
  public init(path: String, readOnly: Bool = false, fileSystem: String? = nil) throws(SQLError) {
    var opened: OpaquePointer?
    let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, fileSystem)
    guard code == SQLITE_OK, let opened else {
      let error = SQLError(code: code, handle: opened)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, 5_000)
  }

  deinit {
    // Lives on until the last of its statements is gone.
    sqlite3_close_v2(handle)
  }

  /// True while no transaction is open. SQLite ends one by itself after some errors (full disk).
  public var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Rows changed by the last INSERT, UPDATE or DELETE.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Statements so far that walked through a whole table, or had to build an index first: for tests of query plans.
  public var slowStatements: [String] {
    statements.all.filter { $0.value.wasSlow }.map(\.key.text).sorted()
  }

  public var dialect: SQLDialect { .sqlite }

  /// Runs several statements separated by semicolons; they take no values.
  public func run(script: String) throws(SQLError) {
    hasWritten = true
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code, handle: handle) }
  }

  /// `RETURNING` would make a table in memory for each row.
  public func insert(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int64? {
    try execute(sql, values) > 0 ? sqlite3_last_insert_rowid(handle) : nil
  }

  public func enqueue(_ sql: String, _ values: [SQLValue]) throws(SQLError) {
    try execute(sql, values)
  }

  @discardableResult
  public func rows(
    _ sql: String, _ values: [SQLValue], each: (SQLRow) throws(SQLError) -> Void
  ) throws(SQLError) -> Int {
    let statement = try prepare(sql)
    statement.isBusy = true
    if !statement.isReadOnly { hasWritten = true }
    defer { statement.reset() }
    try bind(values, to: statement)
    while true {
      let code = sqlite3_step(statement.pointer)
      if code == SQLITE_DONE { return changes }
      guard code == SQLITE_ROW else { throw SQLError(code: code, handle: handle) }
      try each(statement.row)
    }
  }

  /// One that a caller stands in the middle of stays as it is: the same SQL inside itself gets a statement of its own.
  private func prepare(_ sql: String) throws(SQLError) -> SQLiteStatement {
    let key = StatementText(sql)
    let kept = statements.find(key)
    if let kept, !kept.isBusy { return kept }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code, handle: handle) }
    guard let prepared else { throw .mistake("empty statement") }
    let statement = SQLiteStatement(prepared)
    if kept == nil { _ = statements.insert(statement, for: key, isBusy: { $0.isBusy }) }
    return statement
  }

  private func bind(_ values: [SQLValue], to statement: SQLiteStatement) throws(SQLError) {
    guard statement.valueCount == values.count else {
      throw .mistake("the statement takes \(statement.valueCount) values, not \(values.count)")
    }
    var index: Int32 = 0
    for value in values {
      index += 1
      let code = statement.bind(value, at: index)
      guard code == SQLITE_OK else { throw SQLError(code: code, handle: handle) }
    }
  }
}

extension SQLiteConnection {
  /// Takes the place of `PRAGMA wal_autocheckpoint`: after each commit the pages in the log are carried over where that
  /// is due.
  func carryOver(when isDue: @escaping (_ pages: Int) -> Bool) {
    carriesOver = isDue
    // The hook lives no longer than the connection, and what it says is not an error of the commit.
    let this = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { context, handle, name, pages in
        guard let context else { return SQLITE_OK }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        if connection.carriesOver?(Int(pages)) == true {
          sqlite3_wal_checkpoint_v2(handle, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      }, this)
  }

  /// Waits until what is written to the database file, not to its log, is on the disk. SQLite does so only where it
  /// carried everything over (sqlite3_file_control, SQLITE_FCNTL_FILE_POINTER).
  func syncFile() {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file else { return }
    _ = file.pointee.pMethods?.pointee.xSync?(file, SQLITE_SYNC_NORMAL)
  }
}
