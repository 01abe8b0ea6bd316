import Domain
import SQL
import SQLite
import Storage
import Testing
import Wire

struct AuditStoreTests {
  private static let long = start.adding(milliseconds: -3 * AuditStore.keepMilliseconds)
  private static let later = Timestamp(milliseconds: start.milliseconds + 10 * 366 * 24 * 3_600_000)

  @Test(arguments: Kind.allCases)
  func entriesReadBackTheLastFirst(kind: Kind) async throws {
    let world = try await World.make(kind)
    let first = AuditEntry(
      person: world.patient, session: RowID(7), kind: .signedIn, detail: "Safari, iPhone", address: "192.0.2.1",
      at: start)
    let other = AuditEntry(person: world.doctor, kind: .passwordChanged, at: start)
    let nobody = AuditEntry(person: nil, actor: .server, kind: .signInFailed, address: "2001:db8::1", at: start)
    let last = AuditEntry(person: world.patient, actor: .operating, kind: .operatorActed, detail: "reports", at: start)
    try await world.store.write { tables in
      for entry in [first, other, nobody, last] { try tables.audit.record(entry) }
    }
    let own = try await world.store.read { try $0.audit.list(of: world.patient, limit: 9) }
    #expect(own.map(\.entry) == [last, first])
    let page = try await world.store.read { try $0.audit.list(of: world.patient, before: own[0].id, limit: 9) }
    #expect(page.map(\.entry) == [first])
    #expect(try await world.store.read { try $0.audit.list(limit: 9) }.map(\.entry) == [last, nobody, other, first])
    #expect(try await world.store.read { try $0.audit.list(limit: 1) }.map(\.entry) == [last])
  }

  @Test(arguments: Kind.allCases, ["UPDATE audit_entries SET detail = ''", "DELETE FROM audit_entries"])
  func theDatabaseRefusesToChangeOrLoseAnEntry(kind: Kind, sql: String) async throws {
    let world = try await World.make(kind)
    let entry = AuditEntry(person: world.patient, kind: .signedIn, at: Self.later)
    try await world.store.write { try $0.audit.record(entry) }
    await #expect(throws: SQLError.self) { try await world.store.write { try $0.connection.execute(sql) } }
    #expect(try await world.store.read { try $0.audit.list(limit: 9) }.map(\.entry) == [entry])
  }

  @Test(arguments: Kind.allCases)
  func whatWasKeptLongEnoughGoes(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { tables in
      try tables.audit.record(AuditEntry(person: world.patient, kind: .signedIn, at: Self.long))
      try tables.audit.record(AuditEntry(person: world.patient, kind: .signedOut, at: Self.later))
    }
    #expect(try await world.store.write { try $0.audit.deleteKept(until: start, limit: 9) } == 1)
    #expect(try await world.store.read { try $0.audit.list(limit: 9) }.map(\.entry.kind) == [.signedOut])
  }

  /// Even where the clock of the server is wrong.
  @Test(arguments: Kind.allCases)
  func aWrongClockRemovesNothing(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write {
      try $0.audit.record(AuditEntry(person: world.patient, kind: .signedIn, at: Self.later))
    }
    let future = Self.later.adding(milliseconds: 2 * AuditStore.keepMilliseconds)
    await #expect(throws: SQLError.self) {
      try await world.store.write { try $0.audit.deleteKept(until: future, limit: 9) }
    }
    #expect(try await world.store.read { try $0.audit.list(limit: 9) }.count == 1)
  }

  @Test(arguments: Kind.allCases)
  func anOpeningGoesOnlyWithItsFile(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { tables in
      let file = NewFile(
        name: "a.png", realm: .eyemon, roomID: world.room, uploaderID: world.patient, kind: .image,
        mediaType: "image/png", title: "a", size: 1, key: "k")
      let id = try tables.files.insert(file, at: start)
      try tables.files.insertOpening(of: id, by: world.doctor, variant: "original", address: "::1", at: start)
    }
    for sql in ["DELETE FROM file_openings", "UPDATE file_openings SET person_id = 1"] {
      await #expect(throws: SQLError.self) { try await world.store.write { try $0.connection.execute(sql) } }
    }
    #expect(try await world.store.read { try $0.files.openings() }.count == 1)
    _ = try await world.store.write { try $0.files.deleteWaiting(before: start.adding(milliseconds: 1), limit: 9) }
    #expect(try await world.store.read { try $0.files.openings() }.isEmpty)
  }

  @Test func queriesOfTheRecordUseIndexes() async throws {
    let world = try await World.make()
    let slow = try await world.store.write { tables in
      for _ in 0..<200 { try tables.audit.record(AuditEntry(person: world.patient, kind: .signedIn, at: Self.long)) }
      _ = try tables.audit.list(of: world.patient, limit: 5)
      _ = try tables.audit.list(limit: 5)
      _ = try tables.audit.deleteKept(until: start, limit: 5)
      return (tables.connection as? SQLiteConnection)?.slowStatements
    }
    #expect(slow == [])
  }
}
