import Contract
import Domain
import Wire

extension RoomSyncMachine {
  /// Only what the server has said lets a room look empty.
  public var isEmpty: Bool { isConfirmed && log.messages.isEmpty && outbox.isEmpty }

  /// Something is known to be missing and the person should see that.
  public var hasGap: Bool { log.hasGap || lastSeq > log.newestSeq }

  mutating func restoreCache(_ messages: [Message], _ commands: inout [Command]) {
    isCacheRestored = true
    var writes: [RecordWrite] = []
    for message in messages where message.roomID == roomID {
      log.insert(message)
      confirm(message, &writes)
    }
    write(writes, &commands)
    if isOpened { requestSync(&commands) }
  }

  /// Messages from anywhere. New ones are kept on this device, too.
  mutating func take(_ messages: [Message], _ commands: inout [Command]) {
    var writes: [RecordWrite] = []
    for message in messages where message.roomID == roomID {
      confirm(message, &writes)
      if log.insert(message) { writes.append(ChatRecords.write(message)) }
    }
    write(writes, &commands)
    if isOpened && isCacheRestored && log.hasGap && sync == .idle { startSync(&commands) }
  }

  mutating func merge(_ room: Room, _ commands: inout [Command]) {
    guard room.id == roomID else { return }
    for position in room.reads { merge(position) }
    lastSeq = max(lastSeq, min(room.lastSeq, MessageLog.highestSeq))
    if let message = room.lastMessage {
      take([message], &commands)
    }
    if isOpened && isCacheRestored && hasGap && sync == .idle { startSync(&commands) }
  }

  /// Asks at once; where a question is out already, asks again after it, since its answer may be older than this wish.
  mutating func requestSync(_ commands: inout [Command]) {
    guard isCacheRestored else { return }
    if case .running(let from, _) = sync {
      sync = .running(from: from, again: true)
    } else {
      startSync(&commands)
    }
  }

  mutating func startSync(_ commands: inout [Command]) {
    sync = .running(from: log.provenThrough, again: false)
    commands.append(.fetch(after: log.newestProven?.createdAt))
  }

  mutating func finishSync(
    _ result: SyncResult<[Message]>, _ entropy: UInt64, _ commands: inout [Command]
  ) {
    guard case .running(let from, let again) = sync else { return }
    sync = .idle
    isUnreachable = false
    switch result {
    case .success(let messages):
      reach()
      refusal = nil
      isConfirmed = true
      // Told before they are proven, so that `take` does not ask for a gap that this very answer closes.
      sync = .running(from: from, again: again)
      take(messages, &commands)
      sync = .idle
      var newest = from
      for message in messages where message.seq <= MessageLog.highestSeq { newest = max(newest, message.seq) }
      log.prove(through: newest)
      if again {
        startSync(&commands)
      } else if hasGap {
        rest(entropy, &commands)
      } else {
        syncFailures = 0
      }
    case .refused(let error):
      reach()
      refusal = error
      if again { startSync(&commands) }
    case .unreachable:
      isReachable = false
      isUnreachable = true
      if again { startSync(&commands) } else { rest(entropy, &commands) }
    }
  }

  private mutating func rest(_ entropy: UInt64, _ commands: inout [Command]) {
    sync = .resting
    syncFailures += 1
    let pause = Backoff.milliseconds(afterFailures: syncFailures, entropy: entropy)
    commands.append(.startTimer(.sync, milliseconds: pause))
  }

  /// Large histories go into the store in several transactions, so that none holds the page for long.
  func write(_ writes: [RecordWrite], _ commands: inout [Command]) {
    var start = 0
    while start < writes.count {
      let end = min(start + 100, writes.count)
      commands.append(.write(Array(writes[start..<end])))
      start = end
    }
  }
}
