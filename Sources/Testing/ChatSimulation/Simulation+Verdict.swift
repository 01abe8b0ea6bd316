import ChatSync
import Contract
import Domain
import Seeded
import Session
import Wire

extension Simulation {
  /// The network is well again, everybody opens everything and some look at it, and nothing fails until nothing is left
  /// to do.
  func heal() {
    isCalm = true
    note("all heals")
    for device in devices.indices {
      if !devices[device].isRunning { start(device) }
      disconnect(device)
      for place in devices[device].places.indices { tell(device, place, .opened) }
      for place in devices[device].places.indices { tell(device, place, .lookingChanged(random.chance(40))) }
    }
    settle()
    for device in devices.indices {
      for place in devices[device].places.indices { tell(device, place, .sought(.max)) }
    }
    // With a connection of its own after all that was under way.
    for device in devices.indices { disconnect(device) }
    for _ in 0..<40 {
      settle()
      var isComplete = true
      for device in devices.indices {
        for place in devices[device].places.indices where devices[device].places[place].machine.hasEarlier {
          isComplete = false
          tell(device, place, .scrolledUp)
        }
      }
      if isComplete || !record.faults.isEmpty { return }
    }
    fault("some room never becomes complete")
  }

  /// What the server shows everybody in the end, without ids: two stores that play one seed must come to the same.
  public var digest: String {
    var lines = ""
    for room in pages.indices {
      for person in store.rooms[room].members {
        for message in pages[room][person].messages {
          let sender = store.people.firstIndex { $0.id == message.sender.id } ?? -1
          let reactions = message.reactions.map { "\($0.emoji)\($0.personIDs.count)" }.joined(separator: ",")
          let quoted = message.replyTo.map { " of \($0.seq)" } ?? ""
          lines += "r\(room) p\(person) \(message.seq) p\(sender) \(Self.say(message)) \(reactions)\(quoted)\n"
        }
      }
    }
    return lines
  }

  private func settle() {
    for _ in 0..<20_000 {
      if !record.faults.isEmpty { return }
      var isQuiet = true
      while !requests.isEmpty || !replies.isEmpty {
        isQuiet = false
        if replies.isEmpty { exchange() } else { deliverReply(last: true) }
      }
      for device in devices.indices {
        if !devices[device].isConnected && !devices[device].isConnecting {
          connect(device)
          isQuiet = false
        } else if grantLock(device) {
          isQuiet = false
        } else if hasToRead(device) {
          readStore(device)
          isQuiet = false
        } else if !devices[device].journal.isEmpty {
          writeStore(device)
          isQuiet = false
        } else if !devices[device].uploads.isEmpty {
          upload(device)
          isQuiet = false
        } else if !devices[device].socket.isEmpty {
          take(device, devices[device].socket.removeFirst())
          isQuiet = false
        } else if !devices[device].pauses.isEmpty || devices[device].isSessionPausing {
          firePause(device)
          isQuiet = false
        }
      }
      if isQuiet && requests.isEmpty && replies.isEmpty { return }
    }
    fault("there is never an end")
  }

  func judge() {
    pages = store.rooms.indices.map { room in store.people.indices.map { view(room, of: $0) } }
    for room in store.rooms.indices {
      judgeRoom(room)
      judgeClock(room)
    }
    judgeReactions()
    for device in devices.indices { judgeDevice(device) }
    judgeTyping()
    judgeSayings()
  }

  /// What the server shows a person of a room.
  func view(_ room: Int, of person: Int) -> MessagePage {
    guard store.rooms[room].members.contains(person) else { return MessagePage(messages: [], version: 0, lastSeq: 0) }
    let endpoint = Endpoint.history(room: store.rooms[room].id, before: nil, limit: 200)
    let handled = store.call(endpoint, by: person, at: Timestamp(milliseconds: serverClock))
    guard case .success(.history(let page)) = handled.outcome else {
      fault("the server does not show r\(room)")
      return MessagePage(messages: [], version: 0, lastSeq: 0)
    }
    return page
  }

  /// Whatever the server's clock did: who asks by date misses nothing.
  private func judgeClock(_ room: Int) {
    for page in pages[room] {
      for (one, next) in zip(page.messages, page.messages.dropFirst()) where one.createdAt >= next.createdAt {
        fault("\(next.seq) of r\(room) is not younger than what was said before it")
      }
    }
  }

  private func judgeReactions() {
    for (room, viewers) in pages.enumerated() {
      for (viewer, page) in viewers.enumerated() {
        for message in page.messages { judgeReactions(message, in: room, to: viewer) }
      }
    }
  }

