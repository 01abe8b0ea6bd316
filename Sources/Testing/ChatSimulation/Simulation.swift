import ChatSync
import Contract
import Domain
import Seeded
import Session
import Wire

/// Several devices and one server under one schedule that a seed decides: the network delays, loses, repeats and
/// reorders; links are cut or die unnoticed; server and apps are killed between any two commands; clocks step; tokens
/// expire; and people send, edit, delete, react, read and block meanwhile. In the end everything heals, and all must
/// agree.
public final class Simulation {
  /// A call on its way to the server.
  struct Request {
    var device: Int
    var life: Int
    var id: String
    /// Set for the renewal of a session.
    var generation: Int?
    var endpoint: Endpoint
    var token: String?
  }

  struct Reply {
    var device: Int
    var life: Int
    var id: String
    var generation: Int?
    var outcome: SessionMachine.Outcome
  }

  public let seed: UInt64
  let mutant: Mutant?
  /// Whether messages may carry files: a real store has its own upload route.
  let hasFiles: Bool
  /// Whether the power goes in the middle of writing now and then, of a store that can be cut off there.
  let cutsWrites: Bool
  var random: SeededRandom
  var store: any ChatStore
  var sessions: SimulatedSessions
  var devices: [SimulatedDevice]
  /// Devices whose socket the server has joined.
  var joined: Set<Int> = []
  var requests: [Request] = []
  var replies: [Reply] = []
  var serverClock: Int64 = 1_767_571_200_000
  /// Nothing goes wrong any more.
  var isCalm = false
  var texts = 0
  var record: SimulationRecord
  /// In the end: what the server shows, by room and person.
  var pages: [[MessagePage]] = []
  /// What goes on, line by line; nil where nobody wants to read it.
  public private(set) var trace: [String]?

  public init(
    seed: UInt64, store: any ChatStore, mutant: Mutant? = nil, hasFiles: Bool = true, cutsWrites: Bool = false,
    traces: Bool = false
  ) {
    self.seed = seed
    self.store = store
    self.mutant = mutant
    self.hasFiles = hasFiles
    self.cutsWrites = cutsWrites
    random = SeededRandom(seed: seed)
    devices = []
    // Some have two devices, some two tabs of one.
    for person in store.people.indices {
      let first = DeviceStore()
      for shared in [first, person % 2 == Int(seed % 2) ? first : DeviceStore()] {
        devices.append(
          SimulatedDevice(
            number: devices.count, person: person, me: store.people[person], shared: shared,
            seesJournal: mutant != .unwrittenUnseen))
      }
    }
    sessions = SimulatedSessions(devices: devices.count)
    record = SimulationRecord(rooms: store.rooms.count, devices: devices.count)
    trace = traces ? [] : nil
    for device in devices.indices { start(device) }
  }

  /// - Returns: what went wrong; nothing where all is well.
  public func run(steps: Int) -> [String] {
    for _ in 0..<steps {
      step()
      if !record.faults.isEmpty { return record.faults }
    }
    markAtLast()
    heal()
    if record.faults.isEmpty { judge() }
    return record.faults
  }

  /// Some mark all as read just before all heals, so that nothing they look at later hides what became of it.
  private func markAtLast() {
    for device in devices.indices where devices[device].isRunning && random.chance(40) { markAllRead(device) }
    for _ in 0..<40 {
      let device = random.below(devices.count)
      if devices[device].isRunning { writeStore(device) }
      exchange()
      deliverReply()
    }
  }

  func note(_ text: @autoclosure () -> String) {
    if trace != nil { trace?.append(text()) }
  }

  func fault(_ text: String) {
    if record.faults.count < 20 { record.faults.append(text) }
    note("FAULT " + text)
  }

  private func step() {
    let device = random.below(devices.count)
    guard devices[device].isRunning else {
      if random.chance(40) { start(device) }
      return
    }
    if random.chance(50) && grantLock(device) { return }
    if random.chance(40) { writeStore(device) }
    guard devices[device].isRunning else { return }
    switch random.below(1_000) {
    case 0..<90: submit(device)
    case 90..<370: exchange()
    case 370..<470: deliverReply()
    case 470..<630: hear(device)
    case 630..<690: connect(device)
    case 690..<715: disconnect(device)
    case 715..<730: joined.remove(device)
    case 730..<800: firePause(device)
    case 800..<880: readStore(device)
    case 880..<985: act(device)
    case 985..<992: stop(device)
    case 992..<995: sessions.expire(device)
    case 995..<998: crashServer()
    default: devices[device].clock += Int64(random.below(7_200_000)) - 3_600_000
    }
  }

  // MARK: Starts and ends

  func start(_ device: Int) {
    note("d\(device) starts")
    let person = devices[device].person
    let rooms = store.rooms.enumerated().filter { $0.element.members.contains(person) }
    devices[device].start(rooms: rooms.map { (number: $0.offset, room: $0.element) })
    record.restart(device, places: rooms.count)
    let token = devices[device].store[devices[device].sessionKey]
    if let token {
      tellSession(device, .restore(person: devices[device].me.id, refreshToken: token, isLeaving: false))
    } else {
      tellSession(device, .signedIn(sessions.answer(device, devices[device].me)))
    }
    for place in devices[device].places.indices where random.chance(70) { tell(device, place, .opened) }
  }

  func stop(_ device: Int) {
    note("d\(device) is killed")
    forgetUnwritten(device)
    devices[device].stop()
    joined.remove(device)
  }

  func crashServer() {
    note("the server is killed")
    store.crash()
    for device in joined.sorted() { disconnect(device) }
    joined = []
    for request in requests { reply(request, .unreachable) }
    requests = []
  }

  // MARK: Sockets

  func connect(_ device: Int) {
    guard !devices[device].isConnected else { return }
    devices[device].isConnecting = true
    tellSession(device, .tokenWanted(fresh: false))
  }

  /// The session gave a token: the server joins the socket, or refuses.
  func join(_ device: Int, token: String) {
    guard devices[device].isConnecting else { return }
    if sessions.check(token, of: device) != nil {
      devices[device].isConnecting = false
      tellSession(device, .accessRefused(token))
      return
    }
    note("d\(device) joins")
    devices[device].isConnecting = false
    devices[device].isConnected = true
    joined.insert(device)
    askRooms(device)
    tellAll(device, .connected)
  }

  func disconnect(_ device: Int) {
    guard devices[device].isConnected else { return }
    note("d\(device) loses its socket")
    devices[device].isConnected = false
    devices[device].socket = []
    joined.remove(device)
    tellAll(device, .disconnected)
  }

  func publish(_ told: [Told]) {
    for one in told {
      for device in joined where devices[device].person == one.person { devices[device].socket.append(one.event) }
    }
  }

  /// An event of the socket: mostly in order, seldom late, twice, or never.
  private func hear(_ device: Int) {
    guard !devices[device].socket.isEmpty else { return }
    let place = random.chance(85) ? 0 : random.below(devices[device].socket.count)
    let event = devices[device].socket[place]
    if !random.chance(6) { devices[device].socket.remove(at: place) }
    if !random.chance(4) { take(device, event) }
  }

  // MARK: Pauses

  func firePause(_ device: Int) {
    if devices[device].isSessionPausing && random.chance(50) {
      devices[device].isSessionPausing = false
      tellSession(device, .timerFired)
    } else if !devices[device].pauses.isEmpty {
      let pause = devices[device].pauses.remove(at: random.below(devices[device].pauses.count))
      tell(device, pause.place, .timerFired(pause.timer))
    }
  }
}
