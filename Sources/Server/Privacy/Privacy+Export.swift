import Contract
import Domain
import JSON
import Storage
import Wire

extension Privacy {
  /// The newest archive of a person; nil where there is none.
  public func export(of person: RowID<Person>) async throws -> ExportRow? {
    try await store.read { try $0.exports.newest(of: person) }
  }

  /// Writes down that an archive is wanted. One that is being made, or was made a short while ago, is that one.
  /// - Parameters:
  ///   - name: random; of the archive on the disk.
  ///   - key: wrapped, for that name.
  public func startExport(
    of person: RowID<Person>, session: RowID<SessionRow>?, address: String, name: String, key: String
  ) async throws -> ExportRow {
    let now = clock()
    let (row, old) = try await store.write { tables -> (ExportRow, [ExportRow]) in
      if let newest = try tables.exports.newest(of: person), Self.isFresh(newest, at: now) { return (newest, []) }
      let old = try tables.exports.delete(of: person)
      let row = ExportRow(
        name: name, person: person, state: .preparing, key: key, createdAt: now,
        expiresAt: now.adding(milliseconds: Self.exportMilliseconds))
      try tables.exports.insert(row)
      try tables.audit.record(
        AuditEntry(person: person, session: session, kind: .exportAsked, address: address, at: now))
      try tables.jobs.add(kind: .export, key: name, payload: ["name": .string(name)], about: person, runAt: now)
      return (row, old)
    }
    var lost = LostBytes()
    lost.exports = old.map(\.name)
    if !lost.isEmpty { try? await client.removeBytes(lost) }
    return row
  }

  private static func isFresh(_ row: ExportRow, at now: Timestamp) -> Bool {
    let age = now.milliseconds - row.createdAt.milliseconds
    switch row.state {
    case .preparing: return age < preparingMilliseconds
    case .ready: return age < 10 * 60_000
    case .failed: return false
    }
  }

  /// Makes an archive that is wanted. Does nothing where it is not wanted any more, or is there.
  public func makeExport(_ name: String) async throws {
    guard let row = try await store.read({ try $0.exports.find(name) }), row.state == .preparing else { return }
    let entries = ExportEntries(store: store, identifiers: identifiers, person: row.person, now: clock())
    do {
      let size = try await client.archive(row) { try await entries.next() }
      let isWanted = try await store.write { try $0.exports.finish(name, as: .ready, size: size) }
      if isWanted { return }
      var lost = LostBytes()
      lost.exports = [name]
      try await client.removeBytes(lost)
    } catch let error as CancellationError {
      // The server stops: the job is taken again.
      throw error
    } catch {
      _ = try? await store.write { try $0.exports.finish(name, as: .failed, size: 0) }
      throw error
    }
  }

  /// The archive of that name. - Throws: 404 `file_gone`.
  public func export(named name: String) async throws -> ExportRow {
    guard let row = try await store.read({ try $0.exports.find(name) }) else { throw APIError.fileGone }
    return row
  }

  /// Writes down that somebody fetches the archive, before its first byte leaves.
  public func recordFetch(_ row: ExportRow, session: RowID<SessionRow>?, address: String) async throws {
    let now = clock()
    try await store.write {
      try $0.audit.record(
        AuditEntry(person: row.person, session: session, kind: .exportFetched, address: address, at: now))
    }
  }
}
