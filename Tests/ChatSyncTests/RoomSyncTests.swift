import ChatSync
import Contract
import Domain
import Testing

@Suite struct RoomSyncTests {
  private func deleted(_ seq: Int64, version: Int64) -> Message {
    var message = message(seq, version: version)
    message.isDeleted = true
    return message
  }

  @Test func askingWaitsForTheStore() {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    #expect(machine.wishes(.opened) == [.read(RecordRange(from: "k/room-1", through: "k/room-1"))])
    #expect(machine.wishes(.connected) == [])
    #expect(machine.wishes(.recordsRead([])) == [askNewest])
  }

  @Test func emptyIsSaidByTheServerOnly() {
    var machine = RoomSyncMachine.opened()
    #expect(!machine.isEmpty)
    _ = machine.receive(.historyFetched(before: nil, .unreachable), entropy: 0)
    #expect(!machine.isEmpty)
    #expect(machine.isUnreachable)
    _ = machine.receive(.timerFired(.sync), entropy: 0)
    _ = machine.receive(.historyFetched(before: nil, page([])), entropy: 0)
    #expect(machine.isEmpty)
    #expect(!machine.isUnreachable)
  }

  @Test func pageWithoutMessagesOfARoomThatHasSomeIsNotEmpty() {
    var machine = RoomSyncMachine.opened()
    let nonsense = MessagePage(messages: [], version: 9, lastSeq: 9)
    #expect(machine.wishes(.historyFetched(before: nil, .success(nonsense))) == [])
    #expect(!machine.isEmpty)
  }

  @Test func neighbourFromTheSocketNeedsNoQuestion() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.messageArrived(message(2))) == [])
    #expect(machine.log.messages.map(\.seq) == [1, 2])
    #expect(machine.version == 2)
  }

  @Test func versionThatIsNotTheNextAsksForWhatLiesBetween() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.messageArrived(message(4))) == [askChanges(1)])
    #expect(machine.log.hasGap)
    #expect(machine.wishes(.messageArrived(message(5))) == [])
    let answer = changes([message(2), message(3), message(4)])
    #expect(machine.wishes(.changesFetched(after: 1, answer)) == [askChanges(4)])
    #expect(!machine.log.hasGap)
    #expect(machine.wishes(.changesFetched(after: 4, changes([message(5)]))) == [])
    #expect(machine.version == 5)
  }

  @Test func missedDeleteIsNoticedByTheVersionOfTheNextMessage() {
    var machine = RoomSyncMachine.current([message(1), message(2)])
    #expect(machine.wishes(.messageArrived(message(3, version: 4))) == [askChanges(2)])
    let answer = changes([deleted(1, version: 3), message(3, version: 4)])
    #expect(machine.wishes(.changesFetched(after: 2, answer)) == [])
    #expect(machine.log.messages.map(\.isDeleted) == [true, false, false])
  }

  @Test func roomThatKnowsMoreAsks() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.roomArrived(roomValue(lastSeq: 3))) == [askChanges(1)])
  }

  @Test func connectionDuringAQuestionAsksAgainAfterIt() {
    var machine = RoomSyncMachine.opened()
    #expect(machine.wishes(.connected) == [])
    #expect(machine.wishes(.historyFetched(before: nil, page([message(1)]))) == [askChanges(1)])
    #expect(machine.wishes(.changesFetched(after: 1, changes([], version: 1, lastSeq: 1))) == [])
  }

  @Test func changesComeInPagesUntilThereAreNoMore() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.connected, entropy: 0)
    let first = changes([message(2)], version: 2, lastSeq: 3, more: true)
    #expect(machine.wishes(.changesFetched(after: 1, first)) == [askChanges(2)])
    #expect(machine.wishes(.changesFetched(after: 2, changes([message(3)]))) == [])
    #expect(machine.log.messages.map(\.seq) == [1, 2, 3])
  }

  @Test func whoIsFarBehindBeginsWithTheNewestPage() {
    var store: [String: String] = [:]
    var machine = RoomSyncMachine.opened()
    machine.receive(.historyFetched(before: nil, page([message(1)])), into: &store)
    _ = machine.receive(.connected, entropy: 0)
    let far = changes((2...501).map { message($0) }, version: 501, lastSeq: 100_000, more: true)
    let asked = machine.receive(.changesFetched(after: 1, far), entropy: 0)
    #expect(asked.contains(askNewest))
    let newest = (99_921...100_000).map { message(Int64($0)) }
    machine.receive(.historyFetched(before: nil, page(newest)), into: &store)
    #expect(machine.log.messages == newest)
    #expect(machine.version == 100_000)
    #expect(store.keys.filter { $0.hasPrefix("m/") }.count == 80)
  }

  @Test func pausesGrowAndEndWithAConnection() {
    var machine = RoomSyncMachine.opened()
    for pause in [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] {
      #expect(machine.wishes(.historyFetched(before: nil, .unreachable)) == [.startTimer(.sync, milliseconds: pause)])
      _ = machine.receive(.timerFired(.sync), entropy: 0)
    }
    _ = machine.receive(.historyFetched(before: nil, .unreachable), entropy: 0)
    #expect(machine.wishes(.connected) == [askNewest])
    #expect(machine.wishes(.historyFetched(before: nil, .unreachable)) == [.startTimer(.sync, milliseconds: 1_000)])
  }

  @Test func refusedRoomIsNotAskedAgainByItself() {
    var machine = RoomSyncMachine.opened()
    #expect(machine.wishes(.historyFetched(before: nil, .refused(.roomNotFound))) == [])
    #expect(machine.refusal == .roomNotFound)
    #expect(machine.wishes(.messageArrived(message(9))) == [])
    #expect(machine.wishes(.opened) == [askNewest])
    _ = machine.receive(.historyFetched(before: nil, page([])), entropy: 0)
    #expect(machine.refusal == nil)
  }

  @Test func roomWithoutThePersonIsLeft() {
    var machine = RoomSyncMachine.current([message(1)])
    var left = roomValue(lastSeq: 5)
    left.participants = [doctor]
    #expect(machine.wishes(.roomArrived(left)) == [])
    #expect(machine.refusal == .notParticipant)
  }

  @Test func roomOutOfSightIsNotAsked() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.closed, entropy: 0)
    #expect(machine.wishes(.messageArrived(message(5))) == [])
    #expect(machine.wishes(.connected) == [])
    #expect(machine.wishes(.opened) == [askChanges(1)])
  }

  @Test func messagesOfOtherRoomsAreNotTaken() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(.messageArrived(message(1, in: ID("elsewhere"))), entropy: 0)
    #expect(machine.log.messages.isEmpty)
  }

  @Test func lateStateOfAMessageThatIsNotHeldIsNotShown() {
    let newest = (21...100).map { message(Int64($0)) }
    var machine = RoomSyncMachine.current(newest)
    #expect(machine.wishes(.messageArrived(message(5))) == [])
    #expect(machine.log.messages.first?.seq == 21)
  }
}
