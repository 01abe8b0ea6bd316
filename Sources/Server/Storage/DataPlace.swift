import SQL
import SQLite

/// Where data are kept.
public enum DataPlace: Equatable, Sendable {
  /// Gone with the process.
  case memory
  /// A SQLite database.
  case file(String)

  func open(_ durability: Durability, readers: Int) throws(SQLError) -> Database {
    switch self {
    case .memory: try Database(.memory, durability: durability, readers: readers)
    case .file(let path): try Database(.file(path), durability: durability, readers: readers)
    }
  }
}
