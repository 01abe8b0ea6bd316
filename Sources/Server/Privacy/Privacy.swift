import Contract
import Domain
import Storage
import Wire

/// What people may know and have done about their data: the archive, the way out, who opened their files, what happened
/// to their account. Refusals are thrown as `APIError`; anything else is a fault of the server.
public final class Privacy: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let client: PrivacyClient
  let clock: @Sendable () -> Timestamp

  /// How long an archive lies there.
  static let exportMilliseconds: Int64 = 24 * 3_600_000
  /// After that an archive that never came is given up.
  static let preparingMilliseconds: Int64 = 2 * 3_600_000

  public init(
    store: DataStore, identifiers: Identifiers, client: PrivacyClient, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.identifiers = identifiers
    self.client = client
    self.clock = clock
  }

  // MARK: The way out

  /// - Returns: what must be settled before; empty: the person is erased, as `PrivacyTable` says.
  /// - Throws: 403 where there is no such person any more.
  public func erase(
    _ person: RowID<Person>, by actor: AuditActor, address: String
  ) async throws -> [Obligation] {
    let now = clock()
    let turn = try await store.write { [client] tables -> Turn in
      let open = try client.obligations(tables, person)
      guard open.isEmpty else {
        try tables.audit.record(
          AuditEntry(
            person: person, actor: actor, kind: .eraseRefused, detail: "\(open.count) open", address: address,
            at: now))
        return .refused(open)
      }
      let after = try client.willErase(tables, person, now)
      let eraser = PersonEraser(tables: tables, person: person)
      guard let lost = try eraser.erase(by: actor, address: address, at: now) else { return .gone }
      return .erased(lost, after)
    }
    switch turn {
    case .refused(let open): return open
    case .gone: throw APIError.personGone
    case .erased(let lost, let after):
      after()
      // Bytes without a row are readable to nobody; what stays behind now goes with the next sweep for strays.
      try? await client.removeBytes(lost)
      return []
    }
  }

  private enum Turn: Sendable {
    case refused([Obligation])
    case gone
    case erased(LostBytes, @Sendable () -> Void)
  }

  /// What must be settled before the person can go.
  public func open(of person: RowID<Person>) async throws -> [Obligation] {
    try await store.read { [client] in try client.obligations($0, person) }
  }

  public func person(_ id: RowID<Person>) async throws -> PersonRow? {
    try await store.read { try $0.people.find(id) }
  }

  /// Takes back, message by message, what erased people said outside of consults.
  /// - Returns: how many messages.
  @discardableResult
  public func finishErasures() async throws -> Int {
    var count = 0
    for person in try await store.read({ try $0.erasures.open(limit: 100) }) {
      while true {
        let standing = try await store.read { try $0.messages.standing(of: person, limit: 200) }
        if standing.isEmpty { break }
        for message in standing { try await client.takeBack(message.id, message.roomID, person) }
        count += standing.count
      }
      let now = clock()
      try await store.write { try $0.erasures.finish(person, at: now) }
    }
    return count
  }

  // MARK: What has been kept long enough

  /// - Returns: how many rows went.
  @discardableResult
  public func sweep() async throws -> Int {
    var count = try await finishErasures()
    count += try await sweepMessages()
    let now = clock()
    let lost = try await store.write { tables in
      var lost = LostBytes()
      lost.exports = try tables.exports.deleteExpired(at: now, limit: 500).map(\.name)
      lost.pictures = try tables.pictures
        .deleteUnused(before: now.adding(milliseconds: -Self.exportMilliseconds), limit: 500).map(\.name)
      return lost
    }
    if !lost.isEmpty { try await client.removeBytes(lost) }
    count += lost.exports.count + lost.pictures.count
    count += try await removeKept()
    return try await count
      + store.write { tables in
        try tables.audit.deleteKept(until: now, limit: 1_000) + tables.idempotency.deleteKept(until: now, limit: 1_000)
          + tables.guardians.deleteUnused(at: now) + tables.codes.deleteOld(at: now)
      }
  }

  /// What is kept of people who were erased, until its date.
  @discardableResult
  func removeKept() async throws -> Int {
    let now = clock()
    return try await store.write { tables in
      try PrivacyTable.all.reduce(0) { try $0 + $1.removeKept(tables, at: now) }
    }
  }

  /// Sweeps now and then until the task is cancelled. Faults wait for the next time.
  public func keepSweeping() async {
    while !Task.isCancelled {
      _ = try? await sweep()
      try? await Task.sleep(for: .seconds(600))
    }
  }

  /// Messages whose date has come.
  @discardableResult
  func sweepMessages() async throws -> Int {
    var count = 0
    while true {
      let now = clock()
      let due = try await store.read { try $0.messages.due(at: now, limit: 100) }
      if due.isEmpty { return count }
      for message in due {
        // What an erased person said in a consult stands until its date.
        if let row = try await store.read({ try $0.messages.find(message.id) }), row.deletedAt == nil {
          try await client.takeBack(row.id, row.roomID, row.senderID)
        }
        var lost = LostBytes()
        lost.files = try await store.write { try $0.messages.erase(message.id) }
        if !lost.isEmpty { try await client.removeBytes(lost) }
      }
      count += due.count
    }
  }
}
