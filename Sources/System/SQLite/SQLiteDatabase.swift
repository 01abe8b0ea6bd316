import SQL

public enum SQLitePlace: Equatable, Sendable {
  case memory
  case file(String)
}

extension Database {
  /// Opens a SQLite database (WAL: readers never wait for the writer).
  /// - Parameter readers: threads that read; a database in memory has none and reads on the writing thread.
  public convenience init(
    _ place: SQLitePlace, durability: Durability = .full, readers: Int = 2
  ) throws(SQLError) {
    let path = if case .file(let path) = place { path } else { ":memory:" }
    let writing = try SQLiteConnection(path: path)
    try writing.run(
      script: """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = \(durability.rawValue.uppercased()); PRAGMA foreign_keys = ON;
        PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;
        """)
    try self.init(writer: writing, readers: place == .memory ? 0 : max(1, readers)) {
      () throws(SQLError) -> sending any SQLSession in
      let reading = try SQLiteConnection(path: path, readOnly: true)
      try reading.run(script: "PRAGMA query_only = ON; PRAGMA temp_store = MEMORY;")
      return reading
    }
  }
}
