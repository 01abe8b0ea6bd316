import ChatSync
import Contract
import Domain
import Seeded
import Wire

/// Two people, one server, and a network that does its worst.
struct ChatSimulation {
  private var random: SeededRandom
  private var server = ModelServer()
  private var devices = [ModelDevice(mina), ModelDevice(doctor)]
  private var texts = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// - Returns: what went wrong.
  mutating func run(steps: Int) -> [String] {
    for _ in 0..<steps { step(random.below(2)) }
    heal()
    return verdict()
  }

  private mutating func step(_ index: Int) {
    let kind = random.below(100)
    switch kind {
    case 0..<18: submit(index)
    case 18..<48: exchange(index, isCalm: false)
    case 48..<66: hear(index)
    case 66..<72: connect(index)
    case 72..<76: disconnect(index)
    case 76..<82: fireTimer(index)
    case 82..<86:
      if random.chance(40) { devices[index].reload() }
    case 86..<90:
      devices[index].isLooking.toggle()
      tell(index, .lookingChanged(devices[index].isLooking))
    case 90..<93: tell(index, random.chance(50) ? .opened : .closed)
    case 93..<95: tell(index, .roomArrived(server.roomValue(for: devices[index].person.id)))
    case 95..<97: settleFailed(index)
    default: restore(index)
    }
  }

  private mutating func tell(_ index: Int, _ event: RoomSyncMachine.Event) {
    devices[index].receive(event, entropy: random.next())
  }

  private mutating func submit(_ index: Int) {
    texts += 1
    let isBad = random.chance(8)
    let text = (isBad ? "bad " : "") + devices[index].person.id.text + " \(texts)"
    if !isBad { devices[index].submitted.append(text) }
    tell(index, .submitted(content: text, clientID: "c\(texts)", at: instant(Int64(texts))))
  }

  /// The person repeats or removes what the server refused.
  private mutating func settleFailed(_ index: Int) {
    guard let item = devices[index].machine.outbox.first(where: { $0.isFailed }) else { return }
    tell(index, random.chance(30) ? .retried(clientID: item.clientID) : .removed(clientID: item.clientID))
  }

  /// One call reaches the server, or not; its answer comes back, or not.
  private mutating func exchange(_ index: Int, isCalm: Bool) {
    guard !devices[index].calls.isEmpty else { return }
    let call = devices[index].calls.remove(at: random.below(devices[index].calls.count))
    let isLost = !isCalm && random.chance(15)
    let isAnswerLost = isLost || (!isCalm && random.chance(15))
    let person = devices[index].person
    switch call {
    case .fetch(let cursor):
      let found = server.messages(after: cursor)
      tell(index, .fetched(isAnswerLost ? .unreachable : .success(found)))
    case .send(let draft):
      let result = isLost ? nil : server.send(draft, from: person)
      if let (message, isNew) = result, isNew { publish(.messageArrived(message)) }
      let answer: SyncResult<Message> =
        isAnswerLost ? .unreachable : result.map { .success($0.0) } ?? .refused(.badRequest)
      tell(index, .sent(clientID: draft.clientID ?? "", answer))
    case .markRead(let seq):
      if !isLost { publish(.readArrived(server.read(person.id, seq))) }
      tell(index, .markedRead(seq, isAnswerLost ? .unreachable : .success(true)))
    }
  }

  private mutating func publish(_ event: RoomSyncMachine.Event) {
    for index in devices.indices where devices[index].isConnected { devices[index].socket.append(event) }
  }

  /// An event of the socket: out of order, twice, or never.
  private mutating func hear(_ index: Int) {
    guard !devices[index].socket.isEmpty else { return }
    let place = random.chance(80) ? 0 : random.below(devices[index].socket.count)
    let event = devices[index].socket[place]
    if !random.chance(10) { devices[index].socket.remove(at: place) }
    if !random.chance(5) { tell(index, event) }
  }

  /// After each connection the app asks for the list of rooms.
  private mutating func connect(_ index: Int) {
    devices[index].isConnected = true
    tell(index, .connected)
    tell(index, .roomArrived(server.roomValue(for: devices[index].person.id)))
  }

  private mutating func disconnect(_ index: Int) {
    devices[index].isConnected = false
    devices[index].socket = []
    tell(index, .disconnected)
  }

  private mutating func fireTimer(_ index: Int) {
    guard !devices[index].timers.isEmpty else { return }
    let timer = devices[index].timers.remove(at: random.below(devices[index].timers.count))
    tell(index, .timerFired(timer))
  }

  private mutating func restore(_ index: Int) {
    guard !devices[index].pendingRestores.isEmpty else { return }
    let event = devices[index].pendingRestores.remove(at: random.below(devices[index].pendingRestores.count))
    tell(index, event)
  }

  /// The network is well again and everybody looks.
  private mutating func heal() {
    for index in devices.indices {
      while !devices[index].pendingRestores.isEmpty { restore(index) }
      devices[index].isLooking = true
      tell(index, .opened)
      tell(index, .lookingChanged(true))
      connect(index)
    }
    for _ in 0..<2_000 {
      var isQuiet = true
      for index in devices.indices {
        if !devices[index].calls.isEmpty {
          exchange(index, isCalm: true)
          isQuiet = false
        } else if !devices[index].socket.isEmpty {
          tell(index, devices[index].socket.removeFirst())
          isQuiet = false
        } else if !devices[index].timers.isEmpty {
          fireTimer(index)
          isQuiet = false
        }
      }
      if isQuiet { return }
    }
  }

  private func verdict() -> [String] {
    var faults: [String] = []
    for device in devices {
      let name = device.person.id.text
      faults += device.faults
      if device.machine.log.messages != server.messages { faults.append(name + " sees another room") }
      if device.machine.hasGap { faults.append(name + " sees a gap") }
      if device.machine.outbox.contains(where: { !$0.isFailed }) { faults.append(name + " has not sent all") }
      let arrived = server.messages.filter { $0.sender.id == device.person.id }.map(\.content)
      if arrived != device.submitted { faults.append("\(name) sent \(device.submitted), arrived \(arrived)") }
      let kept = device.records.keys.filter { $0.hasPrefix("m/") }.count
      if kept != server.messages.count { faults.append("\(name) kept \(kept) of \(server.messages.count)") }
      let waiting = device.records.keys.filter { $0.hasPrefix("o/") }.count
      if waiting != device.machine.outbox.count { faults.append("\(name) keeps \(waiting) items") }
      for other in devices {
        let newest = server.messages.last { $0.sender.id != other.person.id }?.seq ?? 0
        if device.machine.readPosition(of: other.person.id) < newest {
          faults.append("\(name) does not know how far \(other.person.id.text) has read")
        }
      }
    }
    return faults
  }
}
