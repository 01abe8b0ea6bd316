import ChatSync
import Contract
import Domain
import Testing

/// Being led to a message far up loads what is around it, and not all that lies between.
@Suite struct SoughtTests {
  private func messages(_ range: ClosedRange<Int64>) -> [Message] { range.map { message($0) } }

  private func page(_ range: ClosedRange<Int64>, last: Int64 = 1_000) -> SyncResult<MessagePage> {
    .success(MessagePage(messages: messages(range), version: last, lastSeq: last))
  }

  /// Open, with the newest 80 of 1,000 messages.
  private func long() -> RoomSyncMachine {
    var machine = RoomSyncMachine.opened()
    _ = machine.receive(.historyFetched(before: nil, page(921...1_000)), entropy: 0)
    return machine
  }

  /// Led to message 300, after the store had nothing of it.
  private func led() -> RoomSyncMachine {
    var machine = long()
    _ = machine.receive(.sought(300), entropy: 0)
    _ = machine.receive(.recordsRead([]), entropy: 0)
    return machine
  }

  @Test func storeIsReadBeforeTheServerIsAsked() {
    var machine = long()
    let room = "m/room-1/"
    let range = RecordRange(from: room + "0000000000000260", through: room + "0000000000000340")
    #expect(machine.wishes(.sought(300)) == [.read(range)])
    #expect(machine.wishes(.recordsRead([])) == [.fetchHistory(before: 341, limit: 81)])
    #expect(!machine.isSoughtHeld)
    #expect(machine.wishes(.historyFetched(before: 341, page(260...340))) == [])
    #expect(machine.isSoughtHeld)
    #expect(machine.log.messages.count == 161)
    #expect(machine.log.message(at: 300) != nil && machine.log.message(at: 500) == nil)
  }

  @Test func whatTheStoreHasIsNotAskedFor() {
    var machine = long()
    _ = machine.receive(.sought(300), entropy: 0)
    let records = messages(260...340).map {
      StoredRecord(key: ChatRecords.key($0), value: ChatRecords.write($0).value ?? "")
    }
    #expect(machine.wishes(.recordsRead(records)) == [])
    #expect(machine.isSoughtHeld)
  }

  @Test func scrollingMakesTheStretchLongerOnBothSides() {
    var machine = led()
    _ = machine.receive(.historyFetched(before: 341, page(260...340)), entropy: 0)
    _ = machine.receive(.scrolledDown, entropy: 0)
    #expect(machine.wishes(.recordsRead([])) == [.fetchHistory(before: 421, limit: 80)])
    _ = machine.receive(.historyFetched(before: 421, page(341...420)), entropy: 0)
    _ = machine.receive(.scrolledUp, entropy: 0)
    #expect(machine.wishes(.recordsRead([])) == [.fetchHistory(before: 260, limit: 80)])
    _ = machine.receive(.historyFetched(before: 260, page(180...259)), entropy: 0)
    #expect(machine.isSoughtHeld)
  }

  @Test func nearTheNewestTheNewestStretchGrows() {
    var machine = long()
    #expect(machine.wishes(.sought(850)) == [.fetchHistory(before: 921, limit: 110)])
    #expect(!machine.isSoughtHeld)
  }

  @Test func whatTheServerDoesNotHaveIsNotAskedForAgain() {
    var machine = led()
    #expect(machine.wishes(.historyFetched(before: 341, page(921...921))) == [])
    #expect(!machine.isSoughtHeld)
  }

  @Test func wayBackEndsTheStretch() {
    var machine = led()
    _ = machine.receive(.historyFetched(before: 341, page(260...340)), entropy: 0)
    #expect(machine.wishes(.sought(.max)) == [])
    #expect(!machine.isSoughtHeld)
    #expect(machine.wishes(.scrolledUp) == [.fetchHistory(before: 921, limit: 80)])
  }
}
