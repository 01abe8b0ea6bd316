import AccountContract
import Crypto
import Domain
import Foundation
import JSON
import SQL
import Storage
import StorageTesting
import Synchronization
import Wire

@testable import Push

let start = Timestamp(milliseconds: 1_750_000_000_000)

final class Log<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }
  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}

struct Missing: Error {}

struct Sent: Sendable {
  var push: PushMessage
  var token: String
}

/// Who is there, as a test says.
final class TestPresence: Sendable {
  let online = Mutex<Set<RowID<Person>>>([])
  let inRoom = Mutex<Set<RowID<Person>>>([])

  var client: PresenceClient {
    PresenceClient(
      isOnline: { person in self.online.withLock { $0.contains(person) } },
      isInRoom: { person, _ in self.inRoom.withLock { $0.contains(person) } })
  }
}

/// A patient and a doctor with a room, one device of the doctor's, and push services that note what they get.
final class World: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let pushes: Pushes
  let presence = TestPresence()
  let sent = Log<Sent>()
  let told = Log<(person: RowID<Person>, notice: Notice, unread: Int64)>()
  let patient: RowID<Person>
  let doctor: RowID<Person>
  let session: RowID<SessionRow>
  let room: RowID<Room>
  let clock = Box(start)
  /// What the push services answer with; nil: they take it.
  let failure = Box<PushFailure?>(nil)

  init(realm: Realm = .eyemon) async throws {
    let store = try await DataStore.open(.ofTest(), durability: .off)
    self.store = store
    identifiers = try ServerSecrets.ephemeral().identifiers
    (patient, doctor, room) = try await store.write { (tables) throws in
      let roles: [Role] = realm == .eyemon ? [.patient, .doctor] : [.member, .member]
      let people = try zip(["하늘", "김안과"], roles).map { nick, role in
        let person = NewPerson(
          realm: realm, email: "\(nick)@example.com", nick: nick, role: role, passwordHash: "h")
        guard let id = try tables.people.insert(person, at: start) else { throw Missing() }
        return id
      }
      return (people[0], people[1], try tables.rooms.findOrInsert(realm: realm, people[0], people[1], at: start).id)
    }
    let doctor = doctor
    session = try await store.write { (tables) throws in
      let id = try tables.sessions.insert(
        personID: doctor, app: realm == .eyemon ? .eyemonDoctor : .flatbread, at: start)
      try tables.sessions.insert(
        GenerationRow(
          sessionID: id, generation: 1, issuedAt: start, accessExpiresAt: start.adding(milliseconds: 1_000),
          refreshExpiresAt: start.adding(milliseconds: 1_000_000_000)))
      return id
    }
    let (sent, told, clock, failure) = (sent, told, clock, failure)
    let client = PushClient { (push, device, _) async throws(PushFailure) in
      if let failure = failure.value.withLock({ $0 }) { throw failure }
      sent.add(Sent(push: push, token: device.token))
    }
    guard let identity = ServerIdentity(privateKey: [UInt8](repeating: 5, count: 32), contact: nil) else {
      throw Missing()
    }
    pushes = Pushes(
      store: store, identifiers: identifiers, settings: PushSettings(), identity: identity,
      clients: [.web: client, .fcm: client, .apns: client], presence: presence.client,
      clock: { clock.value.withLock { $0 } },
      tell: { told.add((person: $0, notice: $1, unread: $2)) })
    try await pushes.register(token: "fcm-token", language: "ko", of: session)
  }

  @discardableResult
  func say(_ content: String, by sender: RowID<Person>? = nil) async throws -> Int64 {
    let (room, at) = (room, clock.value.withLock { $0 })
    let message = NewMessage(roomID: room, senderID: sender ?? patient, content: content)
    return try await store.write { (tables) throws in
      guard let place = try tables.rooms.advance(room, at: at), try tables.messages.insert(message, at: place) != nil
      else { throw Missing() }
      return place.seq
    }
  }

  func advance(_ milliseconds: Int64) { clock.value.withLock { $0 = $0.adding(milliseconds: milliseconds) } }

  /// Settles the room and delivers what came of it, as the jobs would. - Returns: what was sent.
  func settle() async throws -> [Sent] {
    let before = sent.entries.count
    _ = try await pushes.settle([room])
    try await deliver()
    return Array(sent.entries.dropFirst(before))
  }

  func deliver() async throws {
    let at = clock.value.withLock { $0 }
    let jobs = try await store.write { (tables) throws in
      try tables.jobs.take(.push, limit: 100, lease: "x", until: at.adding(milliseconds: 1_000_000_000), at: at)
    }
    for job in jobs { try await pushes.deliver(job.payload) }
  }

  func read(_ seq: Int64, by person: RowID<Person>? = nil) async throws {
    let (room, person) = (room, person ?? doctor)
    _ = try await store.write { try $0.rooms.moveRead(of: person, in: room, to: seq) }
  }
}

/// A mutex that closures can hold before their owner is whole.
final class Box<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
