import ChatSync
import Contract
import Domain
import Session
import Wire

/// A device of a person: the machines of an app, and a store that holds what was written and nothing else.
struct SimulatedDevice {
  struct Place {
    let room: Int
    var machine: RoomSyncMachine
    var signal = TypingSignal()
  }

  /// What a call was made for.
  enum Purpose: Equatable {
    case rooms
    case history(place: Int, before: Int64?)
    case changes(place: Int, after: Int64)
    case send(place: Int, clientID: String)
    case operate(place: Int, id: String)
    case markRead(place: Int, seq: Int64)
    case markAllRead
    case setting(place: Int)
    case block

    /// Whether it may change something on the server: it waits until the device has written down that it leaves.
    var isChange: Bool {
      switch self {
      case .rooms, .history, .changes: false
      case .send, .operate, .markRead, .markAllRead, .setting, .block: true
      }
    }
  }

  /// A call that leaves when so many changes are in the store.
  struct Held {
    var after: Int
    var purpose: Purpose
    var endpoint: Endpoint
  }

  /// Something about an item that the person wanted, until it is in the store.
  struct Unsettled {
    var after: Int
    var clientID: String
    var isRemoval: Bool
  }

  struct Upload: Equatable {
    var place: Int
    var clientID: String
    var file: String
  }

  struct Pause: Equatable {
    var place: Int
    var timer: RoomSyncMachine.Timer
  }

  let number: Int
  let person: Int
  let me: Person
  let shared: DeviceStore
  /// Not where a mutant forgets it.
  let seesJournal: Bool

  /// Counts the starts of the app: answers to an earlier one are not for this one.
  var life = 0
  var isRunning = false
  var session = SessionMachine(renewal: .token)
  var list = RoomList()
  var places: [Place] = []
  var typing = TypingLeases()
  /// What is asked of the store and not answered: a place, or the outboxes of all.
  var reads: [(place: Int, range: RecordRange)] = []
  var isOutboxAsked = false
  /// What will be the answer to that, and whether this tab has written to an outbox since.
  var outboxRead: [ID<Room>: KeptOutbox] = [:]
  var hasWrittenOutbox = false
  /// What was handed to the store and is not in it, in order; it ends with the app.
  var journal: [[RecordWrite]] = []
  /// How many such changes are in the store.
  var written = 0
  /// The last attempt to write failed.
  var isRefused = false
  var held: [Held] = []
  var unsettled: [Unsettled] = []
  var isWriter = false
  var becomesWriter = false
  var pauses: [Pause] = []
  var isSessionPausing = false
  var uploads: [Upload] = []
  var calls: [String: Purpose] = [:]
  var lastCall = 0
  var socket: [LiveEvent] = []
  var isConnected = false
  var isConnecting = false
  var isLooking = false

  init(number: Int, person: Int, me: Person, shared: DeviceStore, seesJournal: Bool) {
    self.seesJournal = seesJournal
    self.number = number
    self.person = person
    self.me = me
    self.shared = shared
    shared.tabs.append(number)
  }

  var store: [String: String] { shared.records }
  /// How many changes were handed to the store.
  var given: Int { written + journal.count }
  var clock: Int64 {
    get { shared.clock }
    nonmutating set { shared.clock = newValue }
  }
  /// Each tab has a session of its own.
  var sessionKey: String { "session/\(number)" }

  /// The app begins: only the store is left of what was before.
  mutating func start(rooms: [(number: Int, room: SimulatedRoom)]) {
    life += 1
    isRunning = true
    session = SessionMachine(renewal: .token)
    list = RoomList()
    typing = TypingLeases()
    if shared.writer == nil { shared.writer = number } else { shared.waiting.append(number) }
    isWriter = shared.writer == number
    becomesWriter = isWriter
    let machines = rooms.map { room in
      var machine = machine(room.room.id)
      if !isWriter { _ = machine.receive(.writerChanged(false), entropy: 0) }
      return machine
    }
    places = zip(rooms, machines).map { Place(room: $0.number, machine: $1) }
    reads = []
    forgetJournal()
    askOutboxes()
    pauses = []
    isSessionPausing = false
    uploads = []
    calls = [:]
    socket = []
    isConnected = false
    isConnecting = false
    isLooking = false
    list.restore(
      store.keys.filter { $0.hasPrefix(ChatRecords.rooms) }.sorted().compactMap { ChatRecords.room(store[$0] ?? "") })
    list.restore(marks: records(RecordRange(from: ChatRecords.marks, through: ChatRecords.marks + "~")))
  }

  /// With pages so small that a few messages are many.
  func machine(_ room: ID<Room>) -> RoomSyncMachine {
    var sizes = RoomSyncMachine.Sizes()
    sizes.page = 4
    sizes.longestPage = 6
    sizes.changes = 5
    sizes.changePages = 3
    sizes.gone = 6
    return RoomSyncMachine(roomID: room, me: me.id, sizes: sizes)
  }

  mutating func stop() {
    shared.leave(number)
    life += 1
    isRunning = false
    isConnected = false
    places = []
    calls = [:]
    socket = []
    reads = []
    uploads = []
    pauses = []
    forgetJournal()
  }

  private mutating func forgetJournal() {
    journal = []
    written = 0
    isRefused = false
    held = []
    unsettled = []
  }

  mutating func askOutboxes() {
    shared.news.remove(number)
    isOutboxAsked = true
    outboxRead = outboxes()
    hasWrittenOutbox = false
  }

  /// Hands changes to the store, which writes them later.
  mutating func write(_ writes: [RecordWrite]) {
    guard !writes.isEmpty else { return }
    journal.append(writes)
    if ChatRecords.isOutbox(writes) { hasWrittenOutbox = true }
  }

  /// The first changes that wait are in the store now, all of them or none.
  mutating func commit(_ count: Int) -> [RecordWrite] {
    let batches = journal.prefix(count)
    journal.removeFirst(count)
    written += count
    isRefused = false
    let writes = batches.flatMap { $0 }
    shared.write(writes)
    if batches.contains(where: ChatRecords.isOutbox) {
      shared.news.formUnion(shared.tabs.filter { $0 != number })
    }
    unsettled.removeAll { $0.after <= written }
    return writes
  }

  /// What the app sees of its store: with what it has handed over.
  func records(_ range: RecordRange) -> [StoredRecord] {
    let keys =
      range.from == range.through
      ? [range.from] : store.keys.filter { $0 >= range.from && $0 <= range.through }.sorted()
    let stored = keys.compactMap { key in store[key].map { StoredRecord(key: key, value: $0) } }
    return seesJournal ? journal.flatMap { $0 }.applied(to: stored, in: range) : stored
  }

  func outboxes() -> [ID<Room>: KeptOutbox] {
    ChatRecords.outboxes(records(RecordRange(from: ChatRecords.outboxes, through: ChatRecords.outboxes + "~")))
  }
}
