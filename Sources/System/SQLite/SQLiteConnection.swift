import CSQLite
import SQL

/// One connection to a database file. Belongs to one thread; statements are prepared once and kept.
public final class SQLiteConnection {
  private let handle: OpaquePointer
  private var statements = StatementCache<String, OpaquePointer>(limit: 256)
  /// Statements that a caller stands in the middle of: the same SQL inside itself gets a statement of its own.
  private var busy: Set<OpaquePointer> = []

  /// SQLite copies the bytes before the call returns.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

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
    for statement in statements.all { sqlite3_finalize(statement.value) }
    sqlite3_close_v2(handle)
  }

  /// True while no transaction is open. SQLite ends one by itself after some errors (full disk).
  public var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Rows changed by the last INSERT, UPDATE or DELETE.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Statements so far that walked through a whole table, or had to build an index first: for tests of query plans.
  public var slowStatements: [String] {
    statements.all.filter { _, statement in
      sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0) > 0
        || sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_AUTOINDEX, 0) > 0
    }.map(\.key).sorted()
  }

  public var dialect: SQLDialect { .sqlite }

  /// Runs several statements separated by semicolons; they take no values.
  public func run(script: String) throws(SQLError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code, handle: handle) }
  }

  public func enqueue(_ sql: String, _ values: [SQLValue]) throws(SQLError) {
    try execute(sql, values)
  }

  @discardableResult
  public func rows(
    _ sql: String, _ values: [SQLValue], each: (SQLRow) throws(SQLError) -> Void
  ) throws(SQLError) -> Int {
    let (statement, isKept) = try prepare(sql)
    busy.insert(statement)
    defer {
      busy.remove(statement)
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      if !isKept { sqlite3_finalize(statement) }
    }
    try bind(values, to: statement)
    let row = SQLRow(SQLiteCells(statement))
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return changes }
      guard code == SQLITE_ROW else { throw SQLError(code: code, handle: handle) }
      try each(row)
    }
  }

  private func prepare(_ sql: String) throws(SQLError) -> (OpaquePointer, isKept: Bool) {
    let kept = statements.find(sql)
    if let kept, !busy.contains(kept) { return (kept, true) }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code, handle: handle) }
    guard let prepared else { throw .mistake("empty statement") }
    if kept == nil, let old = statements.insert(prepared, for: sql, isBusy: { busy.contains($0) }) {
      sqlite3_finalize(old)
    }
    return (prepared, kept == nil)
  }

  private func bind(_ values: [SQLValue], to statement: OpaquePointer) throws(SQLError) {
    guard Int(sqlite3_bind_parameter_count(statement)) == values.count else {
      throw .mistake("the statement takes \(sqlite3_bind_parameter_count(statement)) values, not \(values.count)")
    }
    for (offset, value) in values.enumerated() {
      let index = Int32(offset) + 1
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let value): bind(text: value, to: statement, at: index)
        case .blob(let value):
          value.isEmpty
            ? sqlite3_bind_zeroblob(statement, index, 0)
            : sqlite3_bind_blob64(statement, index, value, UInt64(value.count), Self.transient)
        }
      guard code == SQLITE_OK else { throw SQLError(code: code, handle: handle) }
    }
  }

  private func bind(text: String, to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, Self.transient) }
      return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sqlite3_bind_text64(statement, index, $0, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
      }
    }
  }
}
