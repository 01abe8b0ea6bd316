/// Inside one transaction of a database, whichever it is.
///
/// One text serves SQLite and PostgreSQL. It numbers its parameters (`?1`), keeps truth as 0 and 1 in whole numbers,
/// and stays with what both understand: `ON CONFLICT`, `RETURNING`, `CASE`, `COALESCE`, row values, window functions,
/// recursive `WITH`. Not `INSERT OR …`, `MAX(a, b)`, `IFNULL`, `rowid`, `GLOB`, a column outside of `GROUP BY`, a text
/// in double quotes, or an order of nulls that matters. A statement that failed ends what its transaction may do: what
/// can collide says `ON CONFLICT`, and nobody catches an error to go on.
public protocol SQLConnection: AnyObject {
  /// Which SQL the few texts are written in that cannot be one.
  var dialect: SQLDialect { get }

  /// Gives each row to a closure, and says how many rows were changed.
  @discardableResult
  func rows(
    _ sql: String, _ values: [SQLValue], each: (SQLRow) throws(SQLError) -> Void
  ) throws(SQLError) -> Int

  /// Runs an `INSERT` into a table whose key is a number `id`, and gives that of the new row; nil where a conflict was
  /// to do nothing.
  func insert(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int64?

  /// Runs a statement whose answer nobody needs. It may travel together with the next one that is waited for: its error
  /// then comes from there, or from the end of the transaction.
  func enqueue(_ sql: String, _ values: [SQLValue]) throws(SQLError)

  /// Runs several statements separated by semicolons; they take no values.
  func run(script: String) throws(SQLError)
}

public enum SQLDialect: Sendable {
  case sqlite, postgres
}

// Inlinable: their callers are asked for each message that is sent, and know the type of the value.
extension SQLConnection {
  /// Runs a statement that gives no rows, and says how many rows it changed.
  @discardableResult @inlinable
  public func execute(_ sql: String, _ values: [SQLValue] = []) throws(SQLError) -> Int {
    try rows(sql, values) { (_) throws(SQLError) in }
  }

  @inlinable
  public func first<T>(
    _ sql: String, _ values: [SQLValue] = [], read: (SQLRow) throws(SQLError) -> T
  ) throws(SQLError) -> T? {
    var result: T?
    try rows(sql, values) { (row) throws(SQLError) in
      if result == nil { result = try read(row) }
    }
    return result
  }

  @inlinable
  public func all<T>(
    _ sql: String, _ values: [SQLValue] = [], limit: Int = .max, read: (SQLRow) throws(SQLError) -> T
  ) throws(SQLError) -> [T] {
    var results: [T] = []
    try rows(sql, values) { (row) throws(SQLError) in
      if results.count < limit { results.append(try read(row)) }
    }
    return results
  }
}
