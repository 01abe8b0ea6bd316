import Contract
import Domain
import JSON
import Privacy
import SQL
import Storage
import StorageTesting
import Synchronization
import Wire

let start = Timestamp(milliseconds: 1_750_000_000_000)
let year: Int64 = 366 * 24 * 3_600_000

struct Missing: Error {}

/// Stands in every text that is about the person who goes.
let mark = "물푸레"

/// Two people, of whom the first fills every table with something that bears the mark.
final class Scene: Sendable {
  let store: DataStore
  let person: RowID<Person>
  let other: RowID<Person>
  let room: RowID<Room>
  let now = Mutex(start)
  let lost = Mutex<[LostBytes]>([])
  let ended = Mutex<[RowID<SessionRow>]>([])
  let obligations = Mutex<[Obligation]>([])
  let archives = Mutex<[String: [ArchiveEntry]]>([:])

  init(_ realm: Realm) async throws {
    let store = try await DataStore.open(.ofTest(), durability: .off)
    self.store = store
    (person, other, room) = try await store.write { tables in
      let person = try Self.person(realm, mark, realm == .eyemon ? .patient : .member, tables)
      let other = try Self.person(realm, "others", realm == .eyemon ? .doctor : .member, tables)
      return (person, other, try tables.rooms.findOrInsert(realm: realm, person, other, at: start).id)
    }
  }

  private static func person(
    _ realm: Realm, _ name: String, _ role: Role, _ tables: Tables
  ) throws -> RowID<Person> {
    var new = NewPerson(
      realm: realm, email: "\(name)@example.com", nick: name, phoneNumber: name, introduction: name, role: role,
      passwordHash: "hash-\(name)")
    new.details.name = name
    new.details.hashTags = [name]
    new.details.birthDay = name
    new.details.gender = name
    new.details.info = [name]
    guard let id = try tables.people.insert(new, at: start) else { throw Missing() }
    return id
  }

  var privacy: Privacy {
    Privacy(
      store: store, identifiers: Self.identifiers,
      client: PrivacyClient(
        obligations: { [self] _, _ in obligations.withLock { $0 } },
        willErase: { [self] tables, person, _ in
          let sessions = try tables.sessions.open(of: person)
          return { self.ended.withLock { $0 += sessions } }
        },
        takeBack: { [self] message, room, _ in
          let at = now.withLock { $0 }
          try await store.write { tables in
            guard let row = try tables.messages.find(message), let version = try tables.rooms.takeVersion(room) else {
              throw Missing()
            }
            try tables.messages.delete(row, keepingUntil: nil, version: version, at: at)
          }
        },
        removeBytes: { [self] bytes in lost.withLock { $0.append(bytes) } },
        archive: { [self] row, next in
          var entries: [ArchiveEntry] = []
          while let entry = try await next() { entries.append(entry) }
          archives.withLock { [entries] in $0[row.name] = entries }
          return Int64(entries.count)
        }),
      clock: { [self] in now.withLock { $0 } })
  }

  static let identifiers: Identifiers = {
    guard let secrets = try? ServerSecrets.ephemeral() else { fatalError("no random bits") }
    return secrets.identifiers
  }()

  @discardableResult
  func say(_ content: String, by sender: RowID<Person>, file: String? = nil, at: Timestamp = start) async throws
    -> RowID<Message>
  {
    try await store.write { [room] tables in
      guard let realm = try tables.rooms.find(room)?.realm, let place = try tables.rooms.advance(room, at: at) else {
        throw Missing()
      }
      let new = NewMessage(
        roomID: room, senderID: sender, clientID: content, content: content,
        files: file.map { ["/data/chats/" + $0] } ?? [])
      guard let id = try tables.messages.insert(new, at: place) else { throw Missing() }
      guard let file else { return id }
      let row = NewFile(
        name: file, realm: realm, roomID: room, uploaderID: sender, kind: .image, mediaType: "image/png",
        title: content, size: 1, key: "k-\(content)")
      guard let found = try tables.files.find(try tables.files.insert(row, at: at)) else { throw Missing() }
      _ = try tables.files.attach([found], to: id)
      return id
    }
  }

  /// Every text of the database, by table and column.
  func texts() async throws -> [String: [String]] {
    try await store.read { tables in
      var found: [String: [String]] = [:]
      for (table, columns) in try SchemaReader.columns(tables.connection) {
        for column in columns {
          found["\(table).\(column)"] = try tables.connection.all(
            "SELECT CAST(\(column) AS TEXT) FROM \(table) WHERE \(column) IS NOT NULL"
          ) { (row) throws(SQLError) in try row.text(0) }
        }
      }
      return found
    }
  }

  /// Where the mark still stands.
  func marks() async throws -> Set<String> {
    Set(try await texts().filter { $0.value.contains { $0.contains(mark) } }.keys)
  }
}
