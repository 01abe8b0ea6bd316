import SQL

extension SQLiteConnection: SQLSession {
  /// One transaction. Most pieces go well or are refused before they write, so there is nothing of a single one to take
  /// back, and a savepoint would keep a copy of each page for nothing. Where one does fail halfway, all is taken back
  /// and done again with a savepoint for each.
  public func transact(_ bodies: [Body]) throws -> [(any Error)?] {
    do {
      return try together(bodies) { try attempt($0) }
    } catch let halfway as Halfway {
      if bodies.count == 1 { return [halfway.error] }
      return try together(bodies) { try attemptWithSavepoint($0) }
    }
  }

  /// A piece failed after it had written.
  private struct Halfway: Error {
    let error: any Error
  }

  private func together(
    _ bodies: [Body], _ attempt: (Body) throws -> (any Error)?
  ) throws -> [(any Error)?] {
    try execute("BEGIN IMMEDIATE")
    do {
      let errors = try bodies.map(attempt)
      try execute("COMMIT")
      return errors
    } catch {
      if !isAutocommit { _ = try? execute("ROLLBACK") }
      throw error
    }
  }

  private func attempt(_ body: Body) throws -> (any Error)? {
    hasWritten = false
    do {
      try body(self)
      return nil
    } catch {
      // After some errors SQLite has already rolled everything back, the pieces before this one included.
      if isAutocommit { throw error }
      if hasWritten { throw Halfway(error: error) }
      return error
    }
  }

  private func attemptWithSavepoint(_ body: Body) throws -> (any Error)? {
    try execute("SAVEPOINT job")
    do {
      try body(self)
      try execute("RELEASE job")
      return nil
    } catch {
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
