/// The cells of the row that a statement stands on. Columns count from 0; a wrong one has no value of any type.
public protocol SQLCells: AnyObject {
  func isNull(_ column: Int) -> Bool
  func int64(_ column: Int) -> Int64?
  func double(_ column: Int) -> Double?
  func text(_ column: Int) -> String?
  func blob(_ column: Int) -> [UInt8]?
}

/// The row that a statement stands on. Valid only inside the closure that it was given to. Columns count from 0.
public struct SQLRow {
  private let cells: any SQLCells

  public init(_ cells: any SQLCells) {
    self.cells = cells
  }

  public func int64(_ column: Int) throws(SQLError) -> Int64 { try found(cells.int64(column), column) }
  public func text(_ column: Int) throws(SQLError) -> String { try found(cells.text(column), column) }
  public func double(_ column: Int) throws(SQLError) -> Double { try found(cells.double(column), column) }
  public func blob(_ column: Int) throws(SQLError) -> [UInt8] { try found(cells.blob(column), column) }

  /// Truth is stored as 0 and 1.
  public func bool(_ column: Int) throws(SQLError) -> Bool { try int64(column) != 0 }

  public func isNull(_ column: Int) -> Bool { cells.isNull(column) }

  public func optionalInt64(_ column: Int) throws(SQLError) -> Int64? { isNull(column) ? nil : try int64(column) }
  public func optionalText(_ column: Int) throws(SQLError) -> String? { isNull(column) ? nil : try text(column) }
  public func optionalBlob(_ column: Int) throws(SQLError) -> [UInt8]? { isNull(column) ? nil : try blob(column) }

  private func found<T>(_ value: T?, _ column: Int) throws(SQLError) -> T {
    guard let value else { throw .columnType(column) }
    return value
  }
}
