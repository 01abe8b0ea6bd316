import ChatSimulation
import Chats
import Contract
import Domain
import PowerLoss
import SQL
import Storage
import Synchronization
import Wire

/// The server's own chats on SQLite, on a disk that forgets what was not synced when the process is killed.
public struct RealStore: ChatStore {
  private final class Heard: Sendable {
    private let state = Mutex<(now: Timestamp, events: [ChatEvent])>((Timestamp(milliseconds: 0), []))

    var now: Timestamp {
      get { state.withLock { $0.now } }
      set { state.withLock { $0.now = newValue } }
    }

    func add(_ event: ChatEvent) { state.withLock { $0.events.append(event) } }

    func take() -> [ChatEvent] {
      state.withLock { state in
        defer { state.events = [] }
        return state.events
      }
    }
  }

  public let people: [Person]
  public let rooms: [SimulatedRoom]
  public let patients: Set<Int>
  public var isConsultOpen = true {
    didSet { chats = Self.chats(opened.store, identifiers, heard, isConsultOpen) }
  }
  private let rows: [RowID<Person>]
  private let opened: OpenedStore
  private let identifiers: Identifiers
  private let heard = Heard()
  private var chats: Chats
  private let durability: Durability

  /// - Parameters:
  ///   - isConsult: as of the model.
  ///   - isSynced: not where a fault is put in on purpose.
  public init(people count: Int, isConsult: Bool = false, seed: UInt64, isSynced: Bool = true) throws {
    let durability: Durability = isSynced ? .full : .off
    self.durability = durability
    let disk = PowerLossDisk(seed: seed)
    identifiers = try Self.orderedIdentifiers()
    let (identifiers, heard) = (identifiers, heard)
    let store = try wait {
      try await DataStore.open(.fileSystem(disk.name), durability: durability, readers: 0)
    }
    opened = OpenedStore(disk, store)
    chats = Self.chats(store, identifiers, heard, true)
    var rows: [RowID<Person>] = []
    for number in 0..<count {
      let person = NewPerson(
        realm: isConsult ? .eyemon : .flatbread, email: "p\(number)@example.com", nick: "사람\(number)",
        role: !isConsult ? .member : number == 0 ? .doctor : .patient, passwordHash: "h")
      let row = try wait {
        try await store.write { tables in
          let row = try tables.people.insert(person, at: Timestamp(milliseconds: 0))
          if let row, person.role == .doctor {
            try tables.people.insertDoctor(row, realm: .eyemon, state: .approved, clinic: "", specialty: "")
          }
          return row
        }
      }
      if let row { rows.append(row) }
    }
    self.rows = rows
    patients = isConsult ? Set(1..<count) : []
    people = rows.enumerated().map { Person(id: identifiers.id($0.element), nick: "사람\($0.offset)") }
    var rooms: [SimulatedRoom] = []
    for a in 0..<count {
      for b in (a + 1)..<count where a == 0 || !isConsult {
        let (other, caller) = (people[b].id, rows[a])
        let room = try wait { [chats] in try await chats.openRoom(with: other, by: caller) }
        rooms.append(SimulatedRoom(id: room.id, members: [a, b]))
      }
    }
    self.rooms = rooms
    _ = heard.take()
  }

  /// Rooms and people have ids in the order in which they are made, as those of the model: clients keep and show by id
  /// what is otherwise equal.
  private static func orderedIdentifiers() throws -> Identifiers {
    while true {
      let identifiers = try ServerSecrets.ephemeral().identifiers
      let rooms = (1...3).map { identifiers.id(RowID<Room>($0)).text }
      let people = (1...3).map { identifiers.id(RowID<Person>($0)).text }
      if rooms == rooms.sorted(), people == people.sorted() { return identifiers }
    }
  }

  private static func chats(_ store: DataStore, _ identifiers: Identifiers, _ heard: Heard, _ isOpen: Bool) -> Chats {
    Chats(
      store: store, identifiers: identifiers, isConsultOpen: isOpen, clock: { heard.now }, publish: { heard.add($0) })
  }

  public mutating func cut(after operations: Int) { opened.disk.cut(after: operations) }

  public mutating func endCut() -> Bool {
    opened.disk.cut(after: 0)
    return opened.disk.isOff
  }

  /// Nothing may fail here, wherever the power went.
  public mutating func crash() {
    opened.store.close()
    opened.disk.restore()
    let (disk, durability) = (opened.disk, durability)
    let reopened = try? wait {
      try await DataStore.open(.fileSystem(disk.name), durability: durability, readers: 0)
    }
    guard let again = reopened else {
      preconditionFailure("the database does not open after a power loss")
    }
    opened.store = again
    chats = Self.chats(again, identifiers, heard, isConsultOpen)
  }

  public mutating func call(_ endpoint: Endpoint, by person: Int, at now: Timestamp) -> Handled {
    heard.now = now
    let (chats, row) = (chats, rows[person])
    do {
      let answer = try wait { try await Self.answer(endpoint, chats, row) }
      return Handled(.success(answer), told: heard.take().flatMap(tell))
    } catch {
      _ = heard.take()
      return Handled(.failure(error as? APIError ?? .internalError))
    }
  }

  private static func answer(_ endpoint: Endpoint, _ chats: Chats, _ row: RowID<Person>) async throws -> Answer {
    switch endpoint {
    case .rooms: return .rooms(try await chats.rooms(of: row))
    case .send(let room, let draft): return .message(try await chats.send(draft, in: room, by: row).message)
    case .edit(let room, let message, let edit):
      return .message(try await chats.edit(message, edit, in: room, by: row))
    case .delete(let room, let message): return .message(try await chats.delete(message, in: room, by: row))
    case .react(let room, let message, let emoji, let isOn):
      return .message(try await chats.react(with: emoji, isOn: isOn, to: message, in: room, by: row))
    case .history(let room, let before, let limit):
      return .history(try await chats.history(in: room, before: before, limit: limit, for: row))
    case .changes(let room, let after, let limit):
      return .changes(try await chats.changes(in: room, after: after, limit: limit, for: row))
    case .markRead(let room, let seq): try await chats.markRead(in: room, to: seq, by: row)
    case .markAllRead(let reads): try await chats.markAllRead(reads, by: row)
    case .pin(let room, let message): return .room(try await chats.pin(message, in: room, by: row))
    case .mute(let room, let isMuted): return .room(try await chats.mute(isMuted, in: room, by: row))
    case .block(let other, let isBlocked): _ = try await chats.block(other, isBlocked: isBlocked, by: row)
    default: throw APIError.unknownRoute
    }
    return .empty
  }

  private func tell(_ event: ChatEvent) -> [Told] {
    switch event {
    case .sent(let forms), .changed(let forms):
      told(forms.members) { .message(forms.form(for: $0)) }
    case .readMoved(let room, let position, let members): told(members) { _ in .read(room, position) }
    case .roomShown(let room, let person): told([person]) { _ in .room(room) }
    }
  }

  private func told(_ members: [RowID<Person>], _ event: (RowID<Person>) -> LiveEvent) -> [Told] {
    members.compactMap { member in
      rows.firstIndex(of: member).map { Told(person: $0, event: event(member)) }
    }
  }
}
