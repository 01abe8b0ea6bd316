import Domain
import Foundation
import SQL
import Storage
import StorageTesting
import Wire

let start = Timestamp(milliseconds: 1_750_000_000_000)

/// Where the data of a test lie. Every fact holds for all.
enum Kind: CaseIterable, Sendable {
  case memory, file, postgres

  /// PostgreSQL where the tests were given a server, the others where not.
  static var allCases: [Kind] { DataPlace.serverUnderTest == nil ? [.memory, .file] : [.postgres] }
}

/// Two people, a doctor and their room, in a database of the test's own.
struct World: Sendable {
  var folder: TemporaryFolder?
  let store: DataStore
  let patient: RowID<Person>
  let doctor: RowID<Person>
  let room: RowID<Room>

  static func make(_ kind: Kind) async throws -> World {
    guard kind == .file else { return try await make(.ofTest()) }
    let folder = try TemporaryFolder()
    var world = try await make(.file(folder.path + "/maru.db"))
    world.folder = folder
    return world
  }

  static func make(_ place: DataPlace = .memory) async throws -> World {
    let store = try await DataStore.open(place, durability: .off)
    let (patient, doctor, room) = try await store.write { (tables) throws in
      let patient = try insert("a@example.com", .patient, tables)
      let doctor = try insert("d@example.com", .doctor, tables)
      try tables.people.insertDoctor(
        doctor, realm: .eyemon, state: .approved, clinic: "밝은안과", specialty: "망막")
      return (patient, doctor, try tables.rooms.findOrInsert(realm: .eyemon, patient, doctor, at: start).id)
    }
    return World(folder: nil, store: store, patient: patient, doctor: doctor, room: room)
  }

  @discardableResult
  func say(
    _ content: String, by sender: RowID<Person>? = nil, clientID: String? = nil, at now: Timestamp = start
  ) async throws -> MessageRow {
    let message = NewMessage(roomID: room, senderID: sender ?? patient, clientID: clientID, content: content)
    return try await store.write { (tables) throws in
      try put(message, tables, at: now)
    }
  }
}

struct Missing: Error {}

/// The row as its sender sees it.
func put(_ message: NewMessage, _ tables: Tables, at now: Timestamp = start) throws -> MessageRow {
  guard let place = try tables.rooms.advance(message.roomID, at: now),
    let id = try tables.messages.insert(message, at: place),
    let row = try tables.messages.find(id, in: message.roomID, for: message.senderID)
  else { throw Missing() }
  return row
}

func insert(_ email: String, _ role: Role, _ tables: Tables) throws -> RowID<Person> {
  let person = NewPerson(realm: .eyemon, email: email, nick: "하늘", role: role, passwordHash: "hash")
  guard let id = try tables.people.insert(person, at: start) else { throw Missing() }
  return id
}

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "storage-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
