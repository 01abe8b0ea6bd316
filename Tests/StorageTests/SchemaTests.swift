import Contract
import Domain
import Foundation
import JSON
import SQL
import SQLite
import SearchText
import Storage
import Testing
import Tokens
import Wire

struct SchemaTests {
  @Test func migratingTwiceChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let first = try await DataStore.open(.file(folder.path + "/maru.db"))
    #expect(try await first.migrate().isEmpty)
    first.close()
    let second = try await DataStore.open(.file(folder.path + "/maru.db"))
    #expect(try await second.migrate().isEmpty)
  }

  @Test func dataOutliveTheProcess() async throws {
    let folder = try TemporaryFolder()
    let place = DataPlace.file(folder.path + "/maru.db")
    let world = try await World.make(place)
    let said = try await world.say("남는 말")
    world.store.close()
    let again = try await DataStore.open(place)
    #expect(
      try await again.read { try $0.messages.list(in: world.room, after: nil, limit: 100, for: world.patient) } == [
        said
      ])
  }

  @Test func dataOfANewerVersionAreLeftAlone() async throws {
    let folder = try TemporaryFolder()
    let place = DataPlace.file(folder.path + "/maru.db")
    let store = try await DataStore.open(place)
    _ = try await store.write {
      try $0.connection.execute("INSERT INTO schema_migrations (number, name) VALUES (900, 'later')")
    }
    store.close()
    await #expect(throws: MigrationError.madeByNewerVersion(schema: 900)) { try await DataStore.open(place) }
  }

  /// A few hundred rows in every table, every query of the hot paths, and no walk through a whole table.
  @Test func hotPathsUseIndexes() async throws {
    let world = try await World.make()
    let session = try await world.store.write { (tables) throws in
      for number in 0..<50 {
        let doctor = try insert("doctor\(number)@example.com", .doctor, tables)
        try tables.people.insertDoctor(doctor, realm: .eyemon, state: .approved, clinic: "c", specialty: "s")
        let room = try tables.rooms.findOrInsert(realm: .eyemon, world.patient, doctor, at: start).id
        for seq: Int64 in 1...4 {
          let message = NewMessage(roomID: room, senderID: doctor, clientID: "\(seq)", content: "x")
          _ = try put(message, tables)
        }
      }
      return try tables.sessions.insert(personID: world.patient, app: .eyemon, at: start)
    }
    let slow = try await world.store.write { (tables) throws in
      try Self.runHotPaths(tables, world, session)
      return (tables.connection as? SQLiteConnection)?.slowStatements
    }
    #expect(slow == [])
  }

  private static func runHotPaths(_ tables: Tables, _ world: World, _ session: RowID<SessionRow>) throws {
    _ = try tables.people.find(world.patient)
    _ = try tables.people.isTaken(email: "a@example.com", realm: .eyemon)
    _ = try tables.people.credentials(email: "a@example.com", realm: .eyemon)
    _ = try tables.people.doctors(realm: .eyemon)
    try runAccountPaths(tables, world)
    let pair = GenerationRow(
      sessionID: session, generation: 1, issuedAt: start, accessExpiresAt: start, refreshExpiresAt: start)
    try tables.sessions.insert(pair)
    _ = try tables.sessions.find(session)
    _ = try tables.sessions.generation(1, of: session)
    try tables.sessions.markUsed(1, of: session, at: start)
    try tables.sessions.deleteGenerations(of: session, below: 2, usedBefore: start)
    try tables.sessions.end(session, at: start)
    _ = try tables.rooms.find(world.room)
    _ = try tables.rooms.entry(world.room, for: world.patient, clientID: "a")
    _ = try tables.rooms.members(of: world.room, for: world.patient)
    _ = try tables.rooms.members(ofRoomsOf: world.patient)
    _ = try tables.rooms.list(of: world.patient)
    _ = try tables.rooms.companions(of: world.patient)
    _ = try tables.rooms.companions(of: world.patient, in: world.room)
    _ = try tables.rooms.list(of: world.patient, only: world.room)
    _ = try tables.rooms.moveRead(of: world.patient, in: world.room, to: 1)
    _ = try tables.messages.find(clientID: "1", of: world.patient, in: world.room)
    _ = try tables.messages.list(in: world.room, after: start, limit: 100, for: world.patient)
    _ = try tables.messages.newest(ofRoomsOf: world.patient)
    _ = try tables.messages.newest(ofRoomsOf: world.patient, only: world.room)
    try runChangePaths(tables, world)
    try runJobPaths(tables)
    try runPushPaths(tables, world, session)
  }

  private static func runPushPaths(_ tables: Tables, _ world: World, _ session: RowID<SessionRow>) throws {
    try tables.devices.put(NewDevice(way: .fcm, token: "t"), of: session, at: start)
    _ = try tables.devices.list(of: world.patient, at: start)
    _ = try tables.devices.find(RowID(1), at: start)
    try tables.devices.prune(RowID(1), token: "t")
    try tables.devices.delete(of: session)
    _ = try tables.push.waiting(in: world.room)
    _ = try tables.push.hasMuted(world.room)
    try tables.push.settle(world.room, to: 1, except: [world.doctor])
    _ = try tables.push.newest(in: world.room, for: world.patient)
    _ = try tables.push.mayReach(world.doctor, from: world.patient)
    try tables.push.setLevel("none", of: world.patient)
    _ = try tables.push.level(of: world.patient)
    let notice = NewNotice(name: "n", personID: world.patient, kind: "message", roomID: world.room, seq: 1)
    guard let id = try tables.notices.put(notice, at: start) else { return }
    _ = try tables.notices.find(id)
    _ = try tables.notices.list(of: world.patient, below: NoticePlace(toldAt: start, id: 9), limit: 5)
    _ = try tables.notices.unreadCount(of: world.patient)
    try tables.notices.markRead(["n"], of: world.patient, at: start)
    try tables.notices.markRead(nil, of: world.patient, at: start)
    try tables.notices.delete(before: start, limit: 5)
  }

  private static func runJobPaths(_ tables: Tables) throws {
    for number in 0..<50 {
      try tables.jobs.add(kind: .mail, key: "\(number)", payload: [:], runAt: start.adding(milliseconds: 1))
    }
    guard let id = try tables.jobs.add(kind: .mail, payload: [:], runAt: start) else { return }
    _ = try tables.jobs.hasDue(.mail, at: start)
    _ = try tables.jobs.take(.mail, limit: 4, lease: "a", until: start, at: start)
    _ = try tables.jobs.renew(id, lease: "a", until: start)
    _ = try tables.jobs.giveBack(id, lease: "a", fault: "", until: start)
    _ = try tables.jobs.end(id, lease: "a", as: .done, at: start)
    _ = try tables.jobs.list([.open, .dead], limit: 5)
    _ = try tables.jobs.count(.dead)
    _ = try tables.jobs.deleteEnded(before: start, limit: 5)
  }

  private static func runAccountPaths(_ tables: Tables, _ world: World) throws {
    _ = try tables.identities.find(.email, "a@example.com", realm: .eyemon)
    _ = try tables.identities.list(of: world.patient)
    try tables.identities.markVerified(.email, of: world.patient)
    try tables.identities.delete(.phone, of: world.patient)
    _ = try tables.people.passwordHash(of: world.patient)
    _ = try tables.doctors.isApproved(world.doctor)
    _ = try tables.doctors.find(world.doctor)
    _ = try tables.consents.history(of: world.patient)
    let place = CodePlace(realm: .eyemon, purpose: .reset, subject: "a@example.com")
    try tables.codes.insert(CodeRow(person: world.patient, seed: "", createdAt: start, expiresAt: start), at: place)
    _ = try tables.codes.list(at: place, since: start)
    try tables.codes.markUsed(at: place, start)
    try tables.codes.deleteOld(at: start)
    try tables.codes.delete(for: "a@example.com", realm: .eyemon)
    _ = try tables.sessions.peopleWithOpen()
  }

  private static func runChangePaths(_ tables: Tables, _ world: World) throws {
    let message = NewMessage(roomID: world.room, senderID: world.doctor, content: "x")
    let row = try put(message, tables)
    let id = row.id
    try tables.rooms.lock(world.room)
    _ = try tables.rooms.takeVersion(world.room)
    _ = try tables.rooms.setPin(id, in: world.room)
    _ = try tables.rooms.setMuted(true, of: world.patient, in: world.room)
    try tables.messages.edit(row, content: "y", mentions: [], version: 2, at: start)
    try tables.messages.setReactions([], of: id, version: 3)
    try tables.messages.delete(row, keepingUntil: nil, version: 4, at: start)
    try tables.messages.hide(seq: 1, in: world.room, from: [world.patient])
    _ = try tables.messages.hidden(1, 2, in: world.room)
    _ = try tables.messages.find(id, visibleTo: world.patient)
    _ = try tables.messages.history(in: world.room, before: 9, limit: 5, for: world.patient)
    _ = try tables.messages.changes(in: world.room, after: 0, limit: 5, for: world.patient)
    _ = try tables.messages.pinned(ofRoomsOf: world.patient)
    let grams = SearchText("가나다").neededGrams
    for room in [world.room, nil] {
      let scope = SearchScope(
        grams: .all(grams), room: room, before: SearchPlace(room: world.room, at: start), limit: 5)
      _ = try tables.messages.found(scope, for: world.patient)
      _ = try tables.search.count(grams[0], in: room, of: world.patient, atMost: 9)
      var letter = scope
      letter.grams = .any(SearchText("가").gramsOfFirst ?? 0...0)
      _ = try tables.messages.found(letter, for: world.patient)
    }
    try tables.reports.insert(Report(reason: .spam), of: row, by: world.patient, at: start)
    _ = try tables.reports.list(isOpen: true, limit: 5)
    _ = try tables.reports.openCount()
    _ = try tables.reports.close(1, at: start)
    try tables.blocks.insert(world.doctor, by: world.patient, at: start)
    _ = try tables.blocks.list(of: world.patient)
    try tables.blocks.delete(world.doctor, by: world.patient)
  }
}

