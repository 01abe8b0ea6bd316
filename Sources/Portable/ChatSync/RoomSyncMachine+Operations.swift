import Contract
import Domain
import Wire

extension RoomSyncMachine {
  mutating func operate(
    _ kind: MessageOperation.Kind, _ message: ID<Message>, _ instant: Timestamp, _ commands: inout [Command]
  ) {
    if let known = log.message(message), known.isGone { return }
    var writes: [RecordWrite] = []
    addOperation(kind, message, at: instant, &writes)
    if isOutboxRestored { write(writes, &commands) }
  }

  /// It takes the place of those that it makes superfluous, but not of the one on its way.
  mutating func addOperation(
    _ kind: MessageOperation.Kind, _ message: ID<Message>, at instant: Timestamp, _ writes: inout [RecordWrite]
  ) {
    operations.removeAll { old in
      guard old.messageID == message, old.state != .sending, old.isReplaced(by: kind) else { return false }
      writes.append(ChatRecords.erase(old, in: roomID))
      return true
    }
    let order = max((operations.last?.order ?? 0) + 1, min(max(instant.milliseconds, 0), MessageLog.highestOrder))
    let operation = MessageOperation(messageID: message, kind: kind, order: order)
    operations.append(operation)
    writes.append(ChatRecords.write(operation, in: roomID))
  }

  /// What was on its way may have been done; it is repeated, which harms nothing.
  mutating func restoreOperations(_ kept: [MessageOperation], _ writes: inout [RecordWrite]) {
    let wanted = operations
    operations = kept
    for index in operations.indices where operations[index].state == .sending { operations[index].state = .waiting }
    for operation in wanted {
      addOperation(operation.kind, operation.messageID, at: Timestamp(milliseconds: operation.order), &writes)
    }
  }

  mutating func retryOperation(_ id: String, _ commands: inout [Command]) {
    isOperateResting = false
    guard let index = operations.firstIndex(where: { $0.id == id && $0.isFailed }) else { return }
    operations[index].state = .waiting
    commands.append(.write([ChatRecords.write(operations[index], in: roomID)]))
  }

  mutating func removeOperation(_ id: String, _ commands: inout [Command]) {
    guard let index = operations.firstIndex(where: { $0.id == id && $0.state != .sending }) else { return }
    finish(index, &commands)
  }

  mutating func operateNext(_ commands: inout [Command]) {
    guard isOutboxRestored, isWriter, !isOperateResting,
      let index = operations.firstIndex(where: { !$0.isFailed }), operations[index].state == .waiting
    else { return }
    operations[index].state = .sending
    commands.append(.operate(operations[index]))
  }

  mutating func finishOperation(
    _ id: String, _ result: SyncResult<Message>, _ entropy: UInt64, _ commands: inout [Command]
  ) {
    if case .success(let message) = result { hear(message, &commands) }
    guard let index = operations.firstIndex(where: { $0.id == id && $0.state == .sending }) else { return }
    switch result {
    case .success:
      reach()
      finish(index, &commands)
    case .refused(let error):
      reach()
      if error.code == .messageDeleted {
        finish(index, &commands)
      } else {
        operations[index].state = .failed(error.code)
        commands.append(.write([ChatRecords.write(operations[index], in: roomID)]))
      }
    case .unreachable:
      operations[index].state = .waiting
      isOperateResting = true
      operateFailures += 1
      let pause = Backoff.milliseconds(afterFailures: operateFailures, entropy: entropy)
      commands.append(.startTimer(.operate, milliseconds: pause))
    }
  }

  private mutating func finish(_ index: Int, _ commands: inout [Command]) {
    let operation = operations.remove(at: index)
    commands.append(.write([ChatRecords.erase(operation, in: roomID)]))
  }

  /// Nothing can be done any more to what went.
  mutating func dropOperations(on gone: [Message], _ commands: inout [Command]) {
    var writes: [RecordWrite] = []
    operations.removeAll { operation in
      guard operation.state != .sending, gone.contains(where: { $0.id == operation.messageID }) else { return false }
      writes.append(ChatRecords.erase(operation, in: roomID))
      return true
    }
    write(writes, &commands)
  }
}
