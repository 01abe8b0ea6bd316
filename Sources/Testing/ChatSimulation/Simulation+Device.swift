import ChatSync
import Contract
import Domain
import Seeded
import Wire

extension Simulation {
  /// The app is killed between two commands.
  func isUnlucky(_ device: Int) -> Bool {
    guard !isCalm, random.below(600) == 0 else { return false }
    stop(device)
    return true
  }

  func tellAll(_ device: Int, _ event: RoomSyncMachine.Event) {
    let life = devices[device].life
    for place in devices[device].places.indices where devices[device].life == life { tell(device, place, event) }
  }

  /// - Returns: whether all that the machine wished for was carried out.
  @discardableResult
  func tell(_ device: Int, _ place: Int, _ event: RoomSyncMachine.Event) -> Bool {
    guard devices[device].isRunning else { return false }
    let life = devices[device].life
    note("  d\(device) r\(devices[device].places[place].room) \(Self.say(event))")
    let commands = devices[device].places[place].machine.receive(event, entropy: random.next())
    let machine = devices[device].places[place].machine
    if machine.isLooking { devices[device].list.saw(machine.roomID, through: machine.log.newestSeq) }
    check(device, place)
    for command in commands {
      guard devices[device].life == life else { return false }
      if isUnlucky(device) { return false }
      perform(command, device, place)
    }
    return devices[device].life == life
  }

  private func perform(_ command: RoomSyncMachine.Command, _ device: Int, _ place: Int) {
    let room = devices[device].places[place].machine.roomID
    switch command {
    case .read(let range): devices[device].reads.append((place: place, range: range))
    case .write(let writes): devices[device].write(writes)
    case .fetchHistory(let before, let limit):
      call(device, .history(place: place, before: before), .history(room: room, before: before, limit: limit))
    case .fetchChanges(let after, let limit):
      guard mutant != .changesNotAskedFor else {
        let nothing = ChangePage(messages: [], version: after, lastSeq: 0, hasMore: false)
        tell(device, place, .changesFetched(after: after, .success(nothing)))
        return
      }
      call(device, .changes(place: place, after: after), .changes(room: room, after: after, limit: limit))
    case .send(let draft):
      call(device, .send(place: place, clientID: draft.clientID ?? ""), .send(room: room, draft))
    case .operate(let operation):
      call(device, .operate(place: place, id: operation.id), operation.endpoint(in: room))
    case .markRead(let seq): call(device, .markRead(place: place, seq: seq), .markRead(room: room, seq: seq))
    case .upload(let clientID, let file):
      devices[device].uploads.append(SimulatedDevice.Upload(place: place, clientID: clientID, file: file.id))
    case .cancelUpload(_, let file): devices[device].uploads.removeAll { $0.file == file }
    case .startTimer(let timer, let pause):
      if !(1...30_000).contains(pause) { fault("d\(device) pauses for \(pause)") }
      devices[device].pauses.removeAll { $0 == .init(place: place, timer: timer) }
      devices[device].pauses.append(.init(place: place, timer: timer))
    }
  }

  func take(_ device: Int, _ event: LiveEvent) {
    note("d\(device) hears \(Self.say(event))")
    let places = devices[device].places
    let me = devices[device].me.id
    switch event {
    case .message(var message):
      guard let place = places.firstIndex(where: { $0.machine.roomID == message.roomID }) else { return }
      if mutant == .versionGapIgnored, message.version > places[place].machine.version {
        message.version = places[place].machine.version + 1
      }
      devices[device].typing.end(message.sender.id, in: message.roomID)
      list(device, message)
      tell(device, place, .messageArrived(message))
    case .read(let room, let position):
      guard let place = places.firstIndex(where: { $0.machine.roomID == room }) else { return }
      devices[device].write(devices[device].list.take(position, in: room, me: me))
      tell(device, place, .readArrived(position))
      if devices[device].isRunning && devices[device].list.isBehind { askRooms(device) }
    case .typing(let room, let person, let lease): hearTyping(device, room, person, lease)
    case .room(let room):
      guard let place = places.firstIndex(where: { $0.machine.roomID == room.id }) else { return }
      devices[device].write(devices[device].list.merge(room, me: me))
      tell(device, place, .roomArrived(room))
    }
  }

  func list(_ device: Int, _ message: Message) {
    guard devices[device].isRunning else { return }
    if let writes = devices[device].list.take(message, me: devices[device].me.id) {
      devices[device].write(writes)
      if devices[device].list.isBehind { askRooms(device) }
    } else {
      askRooms(device)
    }
  }

  /// What holds at every moment, not only in the end.
  private func check(_ device: Int, _ place: Int) {
    let machine = devices[device].places[place].machine
    let room = devices[device].places[place].room
    let known = record.rooms[room]
    let messages = machine.log.messages
    for index in messages.indices {
      let seq = Int(messages[index].seq)
      guard seq >= 1, seq <= known.ids.count, known.ids[seq - 1] == messages[index].id else {
        fault("d\(device) has a message at \(seq) that nobody sent")
        return
      }
      let above = index > 0 ? messages[index - 1].id : nil
      let isNeighbour = mutant == .adjacencyWithoutProof ? index > 0 : machine.log.isContiguous(at: index)
      if isNeighbour && above != (seq > 1 ? known.ids[seq - 2] : nil) {
        fault("d\(device) draws \(seq) of r\(room) as the neighbour of what it is not")
      }
      if known.hidden.contains([seq, devices[device].person]) && !machine.shown(messages[index]).content.isEmpty {
        fault("d\(device) shows \(seq) of r\(room), whose sender is blocked")
      }
    }
    for position in machine.reads {
      let before = record.positions[device][place][position.personID] ?? 0
      if position.seq < before { fault("d\(device) sees a read position go back") }
      record.positions[device][place][position.personID] = position.seq
    }
  }
}
