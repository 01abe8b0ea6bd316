import ChatSync
import Contract
import Domain
import Seeded
import Wire

/// What people do.
extension Simulation {
  func submit(_ device: Int) {
    let place = random.below(devices[device].places.count)
    texts += 1
    let isTooLong = random.chance(4)
    let text = "\(texts)" + (isTooLong ? String(repeating: "a", count: 64 << 10) : "")
    var item = OutboxItem(
      clientID: "c\(texts)", content: text, createdAt: tick(device))
    if random.chance(20), let quoted = someMessage(device, place, own: false), !quoted.isGone {
      item.replyTo = Quote(id: quoted.id, seq: quoted.seq, senderID: quoted.sender.id, excerpt: quoted.content)
    }
    if hasFiles && random.chance(15) {
      for number in 0...random.below(2) {
        item.files.append(OutboxFile(id: "f\(texts).\(number)", name: "눈.png", kind: .image, size: 1_000))
      }
    }
    if random.chance(10) { item.mentions = [devices[device].me.id] }
    let room = devices[device].places[place].room
    note("p\(devices[device].person) says \(texts) in r\(room) on d\(device)")
    record.sayings.append(
      SimulationRecord.Saying(clientID: item.clientID, device: device, room: room, text: text, wanted: text))
    let number = record.sayings.count - 1
    record.sayings[number].isKept = tell(device, place, .submitted(item))
    if isTooLong { record.requeued.insert(item.clientID) }
  }

  private func someMessage(_ device: Int, _ place: Int, own: Bool) -> Message? {
    let machine = devices[device].places[place].machine
    let messages = machine.log.messages.suffix(12).filter { !own || $0.sender.id == machine.me }
    return messages.isEmpty ? nil : messages[messages.startIndex + random.below(messages.count)]
  }

  func act(_ device: Int) {
    let place = random.below(devices[device].places.count)
    switch random.below(100) {
    case 0..<27: operate(device, place)
    case 27..<49: changeOutbox(device, place)
    case 49..<56: settleFailed(device, place)
    case 56..<64: upload(device)
    case 64..<72:
      let isLooking = random.chance(60)
      tell(device, place, .lookingChanged(isLooking))
    case 72..<80: tell(device, place, random.chance(60) ? .opened : .closed)
    case 80..<85:
      let seq = Int64(random.below(30))
      tell(device, place, [.scrolledUp, .scrolledDown, .sought(seq)][random.below(3)])
    case 85:
      let other = store.people[random.below(store.people.count)].id
      guard other != devices[device].me.id else { return }
      call(device, .block, .block(person: other, isBlocked: random.chance(50)))
    case 86..<88: markAllRead(device)
    case 88: random.chance(50) ? showTyping(device, place) : askRooms(device)
    default: set(device, place)
    }
  }

  func markAllRead(_ device: Int) {
    devices[device].write(devices[device].list.sawAll())
    tellReads(device)
  }

  /// A room is muted, something in it pinned; or the consult closes or opens.
  private func set(_ device: Int, _ place: Int) {
    let room = devices[device].places[place].machine.roomID
    let me = devices[device].me.id
    if !store.patients.isEmpty && random.chance(50) {
      store.isConsultOpen.toggle()
      note("the consult is \(store.isConsultOpen ? "open" : "closed")")
    } else if random.chance(30) {
      call(device, .setting(place: place), .mute(room: room, isMuted: random.chance(50)))
    } else if let pinned = devices[device].list[room]?.pinned, random.chance(pinned.sender.id == me ? 80 : 20) {
      let instant = tick(device)
      if let clientID = pinned.clientID { record.contended.insert(clientID) }
      tell(device, place, .wanted(.delete, of: pinned.id, at: instant))
    } else {
      let message = random.chance(75) ? someMessage(device, place, own: false)?.id : nil
      call(device, .setting(place: place), .pin(room: room, message: message))
    }
  }

