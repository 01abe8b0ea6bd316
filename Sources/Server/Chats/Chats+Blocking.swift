import Contract
import Domain
import Storage

extension Chats {
  /// From now on the caller sees nothing new of a person, who is not told; or again.
  /// - Throws: 404 for oneself, an unknown person, and one of another realm.
  /// - Returns: the person; nil where it was so before.
  @discardableResult
  public func block(
    _ person: ID<Person>, isBlocked: Bool, by caller: RowID<Person>
  ) async throws -> RowID<Person>? {
    guard let other = identifiers.row(person), other != caller else { throw APIError.personNotFound }
    let now = clock()
    return try await store.write { tables in
      guard let own = try tables.people.find(caller) else { throw APIError.personGone }
      guard let found = try tables.people.find(other), found.realm == own.realm else {
        throw APIError.personNotFound
      }
      let isNew =
        try isBlocked
        ? tables.blocks.insert(other, by: caller, at: now) : tables.blocks.delete(other, by: caller)
      return isNew ? other : nil
    }
  }

  /// Whom the caller has blocked, the last one first.
  public func blocks(of caller: RowID<Person>) async throws -> [Person] {
    try await store.read { [identifiers] tables in
      try tables.blocks.list(of: caller).map(identifiers.person)
    }
  }

  /// Brings a message that the caller can see before the operator, with its text as it is now.
  /// - Throws: 400 for a note that is too long, 404 for a message that the caller cannot see.
  public func report(_ message: ID<Message>, _ report: Report, by caller: RowID<Person>) async throws {
    try ContentRules.check(note: report.note)
    guard let id = identifiers.row(message) else { throw APIError.messageNotFound }
    let now = clock()
    try await store.write { tables in
      guard let row = try tables.messages.find(id, visibleTo: caller) else { throw APIError.messageNotFound }
      try tables.reports.insert(report, of: row, by: caller, at: now)
    }
  }
}
