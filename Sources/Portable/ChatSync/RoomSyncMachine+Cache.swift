import Domain
import Wire

extension RoomSyncMachine {
  /// Reads how much of the room this device knows; the newest page of it follows.
  mutating func readCache(_ commands: inout [Command]) {
    guard !isCacheRestored, reading == nil else { return }
    read(ChatRecords.knowledge(of: roomID), &commands)
  }

  private mutating func read(_ range: RecordRange, _ commands: inout [Command]) {
    reading = range
    commands.append(.read(range))
  }

  mutating func restore(_ records: [StoredRecord], _ commands: inout [Command]) {
    guard let range = reading else { return }
    reading = nil
    if isCacheRestored {
      restoreMessages(records, &commands)
    } else if range == ChatRecords.knowledge(of: roomID) {
      restore(records.first.flatMap { KnownRoom($0.value) }, &commands)
    } else {
      isCacheRestored = true
      isBehind = true
      restoreMessages(records, &commands)
    }
  }

  private mutating func restore(_ known: KnownRoom?, _ commands: inout [Command]) {
    guard let known else {
      isCacheRestored = true
      return
    }
    needsNewest = false
    version = known.version
    base = version
    keptVersion = version
    log.remember(gone: known.gone)
    cacheFloor = max(1, known.newestSeq - Int64(sizes.page) + 1)
    read(ChatRecords.messages(of: roomID, from: cacheFloor, through: nil), &commands)
  }

  /// Of this room only; what the store holds is not written again.
  private mutating func restoreMessages(_ records: [StoredRecord], _ commands: inout [Command]) {
    var writes: [RecordWrite] = []
    var messages: [Message] = []
    for record in records {
      guard let message = ChatRecords.message(record.value), isPlausible(message) else { continue }
      messages.append(message)
      confirm(message, &writes)
    }
    log.merge(messages)
    write(writes, &commands)
  }

  /// One page of the store below the unbroken newest stretch, if it may hold that.
  mutating func readOlder(below first: Int64, _ commands: inout [Command]) -> Bool {
    guard reading == nil, first <= cacheFloor, cacheFloor > 1 else { return reading != nil }
    cacheFloor = max(1, first - Int64(sizes.page))
    read(ChatRecords.messages(of: roomID, from: cacheFloor, through: first - 1), &commands)
    return true
  }

  /// What the store has of a sought stretch, once.
  mutating func readSought(_ first: Int64, _ last: Int64, _ commands: inout [Command]) -> Bool {
    let range = ChatRecords.messages(of: roomID, from: first, through: last)
    guard reading == nil, range != soughtRead else { return reading != nil }
    soughtRead = range
    read(range, &commands)
    return true
  }

  /// Writes messages, and with the last of them up to which version all of the store is right.
  mutating func keep(_ changed: [Message], _ commands: inout [Command]) {
    guard isWriter, isCacheRestored, !needsNewest, !changed.isEmpty || version != keptVersion else { return }
    keptVersion = version
    write(changed.map { ChatRecords.write($0) } + [knowledge], &commands)
  }

  /// All that is held takes the place of what the store has of the room.
  mutating func keepAll(_ commands: inout [Command]) {
    guard isWriter, isCacheRestored, !needsNewest else { return }
    keptVersion = version
    cacheFloor = 1
    reading = nil
    let erasure = RecordWrite(key: ChatRecords.messages(of: roomID), value: nil)
    write([erasure] + log.messages.map { ChatRecords.write($0) } + [knowledge], &commands)
  }

  mutating func changeWriter(_ value: Bool, _ commands: inout [Command]) {
    let becomes = value && !isWriter
    isWriter = value
    if becomes {
      grantWishes(&commands)
      confirmAll(log.messages, &commands)
    }
    guard becomes, isCacheRestored, !needsNewest else { return }
    keptVersion = version
    write(log.messages.map { ChatRecords.write($0) } + [knowledge], &commands)
  }

  private var knowledge: RecordWrite {
    let known = KnownRoom(version: version, newestSeq: log.newestSeq, gone: Array(log.gone).ordered { $0 < $1 })
    return RecordWrite(key: ChatRecords.knowledge(of: roomID).from, value: known.text)
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