  private func operate(_ device: Int, _ place: Int) {
    let kind = random.below(100)
    guard let message = someMessage(device, place, own: kind < 60 && !random.chance(5)) else { return }
    let instant = tick(device)
    if let clientID = message.clientID { record.contended.insert(clientID) }
    if kind < 20 { race(device, message, instant) }
    if kind < 30 {
      texts += 1
      tell(device, place, .wanted(.edit(MessageEdit(content: "edit \(texts)")), of: message.id, at: instant))
    } else if kind < 55 {
      tell(device, place, .wanted(.delete, of: message.id, at: instant))
    } else {
      let emoji = ["👍", "👀", "❤️"][random.below(3)]
      tell(device, place, .wanted(.react(emoji: emoji, isOn: random.chance(70)), of: message.id, at: instant))
    }
  }

  /// No two wishes of a device are of one instant: what order they then had would be that of their messages' ids, which
  /// are not those of the model.
  private func tick(_ device: Int) -> Timestamp {
    devices[device].clock += 1
    return Timestamp(milliseconds: devices[device].clock)
  }

  /// The person's other device takes the message back at the same moment.
  private func race(_ device: Int, _ message: Message, _ instant: Timestamp) {
    let other = device ^ 1
    guard let place = devices[other].places.firstIndex(where: { $0.machine.roomID == message.roomID }) else { return }
    // Another store has a clock of its own, and may have seen that instant.
    let isShared = devices[other].shared === devices[device].shared
    tell(other, place, .wanted(.delete, of: message.id, at: isShared ? instant : tick(other)))
  }

  private func changeOutbox(_ device: Int, _ place: Int) {
    let outbox = devices[device].places[place].machine.outbox
    guard !outbox.isEmpty else { return }
    let item = outbox[random.below(outbox.count)]
    guard let saying = record.sayings.firstIndex(where: { $0.clientID == item.clientID }) else { return }
    record.requeued.insert(item.clientID)
    if let other = record.changers.updateValue(device, forKey: item.clientID), other != device {
      record.disputed.insert(item.clientID)
    }
    switch random.below(10) {
    case 0..<4:
      texts += 1
      let text = "better \(texts)"
      let isDone = tell(device, place, .edited(clientID: item.clientID, MessageEdit(content: text)))
      if isDone && item.wish != .removal { record.sayings[saying].wanted = text }
      if isDone { awaitWriting(item.clientID, device) } else { record.contended.insert(item.clientID) }
    case 4..<8:
      if tell(device, place, .removed(clientID: item.clientID)) {
        record.sayings[saying].isRemoved = true
        awaitWriting(item.clientID, device, isRemoval: true)
      } else {
        record.sayings[saying].isKept = false
      }
    default:
      // Where the other tab took it back and this one still showed it, either may come true.
      if item.isStuck && record.sayings[saying].isRemoved {
        record.sayings[saying].isRemoved = false
        record.sayings[saying].isKept = false
      }
      tell(device, place, .retried(clientID: item.clientID))
    }
  }

  private func awaitWriting(_ clientID: String, _ device: Int, isRemoval: Bool = false) {
    guard !devices[device].journal.isEmpty else { return }
    let wish = SimulatedDevice.Unsettled(after: devices[device].given, clientID: clientID, isRemoval: isRemoval)
    devices[device].unsettled.append(wish)
  }

  private func settleFailed(_ device: Int, _ place: Int) {
    guard let operation = devices[device].places[place].machine.operations.first(where: { $0.isFailed }) else { return }
    if random.chance(50) {
      tell(device, place, .operationRetried(id: operation.id))
    } else {
      record.givenUp.insert(operation.messageID)
      tell(device, place, .operationRemoved(id: operation.id))
    }
  }

  func upload(_ device: Int) {
    guard !devices[device].uploads.isEmpty else { return }
    let upload = devices[device].uploads.remove(at: 0)
    let luck = isCalm ? 99 : random.below(100)
    let result: SyncResult<Attachment> =
      luck < 25
      ? .unreachable
      : luck < 35
        ? .refused(.fileSize)
        : .success(Attachment(path: "/data/chats/" + upload.file, kind: .image, name: "눈.png", size: 1_000))
    if case .refused = result { record.requeued.insert(upload.clientID) }
    tell(device, upload.place, .uploaded(clientID: upload.clientID, fileID: upload.file, result))
  }
}
