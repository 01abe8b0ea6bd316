import Postgres
import SQL
import SQLite

/// Where data are kept.
public enum DataPlace: Equatable, Sendable {
  /// Gone with the process.
  case memory
  /// A SQLite database.
  case file(String)
  /// A SQLite database on a file system of this name, registered with SQLite: for tests of what disks do.
  case fileSystem(String)
  /// A PostgreSQL database, as libpq names one; all tables in one of its schemas, which is made where it is missing.
  ///
  /// One server writes to it: a second one is refused, unless both share it, as those do that only take jobs.
  case postgres(url: String, schema: String? = nil, isShared: Bool = false)

  /// nil where the text is no address of a database (`postgres://…`).
  public init?(url: String) {
    guard ["postgres://", "postgresql://"].contains(where: url.hasPrefix) else { return nil }
    self = .postgres(url: url)
  }

  func open(_ durability: Durability, readers: Int) throws(SQLError) -> Database {
    switch self {
    case .memory: try Database(.memory, durability: durability, readers: readers)
    case .file(let path): try Database(.file(path), durability: durability, readers: readers)
    case .fileSystem(let name):
      try Database(.fileSystem(name), durability: durability, readers: readers)
    case .postgres(let url, let schema, let isShared):
      try Database(
        PostgresSettings(url: url, schema: schema, isShared: isShared, durability: durability), readers: readers)
    }
  }
}
