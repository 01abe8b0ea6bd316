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

  /// What the machine has kept of its outbox.
  private func kept(_ store: [String: String]) -> KeptOutbox {
    let records = store.sorted { $0.key < $1.key }.map { StoredRecord(key: $0.key, value: $0.value) }
    return ChatRecords.outboxes(records)[room] ?? KeptOutbox()
  }

  /// A writer that rests after a failed attempt, so that its second item waits; and a reader of the same store.
  private func pair() -> (writer: RoomSyncMachine, reader: RoomSyncMachine, store: [String: String]) {
    var store: [String: String] = [:]
    var writer = RoomSyncMachine.current()
    writer.receive(submit("하나", "a"), into: &store)
    writer.receive(submit("둘", "b"), into: &store)
    writer.receive(.sent(clientID: "a", .unreachable), into: &store)
    var other = reader()
    other.receive(.outboxRestored(kept(store)), into: &store)
    return (writer, other, store)
  }

  @Test func readerShowsWhatTheWriterKeeps() {
    let (writer, other, _) = pair()
    #expect(other.outbox.map(\.content) == ["하나", "둘"])
    #expect(writer.outbox.map(\.state) == [.unconfirmed, .waiting])
  }

  @Test func writerTakesUpAnEditOfTheReader() {
    var (writer, other, store) = pair()
    other.receive(.edited(clientID: "b", MessageEdit(content: "둘!")), into: &store)
    #expect(other.outbox.map(\.shownContent) == ["하나", "둘!"])
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.content) == ["하나", "둘!"])
    #expect(writer.outbox.map(\.state) == [.unconfirmed, .waiting])
    #expect(writer.outbox.map(\.wish) == [nil, nil])
    other.receive(.outboxRestored(kept(store)), into: &store)
    #expect(other.outbox.map(\.wish) == [nil, nil])
  }

  @Test func writerTakesBackWhatTheReaderRemovedButOnlyWhereItIsNotInTheRoom() {
    var (writer, other, store) = pair()
    other.receive(.removed(clientID: "a"), into: &store)
    other.receive(.removed(clientID: "b"), into: &store)
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.clientID) == ["a"])
    #expect(writer.outbox.map(\.wish) == [.removal])
    other.receive(.outboxRestored(kept(store)), into: &store)
    #expect(other.outbox.allSatisfy { $0.isLeaving })
  }

  @Test func whatWasTakenBackIsNotSentByTheNextWriter() {
    var (writer, other, store) = pair()
    other.receive(.removed(clientID: "b"), into: &store)
    writer.receive(.outboxRestored(kept(store)), into: &store)
    other.receive(.outboxRestored(kept(store)), into: &store)
    other.receive(.writerChanged(true), into: &store)
    #expect(other.outbox.map(\.clientID) == ["a"])
    #expect(kept(store).items.map(\.clientID) == ["a"])
  }

  @Test func writerThatHasNotReadAWishDoesNotOverwriteIt() {
    var (writer, other, store) = pair()
    other.receive(.removed(clientID: "a"), into: &store)
    writer.receive(.edited(clientID: "a", MessageEdit(content: "하나!")), into: &store)
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.wish) == [.removal, nil])
    #expect(kept(store).wishes == [])
  }

  @Test func wishThatCameTooLateIsOneForTheMessage() {
    var (writer, other, store) = pair()
    other.receive(.removed(clientID: "a"), into: &store)
    writer.receive(.messageArrived(message(1, "하나", from: mina, clientID: "a")), into: &store)
    #expect(writer.operations == [])
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.operations.map(\.kind) == [.delete])
    #expect(kept(store).wishes == [])
  }

  /// The store of the writer comes late: by then the reader wants something else.
  @Test func writerThatTakesUpOneEditLeavesTheNext() {
    var (writer, other, store) = pair()
    other.receive(.edited(clientID: "b", MessageEdit(content: "둘!")), into: &store)
    let late = writer.writes(.outboxRestored(kept(store)))
    other.receive(.edited(clientID: "b", MessageEdit(content: "둘?")), into: &store)
    for write in late { store[write.key] = write.value }
    #expect(kept(store).wishes.map(\.wish) == [.edit(MessageEdit(content: "둘?"))])
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.content) == ["하나", "둘?"])
    #expect(kept(store).wishes == [])
  }

  @Test func ofSeveralEditsTheLastIsTaken() {
    var (writer, other, store) = pair()
    for number in 1...11 {
      other.receive(.edited(clientID: "b", MessageEdit(content: "둘 \(number)")), into: &store)
    }
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.content) == ["하나", "둘 11"])
    #expect(kept(store).wishes == [])
  }

  @Test func noEditOfOneReaderUndoesTheRemovalOfAnother() {
    var (writer, other, store) = pair()
    var third = reader()
    third.receive(.outboxRestored(kept(store)), into: &store)
    other.receive(.removed(clientID: "b"), into: &store)
    third.receive(.edited(clientID: "b", MessageEdit(content: "둘!")), into: &store)
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.clientID) == ["a"])
    #expect(kept(store).wishes == [])
  }

  @Test func readerRetriesWhatTheWriterCouldNotSend() {
    var (writer, other, store) = pair()
    writer.receive(.retried(clientID: "a"), into: &store)
    writer.receive(.sent(clientID: "a", .refused(.consultClosed)), into: &store)
    other.receive(.outboxRestored(kept(store)), into: &store)
    #expect(other.outbox.map(\.isFailed) == [true, false])
    other.receive(.retried(clientID: "a"), into: &store)
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.clientID) == ["b", "a"])
    #expect(writer.outbox.map(\.isStuck) == [false, false])
  }

  /// The reader's word comes late, so the writer takes back what it still shows as refused.
  @Test func whatIsTakenBackStaysSoThoughAReaderHadRetriedIt() {
    var (writer, other, store) = pair()
    writer.receive(.retried(clientID: "a"), into: &store)
    writer.receive(.sent(clientID: "a", .refused(.consultClosed)), into: &store)
    other.receive(.outboxRestored(kept(store)), into: &store)
    other.receive(.retried(clientID: "a"), into: &store)
    writer.receive(.removed(clientID: "a"), into: &store)
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.outbox.map(\.clientID) == ["b"])
    #expect(kept(store).items.map(\.clientID) == ["b"])
  }

  @Test func anItemUnderTwoOrdersIsOne() {
    let (writer, _, store) = pair()
    var twice = store
    twice["o/\(room.text)/000000000000009-b"] = store[ChatRecords.key(writer.outbox[1], in: room)]
    #expect(twice.count == store.count + 1)
    #expect(kept(twice) == kept(store))
  }

  @Test func operationsFollowTheStore() {
    var store: [String: String] = [:]
    var writer = RoomSyncMachine.current([message(1), message(2)])
    var other = reader([message(1), message(2)])
    writer.receive(.wanted(.delete, of: ID("m1"), at: instant(1)), into: &store)
    other.receive(.outboxRestored(kept(store)), into: &store)
    #expect(other.operations.map(\.messageID) == [ID("m1")])
    other.receive(.wanted(.delete, of: ID("m2"), at: instant(2)), into: &store)
    writer.receive(.outboxRestored(kept(store)), into: &store)
    #expect(writer.operations.map(\.state) == [.sending, .waiting])
    writer.receive(.operated(id: writer.operations[0].id, .success(message(1))), into: &store)
    other.receive(.outboxRestored(kept(store)), into: &store)
    #expect(other.operations.map(\.messageID) == [ID("m2")])
  }

  @Test func readerThatHearsOfAMessageLeavesItsRecordToTheWriter() {
    var (writer, other, store) = pair()
    writer.receive(.edited(clientID: "a", MessageEdit(content: "하나!")), into: &store)
    // It has not read that yet.
    other.receive(.messageArrived(message(1, "하나", from: mina, clientID: "a")), into: &store)
    #expect(other.shownOutbox.map(\.clientID) == ["b"])
    #expect(kept(store).items.first?.wish == .edit(MessageEdit(content: "하나!")))
    writer.receive(.messageArrived(message(1, "하나", from: mina, clientID: "a")), into: &store)
    #expect(kept(store).items.map(\.clientID) == ["b"])
    #expect(writer.operations.map(\.kind) == [.edit(MessageEdit(content: "하나!"))])
  }
}
