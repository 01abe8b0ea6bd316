import CSQLite
import SQL

/// Reads the columns of the row that a statement stands on.
final class SQLiteCells: SQLCells {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) {
    self.statement = statement
  }

  func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

  func int64(_ column: Int) -> Int64? {
    type(column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, Int32(column)) : nil
  }

  func double(_ column: Int) -> Double? {
    let type = type(column)
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER ? sqlite3_column_double(statement, Int32(column)) : nil
  }

  func text(_ column: Int) -> String? {
    guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, Int32(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func blob(_ column: Int) -> [UInt8]? {
    guard type(column) == SQLITE_BLOB else { return nil }
    guard let start = sqlite3_column_blob(statement, Int32(column)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
  }

  private func type(_ column: Int) -> Int32 { sqlite3_column_type(statement, Int32(column)) }
}
