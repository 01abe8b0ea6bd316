import Contract
import Domain
import Wire

extension RoomSyncMachine {
  mutating func submit(
    _ content: String, _ clientID: String, _ instant: Timestamp, _ commands: inout [Command]
  ) {
    guard !content.isEmpty, !outbox.contains(where: { $0.clientID == clientID }) else { return }
    let item = OutboxItem(
      clientID: clientID, content: content, createdAt: instant, order: max(nextOrder, instant.milliseconds))
    outbox.append(item)
    if !isReachable, outbox.first(where: { !$0.isFailed })?.state == .waiting { isSendResting = false }
    commands.append(.write([ChatRecords.write(item, in: roomID)]))
  }

  /// A refused item goes to the end: what was sent meanwhile stands before it in the room as well.
  mutating func retry(_ clientID: String, _ commands: inout [Command]) {
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID }) else { return }
    guard outbox[index].isFailed else {
      isSendResting = false
      return
    }
    var item = outbox.remove(at: index)
    let old = ChatRecords.erase(item, in: roomID)
    item.order = nextOrder
    item.state = .waiting
    outbox.append(item)
    isSendResting = false
    commands.append(.write([old, ChatRecords.write(item, in: roomID)]))
  }

  mutating func remove(_ clientID: String, _ commands: inout [Command]) {
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID && $0.canBeRemoved }) else { return }
    let item = outbox.remove(at: index)
    commands.append(.write([ChatRecords.erase(item, in: roomID)]))
  }

  /// What was kept stands before what was typed meanwhile. A kept item may be in the room already.
  mutating func restoreOutbox(_ items: [OutboxItem], _ commands: inout [Command]) {
    guard !isOutboxRestored else { return }
    isOutboxRestored = true
    var writes: [RecordWrite] = []
    let typed = outbox
    outbox = []
    for var item in items.sorted(by: { ($0.order, $0.clientID) < ($1.order, $1.clientID) }) {
      if item.state == .sending { item.state = .unconfirmed }
      if !typed.contains(where: { $0.clientID == item.clientID }) { outbox.append(item) }
    }
    for var item in typed {
      if item.order < nextOrder {
        writes.append(ChatRecords.erase(item, in: roomID))
        item.order = nextOrder
        writes.append(ChatRecords.write(item, in: roomID))
      }
      outbox.append(item)
    }
    if !outbox.isEmpty {
      for message in log.messages { confirm(message, &writes) }
    }
    write(writes, &commands)
  }

  /// The room holds a message that this outbox wanted to send: its item is done, whatever its answer says later.
  mutating func confirm(_ message: Message, _ writes: inout [RecordWrite]) {
    guard message.sender.id == me, let clientID = message.clientID else { return }
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID }) else { return }
    let item = outbox.remove(at: index)
    writes.append(ChatRecords.erase(item, in: roomID))
    reach()
  }

  mutating func reach() {
    isReachable = true
    isSendResting = false
    sendFailures = 0
  }

  /// One item at a time, the oldest that is not refused: an unconfirmed one is repeated before anything follows it.
  /// While the server is out of reach, a question shows when it is back; only a room that asks none sends as a probe.
  mutating func sendNext(isProbe: Bool, _ entropy: UInt64, _ commands: inout [Command]) {
    guard isOutboxRestored, !isSendResting, let index = outbox.firstIndex(where: { !$0.isFailed }) else { return }
    guard outbox[index].state != .sending else { return }
    if !isReachable && outbox[index].state == .waiting && (isOpened || !isProbe) {
      restSending(entropy, &commands)
      if case .running = sync { return }
      if isOpened && isCacheRestored { startSync(&commands) }
      return
    }
    outbox[index].state = .sending
    let item = outbox[index]
    commands.append(.write([ChatRecords.write(item, in: roomID)]))
    commands.append(.send(MessageDraft(clientID: item.clientID, content: item.content)))
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
    if case .success(let message) = result {
      take([message], &commands)
    }
    guard let index = outbox.firstIndex(where: { $0.clientID == clientID && $0.state == .sending }) else { return }
    switch result {
    case .success:
      // The answer names no client_id or another sender: the server has it all the same.
      let item = outbox.remove(at: index)
      reach()
      commands.append(.write([ChatRecords.erase(item, in: roomID)]))
    case .refused(let error):
      outbox[index].state = .failed(error.code)
      reach()
      commands.append(.write([ChatRecords.write(outbox[index], in: roomID)]))
    case .unreachable:
      outbox[index].state = .unconfirmed
      isReachable = false
      restSending(entropy, &commands)
    }
  }

  // The clock takes part, so that what is typed before the kept items are known does not get their places.
  private var nextOrder: Int64 { (outbox.last?.order ?? 0) + 1 }
}
