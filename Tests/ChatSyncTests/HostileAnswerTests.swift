import ChatSync
import Contract
import Domain
import Seeded
import Testing

/// A server that is broken, restored from an older copy, or another one.
@Suite struct HostileAnswerTests {
  private func history(_ messages: [Message], version: Int64, lastSeq: Int64) -> SyncResult<MessagePage> {
    .success(MessagePage(messages: messages, version: version, lastSeq: lastSeq))
  }

  @Test func otherRoomsInAnAnswerAreNotTaken() {
    var machine = RoomSyncMachine.opened()
    let mixed = [message(1), message(2, in: ID("elsewhere"))]
    _ = machine.receive(.historyFetched(before: nil, history(mixed, version: 1, lastSeq: 1)), entropy: 0)
    _ = machine.receive(.connected, entropy: 0)
    let answer = changes([message(3, in: ID("elsewhere"))], version: 1, lastSeq: 1)
    _ = machine.receive(.changesFetched(after: 1, answer), entropy: 0)
    _ = machine.receive(.roomArrived(roomValue(ID("elsewhere"), lastSeq: 9)), entropy: 0)
    #expect(machine.log.messages == [message(1)])
    #expect(!machine.hasGapAtEnd)
  }

  @Test(arguments: [Int64.min, -1, 0, MessageLog.highestSeq + 1, .max])
  func impossibleNumbersAreNotTaken(_ number: Int64) {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.receive(.messageArrived(message(number)), entropy: 0) == [])
    if number != 0 { #expect(machine.receive(.messageArrived(message(2, version: number)), entropy: 0) == []) }
    var log = MessageLog()
    #expect(log.merge([message(number)]).isEmpty)
    #expect(machine.log.messages == [message(1)])
  }

  @Test func answersToOtherQuestionsAreNotTaken() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.connected, entropy: 0)
    for event in [
      .historyFetched(before: nil, page([message(9)])), .historyFetched(before: 7, page([message(6)])),
      .changesFetched(after: 5, changes([message(9)])), .recordsRead([StoredRecord(key: "m/room-1/9", value: "{}")]),
      .sent(clientID: "nobody", .unreachable), .operated(id: "nothing", .unreachable), .markedRead(9, .success(true)),
    ] as [RoomSyncMachine.Event] {
      #expect(machine.receive(event, entropy: 0) == [])
    }
    #expect(machine.log.messages == [message(1)])
  }

  @Test func versionThatGoesBackBeginsAnew() {
    var machine = RoomSyncMachine.current([message(1), message(2), message(3)])
    _ = machine.receive(.connected, entropy: 0)
    #expect(machine.wishes(.changesFetched(after: 3, changes([], version: 2, lastSeq: 2))) == [askNewest])
    #expect(machine.log.messages.isEmpty)
    #expect(machine.wishes(.historyFetched(before: nil, page([message(1), message(2)]))) == [])
    #expect(machine.version == 2)
    #expect(machine.log.messages.map(\.seq) == [1, 2])
  }

  @Test func olderPageFromBeforeOurKnowledgeAsksWhatChangedSince() {
    var machine = RoomSyncMachine.current((21...100).map { message($0) })
    #expect(machine.wishes(.scrolledUp) == [.fetchHistory(before: 21, limit: 80)])
    let older = history((1...20).map { message($0) }, version: 50, lastSeq: 100)
    #expect(machine.wishes(.historyFetched(before: 21, older)) == [askChanges(50)])
    #expect(machine.log.messages.count == 100)
  }

  @Test func gapThatIsNeverFilledIsAskedForOncePerConnection() {
    var machine = RoomSyncMachine.opened()
    let jump = history([message(1), message(90)], version: 90, lastSeq: 90)
    let askOlder = RoomSyncMachine.Command.fetchHistory(before: 90, limit: 80)
    #expect(machine.wishes(.historyFetched(before: nil, jump)) == [askOlder])
    #expect(machine.wishes(.historyFetched(before: 90, history([], version: 90, lastSeq: 90))) == [])
    #expect(machine.wishes(.scrolledUp) == [])
    #expect(machine.hasEarlier)
    #expect(machine.wishes(.connected) == [askChanges(90)])
    #expect(machine.wishes(.changesFetched(after: 90, changes([], version: 90, lastSeq: 90))) == [askOlder])
  }

  @Test func pagesThatNeverAdvanceAreAskedForWithPauses() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.connected, entropy: 0)
    let endless = changes([], version: 1, lastSeq: 1, more: true)
    #expect(machine.wishes(.changesFetched(after: 1, endless)) == [.startTimer(.sync, milliseconds: 1_000)])
    #expect(machine.wishes(.timerFired(.sync)) == [askChanges(1)])
  }

  @Test func endBeyondAllNumbersIsNotSoughtForEver() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.connected, entropy: 0)
    #expect(machine.wishes(.changesFetched(after: 1, changes([], version: 1, lastSeq: .max))) == [askNewest])
    #expect(machine.wishes(.historyFetched(before: nil, history([message(1)], version: .max, lastSeq: .max))) == [])
    #expect(machine.hasGapAtEnd)
  }

  /// Any answer to any question at any time: no trap, and only what is possible is held, in order.
  @Test func nothingBreaksTheOrder() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var machine = RoomSyncMachine.opened()
      for _ in 0..<60 {
        for command in machine.receive(Self.event(&random), entropy: random.next()) {
          guard let answer = Self.answer(command, &random) else { continue }
          _ = machine.receive(answer, entropy: random.next())
        }
      }
      let seqs = machine.log.messages.map(\.seq)
      #expect(zip(seqs, seqs.dropFirst()).allSatisfy { $0 < $1 })
      #expect(seqs.allSatisfy { (1...MessageLog.highestSeq).contains($0) })
    }
  }

  private static let edges: [Int64] = [
    .min, -1, 0, 1, 2, 3, 7, 80, MessageLog.highestSeq - 1, MessageLog.highestSeq, MessageLog.highestSeq + 1, .max,
  ]

  private static func number(_ random: inout SeededRandom) -> Int64 { edges[random.below(edges.count)] }

  private static func some(_ random: inout SeededRandom) -> [Message] {
    (0..<random.below(4)).map { _ in
      var message = message(number(&random), from: random.chance(50) ? mina : doctor, version: number(&random))
      message.isDeleted = random.chance(20)
      message.isHidden = random.chance(10)
      return message
    }
  }

  private static func event(_ random: inout SeededRandom) -> RoomSyncMachine.Event {
    switch random.below(7) {
    case 0: .connected
    case 1: .sought(number(&random))
    case 2: .roomArrived(roomValue(lastSeq: number(&random), version: number(&random)))
    case 3: .readArrived(ReadPosition(personID: doctor.id, seq: number(&random), joinedSeq: number(&random)))
    case 4: some(&random).first.map { .messageArrived($0) } ?? .scrolledUp
    case 5: .lookingChanged(random.chance(50))
    default: .timerFired(.sync)
    }
  }

  private static func answer(
    _ command: RoomSyncMachine.Command, _ random: inout SeededRandom
  ) -> RoomSyncMachine.Event? {
    let version = number(&random)
    let lastSeq = number(&random)
    switch command {
    case .fetchHistory(let before, _):
      let page = MessagePage(messages: some(&random), version: version, lastSeq: lastSeq)
      return .historyFetched(before: before, .success(page))
    case .fetchChanges(let after, _):
      let answer = changes(some(&random), version: version, lastSeq: lastSeq, more: random.chance(30))
      return .changesFetched(after: after, answer)
    case .markRead(let seq): return .markedRead(seq, .success(true))
    default: return nil
    }
  }
}