  private func judgeReactions(_ message: Message, in room: Int, to viewer: Int) {
    for reaction in message.reactions {
      for id in reaction.personIDs {
        guard let person = store.people.firstIndex(where: { $0.id == id }) else { continue }
        let reacted = SimulationRecord.Reacted(message: message.id, emoji: reaction.emoji, person: person)
        if record.reactions[reacted]?.contains(viewer) != false {
          fault("p\(viewer) sees what p\(person) put on \(message.seq) of r\(room)")
        }
      }
    }
  }

  private func judgeRoom(_ room: Int) {
    for device in devices.indices {
      guard let place = devices[device].places.firstIndex(where: { $0.room == room }) else { continue }
      let machine = devices[device].places[place].machine
      let page = pages[room][devices[device].person]
      compare(machine.log.messages, page.messages, "d\(device) in r\(room)")
      if machine.log.messages.count != page.messages.count { fault("d\(device) has not all of r\(room)") }
      if machine.version != page.version { fault("d\(device) knows version \(machine.version) of \(page.version)") }
      if machine.isEmpty != (page.lastSeq == 0 && machine.outbox.isEmpty) {
        fault("d\(device) is wrong about emptiness")
      }
      for item in machine.outbox where !item.isStuck { fault("d\(device) has not sent \(item.clientID)") }
      for operation in machine.operations where !operation.isFailed { fault("d\(device) has not done \(operation.id)") }
      judgeStore(device, place, page)
    }
  }

  /// The two are the same, but a quote may be older than what it quotes, as long as that is still there.
  private func compare(_ held: [Message], _ truth: [Message], _ name: String) {
    for message in held {
      let index = Int(message.seq) - 1
      guard truth.indices.contains(index) else {
        fault(name + " has \(message.seq), the server has not")
        continue
      }
      var held = message
      var right = truth[index]
      if let quote = held.replyTo, truth.indices.contains(Int(quote.seq) - 1), truth[Int(quote.seq) - 1].isGone,
        !quote.isDeleted || !quote.excerpt.isEmpty || quote.fileKind != nil
      {
        fault(name + " quotes at \(message.seq) what went")
      }
      held.replyTo = nil
      right.replyTo = nil
      if held != right { fault(name + " has \(held.seq) as \(Self.say(held)), the server as \(Self.say(right))") }
    }
  }

  static func say(_ event: RoomSyncMachine.Event) -> String {
    guard case .outboxRestored(let kept) = event else { return String("\(event)".prefix(200)) }
    let items = kept.items.map { "\($0.clientID) \($0.state)" + ($0.wish.map { " \($0)" } ?? "") }
    return "outboxRestored \(items.joined(separator: ", ")); \(kept.operations.map(\.id).joined(separator: ", "))"
  }

  static func say(_ event: LiveEvent) -> String {
    switch event {
    case .message(let message): "\(message.roomID)/\(message.seq) \(say(message))"
    case .read(let room, let position): "\(position.personID) read \(room) to \(position.seq)"
    case .room(let room): "\(room.id)"
    case .typing(let room, let person, let lease): "\(person) types in \(room) for \(lease)"
    }
  }

  static func say(_ message: Message) -> String {
    let state = message.isHidden ? " hidden" : message.isDeleted ? " deleted" : ""
    return "v\(message.version) '\(message.content.prefix(20))'\(state)"
  }

  /// Begun again without a network, the device shows nothing that is not so.
  private func judgeStore(_ device: Int, _ place: Int, _ page: MessagePage) {
    var machine = devices[device].machine(devices[device].places[place].machine.roomID)
    var commands = machine.receive(.opened, entropy: 0)
    for _ in 0..<20 {
      var reading: RecordRange?
      for case .read(let range) in commands { reading = range }
      guard let reading else { break }
      commands = machine.receive(.recordsRead(devices[device].records(reading)), entropy: 0)
      if commands.isEmpty { commands = machine.receive(.scrolledUp, entropy: 0) }
    }
    compare(machine.log.messages, page.messages, "d\(device)'s store")
    if machine.version > page.version { fault("d\(device)'s store knows more than there is") }
  }

  private func judgeDevice(_ device: Int) {
    let person = devices[device].person
    let handled = store.call(.rooms, by: person, at: Timestamp(milliseconds: serverClock))
    guard case .success(.rooms(let rooms)) = handled.outcome else { return fault("the server lists no rooms") }
    for room in rooms {
      judgeSettings(room, of: person)
      judgeUnread(room, of: person)
      guard let listed = devices[device].list[room.id], room.lastSeq > 0 else { continue }
      if listed.lastSeq != room.lastSeq { fault("d\(device) lists \(room.id) up to \(listed.lastSeq)") }
      let shown = devices[device].list.unreadCount(of: listed)
      if shown != room.unreadCount {
        fault("d\(device) shows \(shown) unread in \(room.id), the server has \(room.unreadCount)")
      }
      if listed.lastMessage.map(Self.say) != room.lastMessage.map(Self.say) {
        fault("d\(device) lists another last message of \(room.id)")
      }
      let isPinKnown = listed.pinned?.id == room.pinned?.id && listed.pinned.map(Self.say) == room.pinned.map(Self.say)
      if listed.isMuted != room.isMuted || !isPinKnown {
        fault("d\(device) does not know what is muted and pinned in \(room.id)")
      }
      let machine = devices[device].places.first { $0.machine.roomID == room.id }?.machine
      for position in room.reads where machine?.readPosition(of: position.personID) != position.seq {
        fault("d\(device) does not know how far \(position.personID) has read")
      }
    }
  }

