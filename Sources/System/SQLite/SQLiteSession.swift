import SQL

extension SQLiteConnection: SQLSession {
  /// One transaction, each piece in a savepoint of its own.
  public func transact(_ bodies: [Body]) throws -> [(any Error)?] {
    try execute("BEGIN IMMEDIATE")
    do {
      let errors = try bodies.map { try attempt($0) }
      try execute("COMMIT")
      return errors
    } catch {
      if !isAutocommit { _ = try? execute("ROLLBACK") }
      throw error
    }
  }

  private func attempt(_ body: Body) throws -> (any Error)? {
    try execute("SAVEPOINT job")
    do {
      try body(self)
      try execute("RELEASE job")
      return nil
    } catch {
      // After some errors SQLite has already rolled everything back, the pieces before this one included.
      if isAutocommit { throw error }
      try execute("ROLLBACK TO job")
      try execute("RELEASE job")
      return error
    }
  }

  public func look(_ body: Body) throws {
    try execute("BEGIN")
    defer { _ = try? execute("ROLLBACK") }
    try body(self)
  }
}
