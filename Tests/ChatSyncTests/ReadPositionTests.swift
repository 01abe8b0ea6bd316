import ChatSync
import Contract
import Domain
import Testing

@Suite struct ReadPositionTests {
  @Test func lookingMarksAllAsRead() {
    var machine = RoomSyncMachine.current([message(1), message(2), message(3, from: mina)])
    #expect(machine.wishes(.lookingChanged(true)) == [.markRead(3)])
    #expect(machine.wishes(.markedRead(3, .success(true))) == [])
    #expect(machine.readPosition(of: mina.id) == 3)
  }

  @Test func nothingIsReadWhileNobodyLooks() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.messageArrived(message(2))) == [])
    _ = machine.receive(.lookingChanged(true), entropy: 0)
    _ = machine.receive(.markedRead(2, .success(true)), entropy: 0)
    _ = machine.receive(.lookingChanged(false), entropy: 0)
    #expect(machine.wishes(.messageArrived(message(3))) == [])
  }

  @Test func wishesAreGatheredWhileOneIsUnderWay() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.wishes(.lookingChanged(true)) == [.markRead(1)])
    #expect(machine.wishes(.messageArrived(message(2))) == [])
    #expect(machine.wishes(.messageArrived(message(3))) == [])
    #expect(machine.wishes(.markedRead(1, .success(true))) == [.markRead(3)])
  }

  @Test func ownMessagesNeedNoMark() {
    var machine = RoomSyncMachine.current([message(1, from: mina)])
    #expect(machine.wishes(.lookingChanged(true)) == [])
  }

  @Test func lostMarkIsRepeated() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.lookingChanged(true), entropy: 0)
    #expect(machine.wishes(.markedRead(1, .unreachable)) == [.startTimer(.read, milliseconds: 1_000)])
    #expect(machine.wishes(.timerFired(.read)) == [.markRead(1)])
  }

  @Test func whatWasSeenIsMarkedAlsoAfterTheRoomWasLeft() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.lookingChanged(true), entropy: 0)
    _ = machine.receive(.markedRead(1, .unreachable), entropy: 0)
    #expect(machine.wishes(.lookingChanged(false)) == [])
    #expect(machine.wishes(.messageArrived(message(2))) == [])
    #expect(machine.wishes(.timerFired(.read)) == [.markRead(1)])
    #expect(machine.wishes(.markedRead(1, .success(true))) == [])
  }

  @Test func refusedMarkWaitsForANewConnection() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.lookingChanged(true), entropy: 0)
    #expect(machine.wishes(.markedRead(1, .refused(.badRequest))) == [])
    #expect(machine.wishes(.messageArrived(message(2))) == [])
    #expect(machine.wishes(.connected) == [askChanges(2), .markRead(2)])
  }

  @Test func positionsNeverFall() {
    var machine = RoomSyncMachine.current([message(1)])
    _ = machine.receive(.readArrived(ReadPosition(personID: doctor.id, seq: 5)), entropy: 0)
    _ = machine.receive(.readArrived(ReadPosition(personID: doctor.id, seq: 2)), entropy: 0)
    let stale = roomValue(lastSeq: 1, reads: [ReadPosition(personID: doctor.id, seq: 1)])
    _ = machine.receive(.roomArrived(stale), entropy: 0)
    #expect(machine.readPosition(of: doctor.id) == 5)
  }

  @Test func markOfAnotherDeviceCounts() {
    var machine = RoomSyncMachine.current([message(1), message(2)])
    _ = machine.receive(.readArrived(ReadPosition(personID: mina.id, seq: 2)), entropy: 0)
    #expect(machine.wishes(.lookingChanged(true)) == [])
  }
}
