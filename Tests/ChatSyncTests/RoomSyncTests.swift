import ChatSync
import Contract
import Domain
import Testing

@Suite struct RoomSyncTests {
  @Test func askingWaitsForTheStore() {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    #expect(machine.wishes(.opened) == [])
    #expect(machine.wishes(.cacheRestored([message(1), message(2)])) == [.fetch(after: instant(2_000))])
  }

  @Test func emptyStoreAsksForAll() {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    _ = machine.receive(.cacheRestored([]), entropy: 0)
    #expect(machine.wishes(.opened) == [.fetch(after: nil)])
  }

  @Test func emptyIsSaidByTheServerOnly() {
    var machine = RoomSyncMachine.opened()
    #expect(!machine.isEmpty)
    _ = machine.receive(.fetched(.unreachable), entropy: 0)
    #expect(!machine.isEmpty)
    #expect(machine.isUnreachable)
    _ = machine.receive(.timerFired(.sync), entropy: 0)
    _ = machine.receive(.fetched(.success([])), entropy: 0)
    #expect(machine.isEmpty)
    #expect(!machine.isUnreachable)
  }

  @Test func neighbourFromTheSocketNeedsNoQuestion() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.messageArrived(message(2))) == [])
    #expect(machine.log.messages.map(\.seq) == [1, 2])
  }

  @Test func distantMessageAsksForWhatLiesBetween() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.messageArrived(message(4))) == [.fetch(after: instant(1_000))])
    #expect(machine.hasGap)
    #expect(machine.wishes(.messageArrived(message(5))) == [])
    #expect(machine.wishes(.fetched(.success([message(2), message(3), message(4), message(5)]))) == [])
    #expect(!machine.hasGap)
  }

  @Test func roomThatKnowsMoreAsks() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.roomArrived(roomValue(lastSeq: 3))) == [.fetch(after: instant(1_000))])
  }

  @Test func answerWithAHoleProvesThatNothingLiesThere() {
    var machine = RoomSyncMachine.opened()
    #expect(machine.wishes(.fetched(.success([message(1), message(4)]))) == [])
    #expect(!machine.hasGap)
  }

  @Test func connectionDuringAQuestionAsksAgainAfterIt() {
    var machine = RoomSyncMachine.opened()
    #expect(machine.wishes(.connected) == [])
    #expect(machine.wishes(.fetched(.success([message(1)]))) == [.fetch(after: instant(1_000))])
    #expect(machine.wishes(.fetched(.success([]))) == [])
  }

  @Test func olderAnswerAfterANewerEventTriesAgainLater() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.messageArrived(message(4)), entropy: 0)
    #expect(
      machine.wishes(.fetched(.success([message(2)]))) == [.startTimer(.sync, milliseconds: 1_000)])
    #expect(machine.wishes(.timerFired(.sync)) == [.fetch(after: instant(2_000))])
  }

  @Test func pausesGrowAndEndWithAConnection() {
    var machine = RoomSyncMachine.opened()
    for pause in [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] {
      #expect(machine.wishes(.fetched(.unreachable)) == [.startTimer(.sync, milliseconds: pause)])
      _ = machine.receive(.timerFired(.sync), entropy: 0)
    }
    _ = machine.receive(.fetched(.unreachable), entropy: 0)
    #expect(machine.wishes(.connected) == [.fetch(after: nil)])
    #expect(machine.wishes(.fetched(.unreachable)) == [.startTimer(.sync, milliseconds: 1_000)])
  }

  @Test func refusedRoomIsNotAskedAgainByItself() {
    var machine = RoomSyncMachine.opened()
    #expect(machine.wishes(.fetched(.refused(.roomNotFound))) == [])
    #expect(machine.refusal == .roomNotFound)
    #expect(machine.wishes(.opened) == [.fetch(after: nil)])
    _ = machine.receive(.fetched(.success([])), entropy: 0)
    #expect(machine.refusal == nil)
  }

  @Test func roomOutOfSightIsNotAsked() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.closed, entropy: 0)
    #expect(machine.wishes(.messageArrived(message(5))) == [])
    #expect(machine.wishes(.connected) == [])
    #expect(machine.wishes(.opened) == [.fetch(after: instant(1_000))])
  }

  @Test func newMessagesAreKeptOnceInSmallBatches() {
    var machine = RoomSyncMachine.opened()
    let all = (1...250).map { message(Int64($0)) }
    var sizes: [Int] = []
    for case .write(let writes) in machine.receive(.fetched(.success(all)), entropy: 0) { sizes.append(writes.count) }
    #expect(sizes == [100, 100, 50])
    #expect(machine.writes(.messageArrived(all[3])).isEmpty)
  }

  @Test func messagesOfOtherRoomsAreNotTaken() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(.messageArrived(message(1, in: ID("elsewhere"))), entropy: 0)
    #expect(machine.log.messages.isEmpty)
  }
}