  /// What others said above the person's read position, and may be seen.
  private func judgeUnread(_ room: Room, of person: Int) {
    guard let number = store.rooms.firstIndex(where: { $0.id == room.id }) else { return }
    let me = store.people[person].id
    let position = room.reads.first { $0.personID == me }?.seq ?? 0
    let unread = pages[number][person].messages.count { $0.seq > position && $0.sender.id != me && !$0.isHidden }
    if room.unreadCount != unread { fault("\(room.id) has \(unread) unread for p\(person), not \(room.unreadCount)") }
  }

  /// Muted for whom it was, and pinned what was pinned last and that person may see.
  private func judgeSettings(_ room: Room, of person: Int) {
    guard let number = store.rooms.firstIndex(where: { $0.id == room.id }) else { return }
    let known = record.rooms[number]
    if room.isMuted != known.muted[person] ?? false { fault("\(room.id) is muted for p\(person), or not") }
    let pinned = pages[number][person].messages.first { $0.id == known.pinned && !$0.isGone }
    if room.pinned?.id != pinned?.id { fault("\(room.id) has another message pinned for p\(person)") }
  }

  private func judgeSayings() {
    var places: [[String: [Int]]] = []
    for room in store.rooms.indices {
      var byClientID: [String: [Int]] = [:]
      for member in store.rooms[room].members {
        for message in pages[room][member].messages where message.sender.id == store.people[member].id {
          byClientID[message.clientID ?? "", default: []].append(Int(message.seq))
          if message.clientID != nil { record.acknowledged.remove(message.id) }
        }
      }
      places.append(byClientID)
    }
    for lost in record.acknowledged { fault("the acknowledged message \(lost) is gone") }
    var last: [[Int]: Int] = [:]
    for saying in record.sayings {
      let found = places[saying.room][saying.clientID] ?? []
      if found.count > 1 { fault("\(saying.clientID) stands in the room \(found.count) times") }
      guard let seq = found.first else {
        judgeUnsent(saying)
        continue
      }
      judgeSent(saying, seq)
      guard !record.requeued.contains(saying.clientID) else { continue }
      let sender = [saying.device, saying.room]
      if seq < last[sender] ?? 0 { fault("\(saying.clientID) was overtaken by what was said after it") }
      last[sender] = seq
    }
  }

  private func judgeUnsent(_ saying: SimulationRecord.Saying) {
    guard saying.isKept, !saying.isRemoved else { return }
    let isWaiting = devices[saying.device].places.contains { place in
      place.machine.outbox.contains { $0.clientID == saying.clientID && $0.isStuck }
    }
    if !isWaiting { fault("\(saying.clientID) is neither in the room nor in the outbox") }
  }

  private func judgeSent(_ saying: SimulationRecord.Saying, _ seq: Int) {
    let sender = devices[saying.device].person
    guard let message = pages[saying.room][sender].messages.first(where: { Int($0.seq) == seq }) else {
      return fault("p\(sender) does not see \(saying.clientID)")
    }
    let isLoose = record.loose.contains(saying.clientID)
    if saying.isRemoved && !message.isDeleted && !isLoose {
      fault("\(saying.clientID) was taken back and is still there")
    }
    // Of two tabs that edit one item at the same moment either may be the last.
    let isDisputed = record.disputed.contains(saying.clientID) || record.contended.contains(saying.clientID)
    guard !message.isDeleted, !isDisputed, !isLoose else { return }
    guard message.content != saying.wanted, !isRefused(saying, message.id) else { return }
    fault("\(saying.clientID) says \(message.content), not \(saying.wanted)")
  }

  /// The consult closed before the text that the person wanted by then: they are told so, or have given it up.
  private func isRefused(_ saying: SimulationRecord.Saying, _ message: ID<Message>) -> Bool {
    if record.givenUp.contains(message) { return true }
    let wanted = MessageOperation.Kind.edit(MessageEdit(content: saying.wanted))
    return devices[saying.device].places.contains { place in
      place.machine.operations.contains {
        $0.messageID == message && $0.kind == wanted && $0.state == .failed(.consultClosed)
      }
    }
  }
}
