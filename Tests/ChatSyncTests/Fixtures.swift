import ChatSync
import Contract
import Domain
import Wire

let room = ID<Room>("room-1")
let mina = Person(id: ID("mina"), nick: "미나")
let doctor = Person(id: ID("doctor"), nick: "한 원장")

func instant(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_767_571_200_000 + milliseconds) }

func message(
  _ seq: Int64, _ content: String = "", from sender: Person = doctor, clientID: String? = nil,
  in roomID: ID<Room> = room
) -> Message {
  Message(
    id: ID("m\(seq)"), roomID: roomID, seq: seq, clientID: clientID, content: content.isEmpty ? "\(seq)" : content,
    sender: sender, createdAt: instant(min(seq, 1_000_000) * 1_000), updatedAt: instant(min(seq, 1_000_000) * 1_000))
}

func roomValue(
  _ id: ID<Room> = room, lastSeq: Int64 = 0, unread: Int = 0, reads: [ReadPosition] = [], updated: Int64 = 0
) -> Room {
  Room(
    id: id, participants: [mina, doctor], createdAt: instant(0), updatedAt: instant(updated),
    lastMessage: lastSeq > 0 ? message(lastSeq, in: id) : nil, lastSeq: lastSeq, unreadCount: unread, reads: reads)
}

extension RoomSyncMachine {
  /// A room that is open, with nothing kept on the device.
  static func opened(cache: [Message] = [], outbox: [OutboxItem] = []) -> RoomSyncMachine {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    _ = machine.receive(.outboxRestored(outbox), entropy: 0)
    _ = machine.receive(.cacheRestored(cache), entropy: 0)
    _ = machine.receive(.opened, entropy: 0)
    return machine
  }

  /// Open, and the server has told all that it has.
  static func current(_ messages: [Message] = []) -> RoomSyncMachine {
    var machine = opened()
    _ = machine.receive(.fetched(.success(messages)), entropy: 0)
    return machine
  }

  /// Without the writes to the store.
  mutating func wishes(_ event: Event) -> [Command] {
    receive(event, entropy: 0).filter { if case .write = $0 { false } else { true } }
  }

  mutating func writes(_ event: Event) -> [RecordWrite] {
    var writes: [RecordWrite] = []
    for case .write(let some) in receive(event, entropy: 0) { writes += some }
    return writes
  }
}
