import ChatSync
import Contract
import Domain
import JSON
import Realtime
import Wire

extension ChatAccount {
  func hear(_ event: RealtimeLink.Event) {
    guard !isClosed else { return }
    switch event {
    case .status(let status):
      connection = ChatConnection(status)
      publishAll()
    case .joined:
      askRooms()
      tellAll(.connected)
    case .left:
      typing.endAll()
      online = []
      tellAll(.disconnected)
      publishAll()
    case .received(let name, let payload): hear(name, payload)
    }
  }

  private func hear(_ name: String, _ payload: JSONValue) {
    switch name {
    case "chat", "change": Message(json: payload).map { hear($0) }
    case "room": Room(json: payload).map { hear($0) }
    case "read": hearRead(payload)
    case "typing": hearTyping(payload)
    case "presence":
      guard let person = payload["user_id"]?.string, let isOnline = payload["online"]?.bool else { return }
      if isOnline { online.insert(ID(person)) } else { online.remove(ID(person)) }
      publishList()
    case "presences":
      online = Set(payload["online"]?.array?.compactMap { $0.string.map { ID($0) } } ?? [])
      publishList()
    default: break
    }
  }

  private func hear(_ message: Message) {
    typing.end(message.sender.id, in: message.roomID)
    takeIntoList(message)
    tell(message.roomID, .messageArrived(message))
  }

  /// Before a message's tombstone takes its place.
  func tellOfGoneFiles(_ message: Message) {
    guard message.isGone, let onFilesGone, let known = machines[message.roomID]?.log.message(at: message.seq),
      !known.files.isEmpty
    else { return }
    let paths = known.files
    perform { _ in await onFilesGone(paths) }
  }

  private func hear(_ room: Room) {
    journal.add(list.merge(room, me: me.id))
    publishList()
    tell(room.id, .roomArrived(room))
    publish(room.id)
  }

  private func hearRead(_ payload: JSONValue) {
    guard let id = payload["room_id"]?.string, let position = ReadPosition(json: payload) else { return }
    journal.add(list.take(position, in: ID(id), me: me.id))
    publishList()
    tell(ID(id), .readArrived(position))
  }

  private func hearTyping(_ payload: JSONValue) {
    guard let id = payload["room_id"]?.string, let person = payload["user_id"]?.string,
      let lease = payload["lease"]?.int64
    else { return }
    typing.take(ID(person), in: ID(id), milliseconds: lease, now: clock())
    publish(ID(id))
    watchTyping()
  }

  /// Draws again when a lease ends by itself.
  private func watchTyping() {
    guard let next = typing.nextEnd(now: clock()) else { return }
    startTimer("typing", Int(clamping: next) + 1) { account in
      for room in account.roomBroadcasts.keys { account.publish(room) }
      account.watchTyping()
    }
  }

  /// A room that is not known yet is asked for.
  func takeIntoList(_ message: Message) {
    guard let changes = list.take(message, me: me.id) else { return askRooms() }
    journal.add(changes)
    if list.isBehind { askRooms() }
    publishList()
  }

  func askRooms() {
    guard !isAskingRooms else {
      asksRoomsAgain = true
      return
    }
    isAskingRooms = true
    asksRoomsAgain = false
    list.asked()
    perform { account in
      let result = await account.result(of: .rooms) { if case .rooms(let rooms) = $0 { rooms } else { nil } }
      await account.roomsAnswered(result)
    }
  }

  private func roomsAnswered(_ result: SyncResult<[Room]>) {
    isAskingRooms = false
    guard !isClosed else { return }
    switch result {
    case .success(let rooms):
      isListUnreachable = false
      roomsFailures = 0
      journal.add(list.replace(with: rooms))
      for room in list.rooms where machines[room.id] != nil { tell(room.id, .roomArrived(room)) }
      tellAll(.reached)
      tellReads()
      if asksRoomsAgain { askRooms() }
    case .refused: isListUnreachable = false
    case .unreachable:
      isListUnreachable = true
      roomsFailures += 1
      let pause = Backoff.milliseconds(afterFailures: roomsFailures, entropy: .random(in: 0 ... .max))
      startTimer("rooms", pause) { $0.askRooms() }
    }
    publishAll()
  }

  /// What the person has seen of all rooms, until the server has confirmed it.
  func tellReads() {
    let reads = isClosed ? [] : list.nextReads()
    guard !reads.isEmpty else { return }
    perform { account in
      let result = await account.result(of: .markAllRead(reads)) { _ in true }
      await account.readsTold(result)
    }
  }

  private func readsTold(_ result: SyncResult<Bool>) {
    guard !isClosed else { return }
    journal.add(list.readsTold(result))
    publishList()
    switch result {
    case .success, .refused:
      readsFailures = 0
      tellReads()
      askRooms()
    case .unreachable:
      readsFailures += 1
      let pause = Backoff.milliseconds(afterFailures: readsFailures, entropy: .random(in: 0 ... .max))
      startTimer("reads", pause) { $0.tellReads() }
    }
  }
}
