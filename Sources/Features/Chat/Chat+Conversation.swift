import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  static func show(_ room: ID<Room>, _ state: inout State, _ moment: Moment) -> [Effect] {
    guard !state.me.isNone else { return [] }
    if state.conversation?.roomID == room { return pursue(&state, moment) }
    var effects = leave(&state, moment)
    state.conversation = Conversation(roomID: room, draft: state.drafts[room] ?? "")
    if let known = state.rooms[room] { placeUnreadLine(&state, known) }
    if state.aim?.room == room { state.conversation?.isAtEnd = false } else { state.aim = nil }
    ensureMachine(&state, room)
    if let known = state.rooms[room] {
      effects += tell(&state, room, .roomArrived(known), moment)
    } else if !state.rooms.isConfirmed {
      effects += askRooms(&state)
    }
    effects += tell(&state, room, .opened, moment)
    effects += tell(&state, room, .lookingChanged(state.isVisible), moment)
    state.refreshRows()
    if state.conversation?.isAtEnd == true { effects.append(.scrollToEnd(elementID: scrollerID)) }
    return effects + [.focusForKeyboard(elementID: composerID)]
  }

  /// Where more is unread than a screen holds, the room opens there and not at its end.
  private static func placeUnreadLine(_ state: inout State, _ room: Room) {
    let unread = state.rooms.unreadCount(of: room)
    guard unread > 0 else { return }
    state.conversation?.readThrough = room.reads.first { $0.personID == state.me?.id }?.seq ?? 0
    guard unread >= fewUnread, unread <= mostUnreadShown, state.aim?.room != room.id else { return }
    state.conversation?.opensAtUnread = true
    state.conversation?.isAtEnd = false
    state.conversation?.unseenBelow = unread
    state.conversation?.window = windowStep + unread
  }

  static func leave(_ state: inout State, _ moment: Moment) -> [Effect] {
    guard let conversation = state.conversation else { return [] }
    var effects = saveDraft(&state)
    if !conversation.draft.isEmpty { effects.append(.tellTyping(room: conversation.roomID.text, false)) }
    state.conversation = nil
    state.sheet = nil
    state.files.isAttachOpen = false
    state.files.playing = nil
    effects += tell(&state, conversation.roomID, .lookingChanged(false), moment)
    effects += tell(&state, conversation.roomID, .closed, moment)
    return effects
  }

  static func widen(_ state: inout State, _ moment: Moment) -> [Effect] {
    guard let conversation = state.conversation, let machine = state.openMachine else { return [] }
    let log = machine.log
    let count = conversation.end.map { log.position(of: $0 + 1) } ?? log.messages.count
    if count > conversation.window || machine.hasEarlier {
      state.conversation?.window = min(conversation.window, count) + windowStep
      state.refreshRows()
    }
    // What lies one step further up is fetched before it is wanted.
    guard machine.hasEarlier, count <= conversation.window + windowStep else { return [] }
    return tellOpenRoom(&state, .scrolledUp, moment)
  }

  static func jumpToEnd(_ state: inout State, _ moment: Moment) -> [Effect] {
    guard let conversation = state.conversation else { return [] }
    var effects: [Effect] = []
    if !conversation.end.isNone {
      state.conversation?.end = nil
      state.conversation?.window = windowStep
      state.refreshRows()
      effects = tellOpenRoom(&state, .sought(.max), moment)
    }
    return effects + scroll(&state, atEnd: true, moment) + [.scrollToEnd(elementID: scrollerID)]
  }

  /// Below a stretch far up: one page more, until the newest is reached.
  private static func lengthen(_ state: inout State, _ end: Int64, _ moment: Moment) -> [Effect] {
    // While the page before is on its way nothing more is wanted.
    guard let conversation = state.conversation, let log = state.openMachine?.log, !log.message(at: end).isNone else {
      return []
    }
    let first = log.messages[max(0, log.position(of: end + 1) - conversation.window)].seq
    let next = min(end + Int64(windowStep), log.newestSeq)
    state.conversation?.end = next < log.newestSeq ? next : nil
    state.conversation?.window = max(windowStep, Int(clamping: next - first + 1))
    state.refreshRows()
    let held = log.position(of: next + 1) - log.position(of: end + 1)
    return Int64(held) < next - end ? tellOpenRoom(&state, .scrolledDown, moment) : []
  }

  static func scroll(_ state: inout State, atEnd: Bool, _ moment: Moment) -> [Effect] {
    guard let conversation = state.conversation else { return [] }
    if let end = conversation.end {
      state.conversation?.isAtEnd = false
      return atEnd ? lengthen(&state, end, moment) : []
    }
    state.conversation?.isAtEnd = atEnd
    if atEnd { state.conversation?.unseenBelow = 0 }
    return []
  }

  static func tellOpenRoom(_ state: inout State, _ event: RoomSyncMachine.Event, _ moment: Moment) -> [Effect] {
    guard let room = state.conversation?.roomID else { return [] }
    return tell(&state, room, event, moment)
  }
}

