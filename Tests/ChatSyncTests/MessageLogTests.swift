import ChatSync
import Domain
import Testing

@Suite struct MessageLogTests {
  private func log(_ seqs: [Int64]) -> MessageLog {
    var log = MessageLog()
    for seq in seqs { log.insert(message(seq)) }
    return log
  }

  @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 3, 1, 2], [1, 3, 2, 3]] as [[Int64]])
  func orderIsSeqWhateverComesFirst(_ seqs: [Int64]) {
    let log = log(seqs)
    #expect(log.messages.map(\.seq) == [1, 2, 3])
    #expect(log.provenThrough == 3)
    #expect(!log.hasGap)
  }

  @Test func whatIsNotNextLeavesAGap() {
    let log = log([1, 2, 5, 6])
    #expect(log.hasGap)
    #expect(log.provenThrough == 2)
    #expect(log.newestProven?.seq == 2)
    #expect((0..<4).map { log.isContiguous(at: $0) } == [true, true, false, true])
  }

  @Test func firstKnownMessageProvesNothingAboutTheBeginning() {
    let log = log([7, 8])
    #expect(log.hasGap)
    #expect(log.newestProven == nil)
    #expect(!log.isContiguous(at: 0))
  }

  @Test func serverMayProveThatNothingLiesBetween() {
    var log = log([1, 2, 5, 6])
    log.prove(through: 5)
    #expect(!log.hasGap)
    #expect(log.provenThrough == 6)
    #expect(log.isContiguous(at: 2))
  }

  @Test func insertingBelowTheProvenPartKeepsIt() {
    var log = log([1, 2, 5])
    log.prove(through: 5)
    #expect(log.insert(message(3)) == true)
    #expect(log.provenCount == 4)
    #expect(!log.hasGap)
  }

  @Test func sameSeqStaysOnceWithItsNewestForm() {
    var log = log([1])
    var edited = message(1, "고침")
    edited.updatedAt = instant(9_000)
    #expect(log.insert(edited) == false)
    #expect(log.insert(message(1, "옛것")) == false)
    #expect(log.messages == [edited])
  }

  @Test func seqBelowOneIsRefused() {
    var log = MessageLog()
    #expect(log.insert(message(0)) == false)
    #expect(log.insert(message(-4)) == false)
    #expect(log.messages.isEmpty)
  }

  @Test func seqBeyondAllRoomsIsRefused() {
    var log = log([1])
    #expect(log.insert(message(1 << 54)) == false)
    log.prove(through: .max)
    #expect(log.provenThrough == 1)
    var machine = RoomSyncMachine.current([message(1), message(1 << 54)])
    #expect(machine.log.messages.map(\.seq) == [1])
    _ = machine.receive(.roomArrived(roomValue(lastSeq: 1 << 54)), entropy: 0)
    #expect(machine.log.messages.map(\.seq) == [1])
  }

  @Test func positionIsTheFirstAtOrAbove() {
    let log = log([2, 4, 6])
    #expect([0, 2, 3, 4, 6, 7].map { log.position(of: $0) } == [0, 0, 1, 1, 2, 3])
  }
}
