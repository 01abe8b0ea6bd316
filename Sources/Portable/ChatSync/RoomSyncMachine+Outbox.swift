import Contract
import Domain
import Wire

extension RoomSyncMachine {
  mutating func submit(_ submitted: OutboxItem, _ commands: inout [Command]) {
    guard !submitted.content.isEmpty || !submitted.files.isEmpty,
      !outbox.contains(where: { $0.clientID == submitted.clientID })
    else { return }
    var item = submitted
    item.order = max(nextOrder, min(max(item.createdAt.milliseconds, 0), MessageLog.highestOrder))
    item.state = .waiting
    outbox.append(item)
    if !isReachable, outbox.first(where: { !$0.isStuck })?.state == .waiting { isSendResting = false }
    // Before the kept items are known its place is not: a clock that stepped back would put it before them.
    if isOutboxRestored { keep(item, &commands) }
  }

  /// A refused item goes to the end: what was sent meanwhile stands before it in the room as well. Files that failed
  /// are uploaded again, and those that the server has thrown away.
  mutating func retry(_ clientID: String, _ commands: inout [Command]) {
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID }) else { return }
    isSendResting = false
    isUploadResting = false
    guard outbox[index].isStuck else { return }
    let isExpired = [.failed(.fileGone), .failed(.uploadGone)].contains(outbox[index].state)
    for place in outbox[index].files.indices where isExpired || outbox[index].files[place].attachment == nil {
      outbox[index].files[place].state = .waiting
    }
    // Who does not send leaves it where it lies: the tab that sends may take it back there.
    if isWriter {
      requeue(index, &commands)
    } else {
      outbox[index].state = .waiting
      keep(outbox[index], &commands)
    }
  }

  private mutating func requeue(_ index: Int, _ commands: inout [Command]) {
    var item = outbox.remove(at: index)
    let old = ChatRecords.erase(item, in: roomID)
    item.order = max(nextOrder, item.order)
    item.state = .waiting
    outbox.append(item)
    commands.append(.write([old, ChatRecords.write(item, in: roomID)]))
  }

  /// What is surely not in the room changes at once; all else when it is known where it is.
  mutating func change(_ clientID: String, _ edit: MessageEdit, _ commands: inout [Command]) {
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID }), outbox[index].wish != .removal,
      !edit.content.isEmpty || !outbox[index].files.isEmpty
    else { return }
    if wish(.edit(edit), index, &commands) { return }
    outbox[index].mayDiffer = outbox[index].isFailed || outbox[index].mayDiffer
    outbox[index].apply(edit)
    if outbox[index].isFailed { requeue(index, &commands) } else { keep(outbox[index], &commands) }
  }

  /// Notes what the person wants of an item that may be in the room. Whoever does not send cannot know where it is, and
  /// leaves word for the tab that does.
  private mutating func wish(_ wish: OutboxItem.Wish, _ index: Int, _ commands: inout [Command]) -> Bool {
    guard isWriter else {
      outbox[index].wish = wish
      let clientID = outbox[index].clientID
      let number = wishes.reduce(0) { $1.clientID == clientID ? max($0, $1.number) : $0 } + 1
      let left = OutboxWish(clientID: clientID, wish: wish, number: wish == .removal ? 0 : number)
      wishes.append(left)
      commands.append(.write([ChatRecords.write(left, in: roomID)]))
      return true
    }
    guard outbox[index].isUncertain else { return false }
    outbox[index].wish = wish
    keep(outbox[index], &commands)
    return true
  }

  mutating func remove(_ clientID: String, _ commands: inout [Command]) {
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID }) else { return }
    if wish(.removal, index, &commands) { return }
    let item = outbox.remove(at: index)
    cancelUpload(of: item, &commands)
    commands.append(.write([ChatRecords.erase(item, in: roomID)]))
  }

  private func keep(_ item: OutboxItem, _ commands: inout [Command]) {
    guard isOutboxRestored else { return }
    commands.append(.write([ChatRecords.write(item, in: roomID)]))
  }

  /// What was kept stands before what was typed meanwhile. A kept item may be in the room already.
  mutating func restoreOutbox(_ kept: KeptOutbox, _ commands: inout [Command]) {
    guard !isOutboxRestored else {
      refreshOutbox(kept, &commands)
      return
    }
    isOutboxRestored = true
    var writes: [RecordWrite] = []
    let typed = outbox
    outbox = []
    for var item in kept.items where !typed.contains(where: { $0.clientID == item.clientID }) {
      item.settleAfterRestart()
      outbox.append(item)
    }
    for var item in typed {
      item.order = max(nextOrder, item.order)
      writes.append(ChatRecords.write(item, in: roomID))
      outbox.append(item)
    }
    restoreOperations(kept.operations, &writes)
    write(writes, &commands)
    take(kept.wishes, &commands)
    confirmAll(log.messages, &commands)
  }

  /// Another tab has written. The one that sends adds what is new and takes up what the others want; they follow what
  /// it keeps.
  private mutating func refreshOutbox(_ kept: KeptOutbox, _ commands: inout [Command]) {
    let held = outbox
    var retried: [String] = []
    outbox = []
    for var item in kept.items {
      item.settleAfterRestart()
      if isWriter, let mine = held.first(where: { $0.clientID == item.clientID }) {
        if !mine.isStuck || item.state != .waiting {
          let order = item.order
          item = mine
          item.order = order
        } else if !item.isStuck {
          retried.append(item.clientID)
        }
      }
      outbox.append(item)
    }
    if isWriter {
      for item in held where item.isUncertain && !outbox.contains(where: { $0.clientID == item.clientID }) {
        outbox.append(item)
      }
    }
    outbox = KeptOutbox.ordered(outbox)
    for clientID in retried {
      if let index = outbox.firstIndex(where: { $0.clientID == clientID }) { requeue(index, &commands) }
    }
    let running = operations.first { $0.state == .sending }
    operations = kept.operations.filter { $0.id != running?.id }
    if let running { operations = KeptOutbox.ordered(operations + [running]) }
    take(kept.wishes, &commands)
    confirmAll(log.messages, &commands)
  }

  /// What other tabs want. The one that sends makes it its own; the others draw it.
  private mutating func take(_ left: [OutboxWish], _ commands: inout [Command]) {
    wishes = left
    for wish in left {
      guard let index = outbox.firstIndex(where: { $0.clientID == wish.clientID }) else { continue }
      if outbox[index].wish != .removal { outbox[index].wish = wish.wish }
    }
    grantWishes(&commands)
  }

  /// What is surely not in the room becomes at once what the person wants; what may be there is known to be wanted. A
  /// wish that came too late for its item is one for its message.
  mutating func grantWishes(_ commands: inout [Command]) {
    guard isWriter else { return }
    let taken = outbox
    var writes: [RecordWrite] = []
    for item in taken where takeWish(for: item.clientID, &writes) != nil {
      writes.append(ChatRecords.write(item, in: roomID))
    }
    write(writes, &commands)
    for item in taken where !item.isUncertain {
      switch item.wish {
      case .removal: remove(item.clientID, &commands)
      case .edit(let edit):
        if let index = outbox.firstIndex(where: { $0.clientID == item.clientID }) { outbox[index].wish = nil }
        change(item.clientID, edit, &commands)
      case nil: break
      }
    }
  }

  /// What was left for an item, which is not wanted any more where it lay.
  private mutating func takeWish(for clientID: String, _ writes: inout [RecordWrite]) -> OutboxItem.Wish? {
    var wish: OutboxItem.Wish?
    for left in wishes where left.clientID == clientID {
      writes.append(ChatRecords.erase(left, in: roomID))
      if wish != .removal { wish = left.wish }
    }
    if wish != nil { wishes.removeAll { $0.clientID == clientID } }
    return wish
  }

  /// The room holds a message that this outbox wanted to send: its item is done, whatever its answer says later. What
  /// the person wanted meanwhile becomes an edit or a delete, in the same transaction. That is for the tab that sends:
  /// another one may not know yet what is wanted there.
  mutating func confirm(_ message: Message, _ writes: inout [RecordWrite]) {
    guard isWriter, message.sender.id == me, let clientID = message.clientID else { return }
    if let kind = takeWish(for: clientID, &writes)?.correction(of: message) {
      addOperation(kind, message.id, at: message.createdAt, &writes)
    }
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID }) else { return }
    let item = outbox.remove(at: index)
    writes.append(ChatRecords.erase(item, in: roomID))
    reach()
    if let kind = item.correction(of: message) { addOperation(kind, message.id, at: item.createdAt, &writes) }
  }

  /// What is drawn below the messages. A tab that does not send leaves it to the other one to say that an item is done.
  public var shownOutbox: [OutboxItem] {
    outbox.filter { item in !item.isLeaving && (isWriter || !log.messages.contains { $0.clientID == item.clientID }) }
  }

  /// One item at a time, the oldest that is not stuck: an unconfirmed one is repeated before anything follows it.
  /// While the server is out of reach, a question shows when it is back; only a room that asks none sends as a probe.
  mutating func sendNext(isProbe: Bool, _ entropy: UInt64, _ commands: inout [Command]) {
    guard isOutboxRestored, isWriter, !isSendResting, let index = outbox.firstIndex(where: { !$0.isStuck }) else {
      return
    }
    guard outbox[index].state != .sending, !outbox[index].isUploading else { return }
    if !isReachable && outbox[index].state == .waiting && (isOpened || !isProbe) {
      restSending(entropy, &commands)
      if case .running = sync { return }
      sync = .idle
      isBehind = true
      proceed(&commands)
      return
    }
    outbox[index].state = .sending
    keep(outbox[index], &commands)
    commands.append(.send(outbox[index].draft))
  }

  private mutating func restSending(_ entropy: UInt64, _ commands: inout [Command]) {
    sendFailures += 1
    isSendResting = true
    let pause = Backoff.milliseconds(afterFailures: sendFailures, entropy: entropy)
    commands.append(.startTimer(.send, milliseconds: pause))
  }

  mutating func finishSend(
    _ clientID: String, _ result: SyncResult<Message>, _ entropy: UInt64, _ commands: inout [Command]
  ) {
    if case .success(let message) = result { hear(message, &commands) }
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID && $0.state == .sending }) else { return }
    switch result {
    case .success(let message):
      // The answer names no client_id or another sender: the server has it all the same.
      let item = outbox.remove(at: index)
      reach()
      var writes = [ChatRecords.erase(item, in: roomID)]
      if let kind = item.correction(of: message) { addOperation(kind, message.id, at: item.createdAt, &writes) }
      commands.append(.write(writes))
    case .refused(let error):
      reach()
      refuse(index, error.code, &commands)
    case .unreachable:
      outbox[index].state = .unconfirmed
      isReachable = false
      restSending(entropy, &commands)
    }
  }

  /// It is surely not in the room, so what the person wanted meanwhile happens here.
  private mutating func refuse(_ index: Int, _ code: ErrorCode, _ commands: inout [Command]) {
    outbox[index].state = .failed(code)
    switch outbox[index].wish {
    case .removal:
      let item = outbox.remove(at: index)
      commands.append(.write([ChatRecords.erase(item, in: roomID)]))
    case .edit(let edit):
      outbox[index].wish = nil
      outbox[index].mayDiffer = true
      outbox[index].apply(edit)
      requeue(index, &commands)
    case nil: keep(outbox[index], &commands)
    }
  }

  // The clock takes part, so that what is typed before the kept items are known does not get their places.
  private var nextOrder: Int64 { (outbox.last?.order ?? 0) + 1 }
}

extension OutboxItem {
  fileprivate mutating func apply(_ edit: MessageEdit) {
    content = edit.content
    mentions = edit.mentions
  }

  fileprivate mutating func settleAfterRestart() {
    if state == .sending { state = .unconfirmed }
  }

  /// What makes of the message that the room holds the one that the person wants.
  fileprivate func correction(of message: Message) -> MessageOperation.Kind? {
    if let wish { return wish.correction(of: message) }
    guard !message.isGone, mayDiffer, message.editedAt == nil, message.content != content else { return nil }
    return .edit(MessageEdit(content: content, mentions: mentions))
  }
}

extension OutboxItem.Wish {
  fileprivate func correction(of message: Message) -> MessageOperation.Kind? {
    guard !message.isGone else { return nil }
    switch self {
    case .removal: return .delete
    case .edit(let edit): return .edit(edit)
    }
  }
}
