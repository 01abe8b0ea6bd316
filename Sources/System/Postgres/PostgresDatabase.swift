import SQL

extension Database {
  /// Connects to PostgreSQL. One session writes, so that commits have one order; the others read.
  public convenience init(_ settings: PostgresSettings, readers: Int = 2) throws(SQLError) {
    try self.init(writer: try PostgresSession(settings, .writes), readers: max(1, readers)) {
      () throws(SQLError) -> sending any SQLSession in
      try PostgresSession(settings, .reads)
    }
  }
}
