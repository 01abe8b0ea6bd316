import ChatSync
import Contract
import Domain
import Wire

/// A device: a machine, its store, what is under way to and from the server, and its timers.
struct ModelDevice {
  enum Call: Equatable {
    case fetch(Timestamp?)
    case send(MessageDraft)
    case markRead(Int64)
  }

  let person: Person
  var machine: RoomSyncMachine
  var records: [String: String] = [:]
  var calls: [Call] = []
  var timers: [RoomSyncMachine.Timer] = []
  var socket: [RoomSyncMachine.Event] = []
  var isConnected = false
  var isLooking = false
  /// Restoring takes time: what must still come from the store.
  var pendingRestores: [RoomSyncMachine.Event] = []
  var submitted: [String] = []
  var faults: [String] = []

  init(_ person: Person) {
    self.person = person
    machine = RoomSyncMachine(roomID: room, me: person.id)
    reload()
  }

  /// The page is closed and opened again: only the records are left.
  mutating func reload() {
    machine = RoomSyncMachine(roomID: room, me: person.id)
    calls = []
    timers = []
    socket = []
    isConnected = false
    isLooking = false
    var messages: [Message] = []
    var outbox: [OutboxItem] = []
    for (key, value) in records.sorted(by: { $0.key < $1.key }) {
      if key.hasPrefix("m/"), let message = ChatRecords.message(value) { messages.append(message) }
      if key.hasPrefix("o/"), let item = ChatRecords.outboxItem(value) { outbox.append(item) }
    }
    pendingRestores = [.cacheRestored(messages), .outboxRestored(outbox)]
  }

  mutating func receive(_ event: RoomSyncMachine.Event, entropy: UInt64) {
    for command in machine.receive(event, entropy: entropy) {
      switch command {
      case .fetch(let cursor):
        if calls.contains(where: { if case .fetch = $0 { true } else { false } }) { faults.append("two fetches") }
        calls.append(.fetch(cursor))
      case .send(let draft):
        calls.append(.send(draft))
      case .markRead(let seq):
        if calls.contains(where: { if case .markRead = $0 { true } else { false } }) { faults.append("two marks") }
        calls.append(.markRead(seq))
      case .startTimer(let timer, let pause):
        if pause < 1 || pause > 30_000 { faults.append("a pause of \(pause)") }
        timers.removeAll { $0 == timer }
        timers.append(timer)
      case .write(let writes):
        for write in writes { records[write.key] = write.value }
      }
    }
    if machine.log.provenCount != Int(machine.log.provenThrough) {
      faults.append("claims \(machine.log.provenThrough) with \(machine.log.provenCount) messages")
    }
  }
}