extension Chat {
  static func ensureMachine(_ state: inout State, _ room: ID<Room>) {
    guard let me = state.me, state.machines[room].isNone else { return }
    var machine = RoomSyncMachine(roomID: room, me: me.id)
    if !state.isWriter { _ = machine.receive(.writerChanged(false), entropy: 0) }
    if state.areOutboxesRestored { _ = machine.receive(.outboxRestored(KeptOutbox()), entropy: 0) }
    if state.connection == .connected { _ = machine.receive(.reached, entropy: 0) }
    state.machines[room] = machine
  }

  static func tellAll(_ state: inout State, _ event: RoomSyncMachine.Event, _ moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    for room in state.machineRooms {
      effects += tell(&state, room, event, moment)
    }
    return effects
  }

  /// Hands an event to a room's machine and carries its commands and their consequences for the screen over.
  static func tell(
    _ state: inout State, _ room: ID<Room>, _ event: RoomSyncMachine.Event, _ moment: Moment
  ) -> [Effect] {
    guard var machine = state.machines.removeValue(forKey: room) else { return [] }
    let newest = machine.log.newestSeq
    let stakes = Stakes(machine, event)
    let commands = machine.receive(event, entropy: moment.entropy.0)
    state.machines[room] = machine
    var effects = look(for: stakes, in: room)
    for command in commands {
      if case .write(let changes) = command, ChatRecords.isOutbox(changes) { state.hasWrittenOutbox = true }
      effects += self.effects(of: command, in: room)
    }
    effects += settle(&state, stakes, machine)
    if state.conversation?.roomID == room {
      if state.isVisible { state.rooms.saw(room, through: machine.log.newestSeq) }
      effects += follow(&state, machine, above: newest) + pursue(&state, moment)
    }
    return effects
  }

  /// Keeps the end in view, or counts what came in below it. What fills an empty conversation is no news.
  private static func follow(_ state: inout State, _ machine: RoomSyncMachine, above newest: Int64) -> [Effect] {
    guard let before = state.conversation else { return [] }
    if newest > 0 && !before.isAtEnd && !before.opensAtUnread {
      let added = machine.log.messages.count - machine.log.position(of: newest + 1)
      var unseen = 0
      for message in machine.log.messages.suffix(added) where message.sender.id != machine.me { unseen += 1 }
      if before.end.isNone { state.conversation?.window = before.window + added }
      state.conversation?.unseenBelow = before.unseenBelow + unseen
    }
    state.refreshRows()
    if before.opensAtUnread, let row = state.conversation?.rows.first(where: { $0.key == ConversationRows.unreadKey }) {
      state.conversation?.opensAtUnread = false
      return [.reveal(elementID: row.key)]
    }
    guard before.isAtEnd, state.conversation?.rows != before.rows else { return [] }
    return [.scrollToEnd(elementID: scrollerID)]
  }

  private static func effects(of command: RoomSyncMachine.Command, in room: ID<Room>) -> [Effect] {
    switch command {
    case .read(let range):
      [.readRange(from: range.from, through: range.through, ChatTag.keptMessages(room).tag)]
    case .fetchHistory(let before, let limit):
      [.call(.history(room: room, before: before, limit: limit), ChatTag.history(room, before: before).tag)]
    case .fetchChanges(let after, let limit):
      [.call(.changes(room: room, after: after, limit: limit), ChatTag.changes(room, after: after).tag)]
    case .send(let draft):
      [.call(.send(room: room, draft), ChatTag.send(room, clientID: draft.clientID ?? "").tag)]
    case .operate(let operation):
      [.call(operation.endpoint(in: room), ChatTag.operate(room, id: operation.id).tag)]
    case .upload(_, let file): [upload(file, to: room)]
    case .cancelUpload(_, let file): [.cancelUpload(file: file)]
    case .markRead(let seq): [.call(.markRead(room: room, seq: seq), ChatTag.markRead(room, seq: seq).tag)]
    case .startTimer(let timer, let pause): [.startTimer(milliseconds: pause, tag(of: timer, in: room).tag)]
    case .write(let changes): writes(changes)
    }
  }

  private static func tag(of timer: RoomSyncMachine.Timer, in room: ID<Room>) -> ChatTag {
    switch timer {
    case .send: .sendTimer(room)
    case .sync: .fetchTimer(room)
    case .read: .readTimer(room)
    case .upload: .uploadTimer(room)
    case .operate: .operateTimer(room)
    }
  }
}
