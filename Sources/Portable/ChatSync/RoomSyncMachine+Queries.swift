import Contract
import Domain
import Wire

extension RoomSyncMachine {
  /// Asks for what is missing, one question at a time: how the room ends, then what changed, then older pages until the
  /// newest stretch is as long as it is wanted.
  mutating func proceed(_ commands: inout [Command]) {
    guard isOpened, isCacheRestored else { return }
    let first = log.messages.isEmpty ? 1 : log.messages[log.tailStart].seq
    let isShort = first > 1 && log.messages.count - log.tailStart < wanted && !needsNewest
    if isShort && readOlder(below: first, &commands) { return }
    let hole = needsNewest ? nil : missing
    if let hole, let range = sought, readSought(range.lowerBound, hole, &commands) { return }
    guard sync == .idle, !isBarred else { return }
    if needsNewest {
      isBehind = false
      sync = .running(.newest)
      commands.append(.fetchHistory(before: nil, limit: sizes.page))
    } else if isBehind || heard > version {
      isBehind = false
      sync = .running(.changes(after: version, heard: heard))
      commands.append(.fetchChanges(after: version, limit: sizes.changes))
    } else if let hole, let range = sought {
      sync = .running(.older(before: hole + 1))
      let index = log.position(of: hole)
      let held = max(index > 0 ? log.messages[index - 1].seq : 0, range.lowerBound - 1)
      let limit = min(max(Int(clamping: hole - held), sizes.page), sizes.longestPage)
      commands.append(.fetchHistory(before: hole + 1, limit: limit))
    } else if isShort && stalledAt != first {
      sync = .running(.older(before: first))
      let missing = wanted - (log.messages.count - log.tailStart)
      commands.append(.fetchHistory(before: first, limit: min(max(missing, sizes.page), sizes.longestPage)))
    }
  }

  mutating func finishHistory(
    _ before: Int64?, _ result: SyncResult<MessagePage>, _ entropy: UInt64, _ commands: inout [Command]
  ) {
    guard case .running(let query) = sync, query == before.map({ .older(before: $0) }) ?? .newest else { return }
    guard let page = answer(result, entropy, &commands) else { return }
    let messages = page.messages.filter { isPlausible($0) }
    let pageVersion = min(max(page.version, 0), MessageLog.highestSeq)
    if query == .newest {
      begin(messages, at: pageVersion, &commands)
    } else {
      confirmAll(messages, &commands)
      let changed = log.merge(messages)
      if log.messages.isEmpty || log.messages[log.tailStart].seq == before { stalledAt = before }
      // The server does not have it.
      if let before, missing == before - 1 { sought = nil }
      if pageVersion < base {
        // Read before this machine's knowledge began: what changed in between was never told.
        version = min(version, pageVersion)
        base = version
        isBehind = true
      }
      keep(changed, &commands)
    }
    confirm(lastSeq: page.lastSeq)
  }

  /// The newest page takes the place of all that was held, but not of what came after it.
  private mutating func begin(_ messages: [Message], at pageVersion: Int64, _ commands: inout [Command]) {
    let newer = log.messages.filter { $0.version > pageVersion }
    confirmAll(messages, &commands)
    log = MessageLog()
    log.merge(messages)
    log.merge(newer)
    version = pageVersion
    base = version
    needsNewest = false
    changePages = 0
    stalledAt = nil
    keepAll(&commands)
  }

  mutating func finishChanges(
    _ after: Int64, _ result: SyncResult<ChangePage>, _ entropy: UInt64, _ commands: inout [Command]
  ) {
    guard case .running(.changes(after, let heardBefore)) = sync else { return }
    guard let page = answer(result, entropy, &commands) else { return }
    let behind = max(page.lastSeq, 0) - log.newestSeq
    if page.version < version || page.version > MessageLog.highestSeq {
      // The server has lost what it once knew (restored from an older copy), or speaks nonsense: nothing held is sure.
      startOver()
      return
    }
    let messages = page.messages.filter { isPlausible($0) }
    confirmAll(messages, &commands)
    let changed = mergeChanges(messages, &commands)
    let hasMoved = page.version > version
    version = page.version
    if page.hasMore {
      changePages += 1
      isBehind = true
      if changePages >= sizes.changePages || behind > Int64(sizes.changes) { needsNewest = true }
      if !hasMoved { rest(entropy, &commands) }
    } else {
      changePages = 0
      // Whoever asks after hearing of a change is told of it: what is beyond the answer does not exist.
      if heard == heardBefore { heard = version }
      if page.lastSeq > log.newestSeq || log.gone.count > sizes.gone { needsNewest = true }
      confirm(lastSeq: page.lastSeq)
    }
    keep(changed, &commands)
  }

  private mutating func startOver() {
    log = MessageLog()
    needsNewest = true
    reading = nil
    changePages = 0
    heard = 0
    version = 0
  }

  private mutating func confirm(lastSeq seq: Int64) {
    isConfirmed = true
    lastSeq = min(max(seq, log.newestSeq, 0), MessageLog.highestSeq)
  }

  /// What every answer to a question does. nil where there is nothing to take in.
  private mutating func answer<Page>(
    _ result: SyncResult<Page>, _ entropy: UInt64, _ commands: inout [Command]
  ) -> Page? {
    sync = .idle
    switch result {
    case .success(let page):
      isUnreachable = false
      refusal = nil
      syncFailures = 0
      reach()
      return page
    case .refused(let error):
      isUnreachable = false
      refusal = error
      isBarred = true
      reach()
    case .unreachable:
      isReachable = false
      isUnreachable = true
      isBehind = true
      rest(entropy, &commands)
    }
    return nil
  }

  private mutating func rest(_ entropy: UInt64, _ commands: inout [Command]) {
    sync = .resting
    syncFailures += 1
    let pause = Backoff.milliseconds(afterFailures: syncFailures, entropy: entropy)
    commands.append(.startTimer(.sync, milliseconds: pause))
  }
}
