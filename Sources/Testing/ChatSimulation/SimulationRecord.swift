import ChatSync
import Contract
import Domain

/// What a simulation knows to be true, whatever server and devices say.
struct SimulationRecord {
  struct RoomRecord {
    /// By seq, from 1.
    var ids: [ID<Message>] = []
    /// `[seq, person]`: not for that person's eyes from its first moment.
    var hidden: Set<[Int]> = []
    /// By person: what they last asked for.
    var muted: [Int: Bool] = [:]
    /// What was pinned last and not taken back since.
    var pinned: ID<Message>?
  }

  /// What somebody put on a message.
  struct Reacted: Hashable {
    var message: ID<Message>
    var emoji: String
    var person: Int
  }

  /// Something that a person said.
  struct Saying {
    var clientID: String
    var device: Int
    var room: Int
    var text: String
    /// The app that it was said to lives, or it reached the device's store: it cannot be lost.
    var isKept = false
    /// The person took it back, and the device knew.
    var isRemoved = false
    /// The text after the last edit of it in the outbox.
    var wanted: String
  }

  var rooms: [RoomRecord]
  /// `[who blocks, whom]`
  var blocks: Set<[Int]> = []
  /// What is on messages, and who must not see it.
  var reactions: [Reacted: Set<Int>] = [:]
  var acknowledged: Set<ID<Message>> = []
  var sayings: [Saying] = []
  /// Client ids whose place in the order is not the one in which they were said.
  var requeued: Set<String> = []
  /// Client ids whose text somebody changed by way of the room.
  var contended: Set<String> = []
  /// Messages of which somebody took a refused change back.
  var givenUp: Set<ID<Message>> = []
  /// Client ids that two tabs changed, or one that then ended: which of the wishes came last is not known.
  var disputed: Set<String> = []
  /// Client ids of items that reached a device's store.
  var durable: Set<String> = []
  /// Client ids of items of which a device's store had that they are being sent.
  var announced: Set<String> = []
  /// Client ids that were sent by a device that could not write down that they were: after its end it may not know.
  var loose: Set<String> = []
  /// By client id: the device that changed it last.
  var changers: [String: Int] = [:]
  /// By device and place: how far everybody was seen to have read.
  var positions: [[[ID<Person>: Int64]]]
  var faults: [String] = []

  init(rooms count: Int, devices: Int) {
    rooms = Array(repeating: RoomRecord(), count: count)
    positions = Array(repeating: [], count: devices)
  }

  mutating func restart(_ device: Int, places: Int) {
    positions[device] = Array(repeating: [:], count: places)
  }

  /// After the server has done a call.
  mutating func did(_ endpoint: Endpoint, by person: Int, _ handled: Handled, _ store: any ChatStore) {
    guard case .success(let answer) = handled.outcome else { return }
    switch endpoint {
    case .block(let other, let isBlocked):
      guard let number = store.people.firstIndex(where: { $0.id == other }) else { return }
      if isBlocked { blocks.insert([person, number]) } else { blocks.remove([person, number]) }
    case .send(let id, _):
      guard case .message(let message) = answer, let room = store.rooms.firstIndex(where: { $0.id == id }),
        Int(message.seq) == rooms[room].ids.count + 1
      else { return }
      if store.patients.contains(person) && !store.isConsultOpen { faults.append("p\(person) writes when closed") }
      rooms[room].ids.append(message.id)
      for member in store.rooms[room].members where blocks.contains([member, person]) {
        rooms[room].hidden.insert([Int(message.seq), member])
      }
    case .react(_, let message, let emoji, let isOn):
      let reacted = Reacted(message: message, emoji: emoji, person: person)
      let blockers = Set(blocks.filter { $0[1] == person }.map { $0[0] })
      reactions[reacted] = isOn ? reactions[reacted] ?? blockers : nil
    case .rooms:
      guard case .rooms(let listed) = answer else { return }
      for room in listed where room.pinned?.isGone == true {
        faults.append("\(room.id) has something pinned that went")
      }
    case .mute(let id, let isMuted):
      if let room = store.rooms.firstIndex(where: { $0.id == id }) { rooms[room].muted[person] = isMuted }
    case .pin(let id, let message):
      if let room = store.rooms.firstIndex(where: { $0.id == id }) { rooms[room].pinned = message }
    case .delete(let id, let message):
      guard let room = store.rooms.firstIndex(where: { $0.id == id }), rooms[room].pinned == message else { return }
      rooms[room].pinned = nil
    default: break
    }
  }
}
