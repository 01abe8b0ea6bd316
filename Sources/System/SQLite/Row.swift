import CSQLite

/// The row that a statement stands on. Valid only inside the closure that it was given to. Columns count from 0.
public struct Row {
  let statement: OpaquePointer

  public func int64(_ column: Int) throws(SQLiteError) -> Int64 {
    guard type(column) == SQLITE_INTEGER else { throw .columnType(column) }
    return sqlite3_column_int64(statement, Int32(column))
  }

  public func text(_ column: Int) throws(SQLiteError) -> String {
    guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, Int32(column)) else {
      throw .columnType(column)
    }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  public func double(_ column: Int) throws(SQLiteError) -> Double {
    guard type(column) == SQLITE_FLOAT || type(column) == SQLITE_INTEGER else { throw .columnType(column) }
    return sqlite3_column_double(statement, Int32(column))
  }

  public func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
    guard type(column) == SQLITE_BLOB else { throw .columnType(column) }
    guard let start = sqlite3_column_blob(statement, Int32(column)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
  }

  public func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

  public func optionalInt64(_ column: Int) throws(SQLiteError) -> Int64? {
    isNull(column) ? nil : try int64(column)
  }

  public func optionalText(_ column: Int) throws(SQLiteError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  private func type(_ column: Int) -> Int32 { sqlite3_column_type(statement, Int32(column)) }
}
