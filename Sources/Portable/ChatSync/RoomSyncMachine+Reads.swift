import Contract
import Domain
import Wire

extension RoomSyncMachine {
  public func readPosition(of person: ID<Person>) -> Int64 {
    reads.first { $0.personID == person }?.seq ?? 0
  }

  /// How many other members have not read the message: those who were there when it was sent, and still are.
  public func unreadCount(of message: Message) -> Int {
    var count = 0
    for position in reads where position.personID != me && position.hasNotRead(message) { count += 1 }
    return count
  }

  mutating func merge(_ position: ReadPosition) {
    guard let index = reads.firstIndex(where: { $0.personID == position.personID }) else {
      reads.append(position)
      return
    }
    reads[index].merge(position)
  }

  /// The members as the server lists them: whoever left is not waited for. Nobody's position falls.
  mutating func merge(_ present: [ReadPosition]) {
    for position in present { merge(position) }
    guard !present.isEmpty else { return }
    reads.removeAll { old in old.personID != me && !present.contains { $0.personID == old.personID } }
  }

  /// Whether the person saw a message of somebody else that the server does not know to be read: only such messages are
  /// unread.
  private var hasSeenMore: Bool {
    let position = readPosition(of: me)
    guard seen > position else { return false }
    return log.messages.last { $0.seq <= seen && $0.sender.id != me && !$0.isHidden }?.seq ?? 0 > position
  }

  /// Up to the newest message that was seen, so that nothing is left to count; also when nobody looks any more.
  mutating func markReadIfWanted(_ commands: inout [Command]) {
    if isLooking { seen = max(seen, log.newestSeq) }
    guard readInFlight == nil, !isReadResting, refusal == nil, hasSeenMore else { return }
    readInFlight = seen
    commands.append(.markRead(seen))
  }

  mutating func finishRead(
    _ seq: Int64, _ result: SyncResult<Bool>, _ entropy: UInt64, _ commands: inout [Command]
  ) {
    guard readInFlight == seq else { return }
    readInFlight = nil
    switch result {
    case .success:
      readFailures = 0
      merge(ReadPosition(personID: me, seq: seq))
    case .refused:
      // Nothing will change until a new connection.
      isReadResting = true
    case .unreachable:
      readFailures += 1
      isReadResting = true
      let pause = Backoff.milliseconds(afterFailures: readFailures, entropy: entropy)
      commands.append(.startTimer(.read, milliseconds: pause))
    }
  }
}

extension ReadPosition {
  /// Two reports of one person: neither number falls.
  mutating func merge(_ other: ReadPosition) {
    seq = max(seq, other.seq)
    joinedSeq = max(joinedSeq, other.joinedSeq)
  }
}
