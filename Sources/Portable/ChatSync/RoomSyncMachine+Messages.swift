import Contract
import Domain
import Wire

extension RoomSyncMachine {
  /// Only what the server has said lets a room look empty.
  public var isEmpty: Bool { isConfirmed && lastSeq == 0 && log.messages.isEmpty && outbox.isEmpty }

  /// Messages above the known ones are known to exist.
  public var hasGapAtEnd: Bool { lastSeq > log.newestSeq }

  /// Older messages exist than the unbroken newest stretch, here or on the server; `scrolledUp` brings them.
  public var hasEarlier: Bool { log.hasGap }

  /// The message as the person sees it: with what they did to it and the server has not confirmed.
  public func shown(_ message: Message) -> Message {
    var message = message
    for operation in operations where operation.messageID == message.id && !operation.isFailed && !message.isGone {
      message = operation.applied(to: message, by: me)
    }
    return message
  }

  func isPlausible(_ message: Message) -> Bool {
    message.roomID == roomID && (1...MessageLog.highestSeq).contains(message.seq)
      && (0...MessageLog.highestSeq).contains(message.version)
  }

  /// A state of a message from the socket, a list of rooms or an answer to the person's own call.
  mutating func hear(_ message: Message, _ commands: inout [Command]) {
    guard isPlausible(message) else { return }
    confirmAll([message], &commands)
    heard = max(heard, message.version)
    // The page of the store or of the server that is awaited brings it.
    guard isCacheRestored else { return }
    lastSeq = max(lastSeq, message.seq)
    // An older state of what is not held: it may have changed since.
    if !needsNewest && message.version <= version && log.message(at: message.seq) == nil { return }
    if !needsNewest && message.version == version + 1 { version += 1 }
    keep(mergeChanges([message], &commands), &commands)
  }

  mutating func mergeChanges(_ messages: [Message], _ commands: inout [Command]) -> [Message] {
    let changed = log.merge(messages)
    let gone = messages.filter { $0.isGone }
    if !gone.isEmpty {
      log.remember(gone: gone.map { $0.seq })
      dropOperations(on: gone, &commands)
    }
    return changed
  }

  mutating func merge(_ room: Room, _ commands: inout [Command]) {
    guard room.id == roomID else { return }
    merge(room.reads)
    if !room.participants.isEmpty {
      let isMember = room.participants.contains { $0.id == me }
      if !isMember {
        refusal = .notParticipant
        isBarred = true
      } else if refusal?.code == .notParticipant {
        isBarred = false
      }
    }
    lastSeq = max(lastSeq, min(room.lastSeq, MessageLog.highestSeq))
    if room.version > version || room.lastSeq > log.newestSeq { isBehind = true }
    if let message = room.lastMessage { hear(message, &commands) }
  }

  mutating func confirmAll(_ messages: [Message], _ commands: inout [Command]) {
    guard !outbox.isEmpty || !wishes.isEmpty else { return }
    var writes: [RecordWrite] = []
    for message in messages { confirm(message, &writes) }
    write(writes, &commands)
  }

  mutating func reach() {
    isReachable = true
    isSendResting = false
    sendFailures = 0
    isOperateResting = false
    operateFailures = 0
    isUploadResting = false
    uploadFailures = 0
  }
}
