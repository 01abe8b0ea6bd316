import Domain
import Storage

extension Privacy {
  /// What happened to the person's account, the last first, below a number.
  public func activity(of person: RowID<Person>, before id: Int64, limit: Int) async throws -> [AuditRow] {
    try await store.read { try $0.audit.list(of: person, before: id, limit: limit) }
  }

  /// Who opened files of consults that are the person's: sent by them, or shown to them. The last first.
  public func openings(of person: RowID<Person>, before id: Int64, limit: Int) async throws -> [OpeningRow] {
    try await store.read { try $0.files.openings(ofFilesOf: person, before: id, limit: limit) }
  }
}
