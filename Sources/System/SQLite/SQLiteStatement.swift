import CSQLite
import SQL

/// A prepared statement, given back to SQLite when nobody holds it any more.
final class SQLiteStatement {
  let pointer: OpaquePointer
  /// Parameters that it takes.
  let valueCount: Int
  let isReadOnly: Bool
  /// The row that it stands on.
  let row: SQLRow
  /// A caller stands in the middle of it.
  var isBusy = false
  private var hasCopies = false

  /// SQLite copies the bytes before the call returns.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    valueCount = Int(sqlite3_bind_parameter_count(pointer))
    isReadOnly = sqlite3_stmt_readonly(pointer) != 0
    row = SQLRow(SQLiteCells(pointer))
  }

  deinit { sqlite3_finalize(pointer) }

  /// It walked through a whole table, or had to build an index first.
  var wasSlow: Bool {
    sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0) > 0
      || sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_AUTOINDEX, 0) > 0
  }

  /// Ready for the next run, holding nothing of the last one.
  func reset() {
    isBusy = false
    sqlite3_reset(pointer)
    // Numbers stay: the next run overwrites them.
    if hasCopies { sqlite3_clear_bindings(pointer) }
    hasCopies = false
  }

  /// - Returns: SQLite's code.
  func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let value): return sqlite3_bind_int64(pointer, index, value)
    case .real(let value): return sqlite3_bind_double(pointer, index, value)
    case .text(let value): return bind(text: value, at: index)
    case .blob(let value):
      hasCopies = true
      return value.isEmpty
        ? sqlite3_bind_zeroblob(pointer, index, 0)
        : sqlite3_bind_blob64(pointer, index, value, UInt64(value.count), Self.transient)
    }
  }

  private func bind(text: String, at index: Int32) -> Int32 {
    hasCopies = true
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return sqlite3_bind_text(pointer, index, "", 0, Self.transient) }
      return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sqlite3_bind_text64(pointer, index, $0, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
      }
    }
  }
}
