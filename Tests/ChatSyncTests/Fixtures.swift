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
  in roomID: ID<Room> = room, version: Int64? = nil
) -> Message {
  Message(
    id: ID("m\(seq)"), roomID: roomID, seq: seq, version: version ?? seq, clientID: clientID,
    content: content.isEmpty ? "\(seq)" : content,
    sender: sender, createdAt: instant(max(0, min(seq, 1_000_000)) * 1_000),
    updatedAt: instant(max(0, min(seq, 1_000_000)) * 1_000))
}

func roomValue(
  _ id: ID<Room> = room, lastSeq: Int64 = 0, unread: Int = 0, reads: [ReadPosition] = [], updated: Int64 = 0,
  version: Int64? = nil
) -> Room {
  Room(
    id: id, participants: [mina, doctor], createdAt: instant(0), updatedAt: instant(updated),
    lastMessage: lastSeq > 0 ? message(lastSeq, in: id) : nil, lastSeq: lastSeq, unreadCount: unread, reads: reads,
    version: version ?? lastSeq)
}

/// The newest page of a room whose messages were never changed.
func page(_ messages: [Message]) -> SyncResult<MessagePage> {
  let newest = messages.last?.seq ?? 0
  return .success(MessagePage(messages: messages, version: newest, lastSeq: newest))
}

func changes(_ messages: [Message], version: Int64? = nil, lastSeq: Int64? = nil, more: Bool = false)
  -> SyncResult<ChangePage>
{
  let newest = messages.map(\.version).max() ?? 0
  return .success(
    ChangePage(
      messages: messages, version: version ?? newest, lastSeq: lastSeq ?? messages.map(\.seq).max() ?? 0,
      hasMore: more))
}

func submit(_ content: String, _ id: String) -> RoomSyncMachine.Event {
  .submitted(OutboxItem(clientID: id, content: content, createdAt: instant(0)))
}

func send(_ content: String, _ id: String) -> RoomSyncMachine.Command {
  .send(MessageDraft(clientID: id, content: content))
}

let askNewest = RoomSyncMachine.Command.fetchHistory(before: nil, limit: 80)
func askChanges(_ version: Int64) -> RoomSyncMachine.Command { .fetchChanges(after: version, limit: 500) }

extension RoomSyncMachine {
  /// A room that is open, with nothing kept on the device.
  static func opened(outbox: [OutboxItem] = []) -> RoomSyncMachine {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    _ = machine.receive(.outboxRestored(KeptOutbox(items: outbox)), entropy: 0)
    _ = machine.receive(.opened, entropy: 0)
    _ = machine.receive(.recordsRead([]), entropy: 0)
    return machine
  }

  /// Open, and the server has told all that it has.
  static func current(_ messages: [Message] = []) -> RoomSyncMachine {
    var machine = opened()
    _ = machine.receive(.historyFetched(before: nil, page(messages)), entropy: 0)
    return machine
  }

  /// As a new machine after the old one ended: only its records are left.
  static func restored(from store: [String: String], outbox: Bool = false) -> RoomSyncMachine {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    let records = store.sorted { $0.key < $1.key }.map { StoredRecord(key: $0.key, value: $0.value) }
    if outbox {
      let kept = ChatRecords.outboxes(records.filter { $0.key.hasPrefix("o/") })
      _ = machine.receive(.outboxRestored(kept[room] ?? KeptOutbox()), entropy: 0)
    }
    var commands = machine.receive(.opened, entropy: 0)
    while case .read(let range)? = commands.first(where: { if case .read = $0 { true } else { false } }) {
      let found = records.filter { $0.key >= range.from && $0.key <= range.through }
      commands = machine.receive(.recordsRead(found), entropy: 0)
    }
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

  /// Carries the writes of an event out on a store.
  mutating func receive(_ event: Event, into store: inout [String: String]) {
    for write in writes(event) {
      if write.value == nil && write.key.hasSuffix("/") {
        for key in store.keys where key.hasPrefix(write.key) { store[key] = nil }
      }
      store[write.key] = write.value
    }
  }
}
