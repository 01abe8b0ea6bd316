import Chats
import Contract
import Domain
import SQL
import Storage
import StorageTesting
import Synchronization
import Testing
import Wire

let start = Timestamp(milliseconds: 1_750_000_000_000)

final class Published: Sendable {
  private let events = Mutex<[ChatEvent]>([])

  var all: [ChatEvent] { events.withLock { $0 } }

  func add(_ event: ChatEvent) { events.withLock { $0.append(event) } }

  /// Empties the list.
  func take() -> [ChatEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}

/// A patient, a doctor and their room; a second of each outside of it.
struct Clinic: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let published = Published()
  let chats: Chats
  let patient: RowID<Person>
  let doctor: RowID<Person>
  let otherPatient: RowID<Person>
  let otherDoctor: RowID<Person>
  let stranger: RowID<Person>

  init(isConsultOpen: Bool = true) async throws {
    store = try await DataStore.open(.ofTest())
    identifiers = try ServerSecrets.ephemeral().identifiers
    chats = Chats(
      store: store, identifiers: identifiers, isConsultOpen: isConsultOpen, clock: { start },
      publish: { [published] in published.add($0) })
    patient = try await Self.add("p1@example.com", .patient, .eyemon, store)
    doctor = try await Self.add("d1@example.com", .doctor, .eyemon, store)
    otherPatient = try await Self.add("p2@example.com", .patient, .eyemon, store)
    otherDoctor = try await Self.add("d2@example.com", .doctor, .eyemon, store)
    stranger = try await Self.add("m@example.com", .member, .flatbread, store)
  }

  static func add(_ email: String, _ role: Role, _ realm: Realm, _ store: DataStore) async throws -> RowID<Person> {
    let person = NewPerson(realm: realm, email: email, nick: String(email.prefix(2)), role: role, passwordHash: "h")
    return try #require(
      try await store.write { tables in
        guard let id = try tables.people.insert(person, at: start) else { return nil }
        if role == .doctor {
          try tables.people.insertDoctor(id, realm: realm, state: .approved, clinic: "c", specialty: "s")
        }
        return id
      })
  }

  func open() async throws -> Room {
    let room = try await chats.openRoom(with: identifiers.id(doctor), by: patient)
    _ = published.take()
    return room
  }

  /// A reservation of the patient, whose consult opens and closes so many milliseconds after the start; its time is
  /// that of the opening.
  @discardableResult
  func reserve(opens: Int64, closes: Int64?, in room: Room? = nil) async throws -> String {
    let opensAt = start.adding(milliseconds: opens)
    var row = ReservationRow(
      realm: .eyemon, doctor: doctor, patient: patient, clinic: nil, state: "confirmed", startsAt: opensAt,
      endsAt: nil, dueAt: nil, personName: "p1", schedule: ScheduleRow(doctor: doctor), at: start)
    row.opensAt = opensAt
    row.closesAt = closes.map { start.adding(milliseconds: $0) }
    row.room = room.flatMap { identifiers.row($0.id) }
    let reservation = row
    return identifiers.id(try await store.write { try $0.reservations.insert(reservation) }).text
  }

  /// Waits for a message of the patient; its path.
  func upload(_ name: String, in room: Room, kind: FileKind = .image) async throws -> String {
    let id = try #require(identifiers.row(room.id))
    let file = NewFile(
      name: name, realm: .eyemon, roomID: id, uploaderID: patient, kind: kind, mediaType: "image/jpeg", title: name,
      size: 3, width: 4, height: 2, key: "k")
    try await store.write { _ = try $0.files.insert(file, at: start) }
    return "/data/chats/" + name
  }

  @discardableResult
  func say(_ text: String, in room: Room, by person: RowID<Person>? = nil, clientID: String? = nil) async throws -> Sent
  {
    try await chats.send(MessageDraft(clientID: clientID, content: text), in: room.id, by: person ?? patient)
  }
}

/// The refusal that a call ends in; nil where it goes well.
func refusal<T>(_ call: () async throws -> T) async -> APIError? {
  do {
    _ = try await call()
    return nil
  } catch {
    if let error = error as? APIError { return error }
    Issue.record("another error than a refusal: \(error)")
    return nil
  }
}

struct Unexpected: Error {}

extension Chats {
  /// As far as tests talk.
  func messages(in room: ID<Room>, after instant: Timestamp?, for caller: RowID<Person>) async throws -> [Message] {
    try await messages(in: room, after: instant, limit: 1_000, for: caller).messages
  }
}
