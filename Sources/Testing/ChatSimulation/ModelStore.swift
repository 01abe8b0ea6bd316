import Contract
import Domain
import Wire

/// A server's store in the plainest form: what the contract says, and nothing else.
public struct ModelStore: ChatStore {
  struct Stored: Equatable {
    var message: Message
    var hiddenFrom: Set<Int> = []
    var hiddenReactions: Set<HiddenReaction> = []
    var quoted: Int?
    var sender: Int
  }

  /// A person's emoji that another must not see: the one had blocked the other when it was put there.
  struct HiddenReaction: Hashable {
    var emoji: String
    var person: Int
    var viewer: Int
  }

  struct StoredRoom: Equatable {
    var version: Int64 = 0
    var messages: [Stored] = []
    /// By member.
    var reads: [Int: Int64] = [:]
    var muted: Set<Int> = []
    /// Index of the message that is pinned for everybody.
    var pinned: Int?
    var createdAt = Timestamp(milliseconds: 0)
    var updatedAt = Timestamp(milliseconds: 0)
  }

  struct Content: Equatable {
    var rooms: [StoredRoom]
    var blocks: Set<[Int]> = []
  }

  public let people: [Person]
  public let rooms: [SimulatedRoom]
  public let patients: Set<Int>
  public var isConsultOpen = true
  var content: Content
  private var durable: Content
  private var unsynced = 0
  let mutant: Mutant?

  /// - Parameter isConsult: the first is a doctor, the others are patients, who have rooms with the first only.
  public init(people count: Int, isConsult: Bool = false, mutant: Mutant? = nil) {
    people = (0..<count).map { Person(id: ID("p\($0)"), nick: "사람\($0)") }
    var rooms: [SimulatedRoom] = []
    for a in 0..<count {
      for b in (a + 1)..<count where a == 0 || !isConsult {
        rooms.append(SimulatedRoom(id: ID("r\(a)\(b)"), members: [a, b]))
      }
    }
    self.rooms = rooms
    patients = isConsult ? Set(1..<count) : []
    content = Content(rooms: rooms.map { _ in StoredRoom() })
    durable = content
    self.mutant = mutant
  }

  public mutating func crash() {
    if mutant == .acknowledgedBeforeDurable { content = durable }
  }

  /// It has no disk.
  public mutating func cut(after operations: Int) {}
  public mutating func endCut() -> Bool { false }

  public mutating func call(_ endpoint: Endpoint, by person: Int, at now: Timestamp) -> Handled {
    do {
      let handled = try answer(endpoint, person, now)
      unsynced += 1
      // The mutant reaches the disk with every third transaction only.
      if mutant != .acknowledgedBeforeDurable || unsynced % 3 == 0 { durable = content }
      return handled
    } catch {
      return Handled(.failure(error))
    }
  }

  private mutating func answer(_ endpoint: Endpoint, _ person: Int, _ now: Timestamp) throws(APIError) -> Handled {
    switch endpoint {
    case .rooms:
      let listed = rooms.indices.filter { rooms[$0].members.contains(person) }
      return Handled(.success(.rooms(listed.map { view($0, for: person) })))
    case .send(let room, let draft): return try send(draft, try enter(room, person), person, now)
    case .edit(let room, let message, let edit):
      return try change(message, to: edit, try enter(room, person), person, now)
    case .delete(let room, let message):
      return try change(message, to: nil, try enter(room, person), person, now)
    case .react(let room, let message, let emoji, let isOn):
      return try react(emoji, isOn, message, try enter(room, person), person)
    case .history(let room, let before, let limit):
      return .init(.success(.history(try history(try enter(room, person), before, limit ?? 50, person))))
    case .changes(let room, let after, let limit):
      return .init(.success(.changes(try changes(try enter(room, person), after, limit ?? 200, person))))
    case .markRead(let room, let seq): return markRead(try enter(room, person), seq, person)
    case .markAllRead(let reads):
      var told: [Told] = []
      for read in reads { told += markRead(try enter(read.room, person), read.seq, person).told }
      return Handled(.success(.empty), told: told)
    case .pin(let room, let message): return try pin(message, try enter(room, person), person)
    case .mute(let room, let isMuted): return mute(isMuted, try enter(room, person), person)
    case .block(let other, let isBlocked):
      guard let number = people.firstIndex(where: { $0.id == other }) else { throw .personNotFound }
      if isBlocked { content.blocks.insert([person, number]) } else { content.blocks.remove([person, number]) }
      return Handled(.success(.empty))
    default: throw .unknownRoute
    }
  }

  func enter(_ id: ID<Room>, _ person: Int) throws(APIError) -> Int {
    guard let room = rooms.firstIndex(where: { $0.id == id }) else { throw .roomNotFound }
    guard rooms[room].members.contains(person) else { throw .notParticipant }
    return room
  }

  /// Who must not see what a person says.
  func blockers(of person: Int, in room: Int) -> Set<Int> {
    Set(rooms[room].members.filter { content.blocks.contains([$0, person]) })
  }

  func tell(_ seq: Int, in room: Int) -> [Told] {
    rooms[room].members.map { member in
      Told(
        person: member,
        event: .message(view(content.rooms[room].messages[seq - 1], in: room, for: member, isLive: true)))
    }
  }
}
