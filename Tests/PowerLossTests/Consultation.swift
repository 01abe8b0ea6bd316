import Chats
import Contract
import Domain
import PowerLoss
import SQL
import Seeded
import Storage
import Wire

let start = Timestamp(milliseconds: 1_750_000_000_000)

/// A room on a disk whose power goes again and again while people talk in it.
struct Consultation {
  private let disk: PowerLossDisk
  private let durability: Durability
  private let readers: Int
  private let identifiers: Identifiers
  private var random: SeededRandom

  init(seed: UInt64, durability: Durability) throws {
    disk = PowerLossDisk(seed: seed, sectors: seed % 2 == 0 ? .safe : .fragile)
    self.durability = durability
    // In turns with threads, whose commits hold many, and without, where the seed decides everything.
    readers = seed % 4 < 2 ? 2 : 0
    random = SeededRandom(seed: seed)
    identifiers = try ServerSecrets.ephemeral().identifiers
  }

  private func open() async throws -> DataStore {
    try await DataStore.open(.fileSystem(disk.name), durability: durability, readers: readers)
  }

  private func chats(_ store: DataStore) -> Chats {
    Chats(store: store, identifiers: identifiers, clock: { start }, publish: { _ in })
  }

  /// What was promised and not kept after a few cuts; empty where all was.
  mutating func brokenPromises(cuts: Int) async throws -> [String] {
    var store = try await open()
    let (patient, doctor) = try await people(store)
    let room = try await chats(store).openRoom(with: identifiers.id(doctor), by: patient).id
    let talkers = (0..<4).map { Talker("t\($0)", $0 % 2 == 0 ? patient : doctor, seed: random.next()) }
    var broken: [String] = []
    for _ in 0..<cuts where broken.isEmpty {
      // From the first operations to a few checkpoints.
      disk.cut(after: 1 + random.below(1 << (3 + random.below(11))))
      let talking = readers == 0 ? [talkers[random.below(talkers.count)]] : talkers
      broken += await talk(talking, chats(store), in: room)
      store.close()
      disk.restore()
      do {
        store = try await open()
        broken += try await check(store, talkers, room, patient)
      } catch { broken.append("after the cut: \(error)") }
    }
    store.close()
    return broken
  }

  private func people(_ store: DataStore) async throws -> (RowID<Person>, RowID<Person>) {
    try await store.write { tables in
      let ids = try [("p@example.com", Role.patient), ("d@example.com", .doctor)].compactMap { email, role in
        try tables.people.insert(
          NewPerson(realm: .eyemon, email: email, nick: "x", role: role, passwordHash: "h"), at: start)
      }
      guard ids.count == 2 else { throw SQLError.mistake("no people") }
      try tables.people.insertDoctor(ids[1], realm: .eyemon, state: .approved, clinic: "c", specialty: "s")
      return (ids[0], ids[1])
    }
  }

  /// Until the power is gone; whatever ends a talk before is a fault.
  private func talk(_ talkers: [Talker], _ chats: Chats, in room: ID<Room>) async -> [String] {
    let disk = disk
    return await withTaskGroup(of: String?.self) { group in
      for talker in talkers {
        group.addTask {
          let error = await talker.talk(chats, in: room)
          return disk.isOff ? nil : "\(talker.name): \(error)"
        }
      }
      return await group.reduce(into: []) { if let fault = $1 { $0.append(fault) } }
    }
  }

  private func check(
    _ store: DataStore, _ talkers: [Talker], _ room: ID<Room>, _ reader: RowID<Person>
  ) async throws -> [String] {
    let health = try await store.write { tables in
      try tables.connection.first("PRAGMA integrity_check") { (row) throws(SQLError) in try row.text(0) }
    }
    var broken = health == "ok" ? [] : ["the database is damaged: \(health ?? "no answer")"]
    let messages = try await chats(store).messages(in: room, after: nil, limit: 1_000_000, for: reader).messages
    if messages.map(\.seq) != Array(1...Int64(messages.count) + 1).dropLast() { broken.append("a hole or a double") }
    var stored: [String: Message] = [:]
    for message in messages {
      guard let id = message.clientID else { continue }
      if stored.updateValue(message, forKey: id) != nil { broken.append("\(id) is there twice") }
    }
    for talker in talkers {
      for (id, promise) in talker.promises {
        guard let message = stored[id] else {
          broken.append("\(id) is lost")
          continue
        }
        if !promise.holds(for: message) { broken.append("\(id) is not as it was promised") }
      }
      talker.learn(stored)
    }
    return broken
  }
}
