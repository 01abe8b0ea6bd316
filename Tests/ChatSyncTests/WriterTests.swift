import ChatSync
import Contract
import Domain
import Testing
import Wire

/// Several tabs keep one room; one of them sends and writes.
@Suite struct WriterTests {
  private func reader(_ messages: [Message] = []) -> RoomSyncMachine {
    var machine = RoomSyncMachine.current(messages)
    _ = machine.receive(.writerChanged(false), entropy: 0)
    return machine
  }

  private func item(_ id: String, _ content: String, order: Int64) -> OutboxItem {
    OutboxItem(clientID: id, content: content, createdAt: instant(0), order: order)
  }

  @Test func readerLeavesTheMessagesToTheWriter() {
    var machine = reader([message(1)])
    #expect(machine.writes(.messageArrived(message(2))) == [])
    #expect(machine.log.messages.map(\.seq) == [1, 2])
  }

  @Test func readerKeepsWhatIsTypedAndSendsNothing() {
    var machine = reader()
    let commands = machine.receive(submit("하나", "a"), entropy: 0)
    #expect(commands.count == 1)
    guard case .write(let writes)? = commands.first else {
      Issue.record("nothing is kept")
      return
    }
    #expect(writes.map { $0.value.flatMap { ChatRecords.outboxItem($0)?.content } } == ["하나"])
  }

  @Test func readerOperatesNothing() {
    var machine = reader([message(1, from: mina)])
    #expect(machine.wishes(.wanted(.delete, of: ID("m1"), at: instant(1))) == [])
    let wishes = machine.wishes(.writerChanged(true))
    #expect(wishes.count == 1)
    guard case .operate(let operation)? = wishes.first else {
      Issue.record("nothing is done")
      return
    }
    #expect(operation.kind == .delete)
  }

  @Test func newWriterWritesAllThatIsHeldAndSends() {
    var machine = reader([message(1)])
    _ = machine.receive(.messageArrived(message(2)), entropy: 0)
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    var store: [String: String] = [:]
    machine.receive(.writerChanged(true), into: &store)
    #expect(store.keys.filter { $0.hasPrefix("m/") }.count == 2)
    #expect(RoomSyncMachine.restored(from: store).version == 2)
    #expect(machine.outbox.map(\.state) == [.sending])
  }

  @Test func writerThatIsOneAlreadyWritesNothing() {
    var machine = RoomSyncMachine.current([message(1)])
    #expect(machine.receive(.writerChanged(true), entropy: 0) == [])
  }

  @Test func readerFollowsTheKeptOutbox() {
    var machine = reader()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    let kept = KeptOutbox(items: [item("c", "셋", order: 2), item("b", "둘", order: 1)])
    #expect(machine.wishes(.outboxRestored(kept)) == [])
    #expect(machine.outbox.map(\.content) == ["둘", "셋"])
  }

  @Test func writerAddsWhatAnotherTabKeptAndDropsWhatItTookBack() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(submit("둘", "b"), entropy: 0)
    let kept = KeptOutbox(items: [item("c", "셋", order: instant(9).milliseconds)])
    #expect(machine.wishes(.outboxRestored(kept)) == [])
    // What may be in the room by now is not forgotten.
    #expect(machine.outbox.map(\.clientID) == ["a", "c"])
    #expect(machine.outbox.map(\.state) == [.sending, .waiting])
  }
}
