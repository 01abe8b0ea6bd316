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
  }

  /// What a call was made for.
  enum Purpose: Equatable {
    case rooms
    case history(place: Int, before: Int64?)
    case changes(place: Int, after: Int64)
    case send(place: Int, clientID: String)
    case operate(place: Int, id: String)
    case markRead(place: Int, seq: Int64)
    case markAllRead([RoomRead])
    case block
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
  /// Survives the end of the app.
  var store: [String: String] = [:]
  /// By the device's own clock, which may step.
  var clock: Int64 = 1_767_571_200_000

  /// Counts the starts of the app: answers to an earlier one are not for this one.
  var life = 0
  var isRunning = false
  var session = SessionMachine(renewal: .token)
  var list = RoomList()
  var places: [Place] = []
  /// What is asked of the store and not answered: a place, or the outboxes of all.
  var reads: [(place: Int, range: RecordRange)] = []
  var isOutboxAsked = false
  var pauses: [Pause] = []
  var isSessionPausing = false
  var uploads: [Upload] = []
  var calls: [String: Purpose] = [:]
  var lastCall = 0
  var socket: [LiveEvent] = []
  var isConnected = false
  var isConnecting = false
  var isLooking = false

  init(number: Int, person: Int, me: Person) {
    self.number = number
    self.person = person
    self.me = me
  }

  /// The app begins: only the store is left of what was before.
  mutating func start(rooms: [(number: Int, room: SimulatedRoom)]) {
    life += 1
    isRunning = true
    session = SessionMachine(renewal: .token)
    list = RoomList()
    let machines = rooms.map { machine($0.room.id) }
    places = zip(rooms, machines).map { Place(room: $0.number, machine: $1) }
    reads = []
    isOutboxAsked = true
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
    life += 1
    isRunning = false
    isConnected = false
    places = []
    calls = [:]
    socket = []
    reads = []
    uploads = []
    pauses = []
  }

  mutating func write(_ writes: [RecordWrite]) {
    for write in writes {
      if write.value == nil, write.key.hasSuffix("/") {
        for key in store.keys where key.hasPrefix(write.key) { store[key] = nil }
      } else {
        store[write.key] = write.value
      }
    }
  }

  func records(_ range: RecordRange) -> [StoredRecord] {
    let keys =
      range.from == range.through
      ? [range.from] : store.keys.filter { $0 >= range.from && $0 <= range.through }.sorted()
    return keys.compactMap { key in store[key].map { StoredRecord(key: key, value: $0) } }
  }

  func outboxes() -> [ID<Room>: KeptOutbox] {
    ChatRecords.outboxes(records(RecordRange(from: ChatRecords.outboxes, through: ChatRecords.outboxes + "~")))
  }
}