struct ServerSecretsTests {
  @Test func keysAreMadeOnceAndForTheirOwnerOnly() throws {
    let folder = try TemporaryFolder()
    let first = try ServerSecrets.load(folder: folder.path)
    let second = try ServerSecrets.load(folder: folder.path)
    #expect(first.tokenKeys.all == second.tokenKeys.all)
    #expect(first.tokenKeys.all.map(\.bytes.count) == [32])
    #expect(first.identifiers.id(RowID<Person>(1)) == second.identifiers.id(RowID<Person>(1)))
    for name in ["token.key", "id.key"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test func aDamagedKeyStopsTheStart() throws {
    let folder = try TemporaryFolder()
    try Data("abc".utf8).write(to: URL(filePath: folder.path + "/token.key"))
    #expect(throws: SecretsError.unreadable(folder.path + "/token.key")) {
      try ServerSecrets.load(folder: folder.path)
    }
  }

  @Test func aLostKeyIsNotReplacedWhereThereAreData() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SecretsError.missing(folder.path + "/token.key")) {
      try ServerSecrets.load(folder: folder.path, mayMake: false)
    }
    let made = try ServerSecrets.load(folder: folder.path)
    #expect(try ServerSecrets.load(folder: folder.path, mayMake: false).tokenKeys.all == made.tokenKeys.all)
  }

  @Test func anIdOfOneKindIsNoneOfAnother() throws {
    let identifiers = try ServerSecrets.ephemeral().identifiers
    let id = identifiers.id(RowID<Person>(7))
    #expect(identifiers.row(id) == RowID(7))
    #expect(identifiers.row(ID<Room>(id.text)) == nil)
    #expect(identifiers.row(ID<Person>("abc")) == nil)
  }
}
