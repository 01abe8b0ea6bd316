import ChatSync
import Contract
import Domain
import Testing
import Wire

@Suite struct OutboxTests {
  @Test func oneItemIsUnderWayAtATime() {
    var machine = RoomSyncMachine.current()
    #expect(machine.wishes(submit("하나", "a")) == [send("하나", "a")])
    #expect(machine.wishes(submit("둘", "b")) == [])
    #expect(machine.outbox.map(\.state) == [.sending, .waiting])
    let sent = message(1, "하나", from: mina, clientID: "a")
    #expect(machine.wishes(.sent(clientID: "a", .success(sent))) == [send("둘", "b")])
    #expect(machine.log.messages == [sent])
    #expect(machine.outbox.map(\.clientID) == ["b"])
  }

  @Test func lostAnswerRepeatsTheIdenticalBody() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    #expect(machine.wishes(.sent(clientID: "a", .unreachable)) == [.startTimer(.send, milliseconds: 1_000)])
    #expect(machine.outbox[0].state == .unconfirmed)
    #expect(machine.wishes(.timerFired(.send)) == [send("하나", "a")])
  }

  @Test func connectionEndsThePause() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(.sent(clientID: "a", .unreachable), entropy: 0)
    #expect(machine.wishes(.connected) == [askChanges(0), send("하나", "a")])
    #expect(machine.wishes(.timerFired(.send)) == [])
  }

  @Test func nothingOvertakesAnUnconfirmedItem() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(.sent(clientID: "a", .unreachable), entropy: 0)
    #expect(machine.wishes(submit("둘", "b")) == [])
    #expect(machine.wishes(.timerFired(.send)) == [send("하나", "a")])
  }

  @Test func nothingNewLeavesWithoutASignOfTheServer() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(.disconnected, entropy: 0)
    #expect(machine.wishes(submit("하나", "a")) == [.startTimer(.send, milliseconds: 1_000), askChanges(0)])
    _ = machine.receive(.changesFetched(after: 0, .unreachable), entropy: 0)
    #expect(machine.outbox.map(\.state) == [.waiting])
    _ = machine.receive(.removed(clientID: "a"), entropy: 0)
    #expect(machine.outbox.isEmpty)
  }

  @Test func answerToAQuestionLetsTheOutboxGo() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(.disconnected, entropy: 0)
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    #expect(machine.wishes(.changesFetched(after: 0, changes([]))) == [send("하나", "a")])
  }

  @Test func everyNewTextAsksForASign() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(.disconnected, entropy: 0)
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(.changesFetched(after: 0, .unreachable), entropy: 0)
    #expect(machine.wishes(submit("둘", "b")) == [.startTimer(.send, milliseconds: 2_000), askChanges(0)])
    #expect(machine.wishes(.connected) == [send("하나", "a")])
    #expect(machine.outbox.map(\.state) == [.sending, .waiting])
  }

  @Test func roomThatAsksNothingProbesAfterAPause() {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    let item = OutboxItem(clientID: "a", content: "하나", createdAt: instant(0), order: 1)
    #expect(machine.wishes(.outboxRestored(KeptOutbox(items: [item]))) == [.startTimer(.send, milliseconds: 1_000)])
    #expect(machine.wishes(.timerFired(.send)) == [send("하나", "a")])
  }

  @Test func broadcastBeforeTheAnswerConfirms() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(submit("둘", "b"), entropy: 0)
    let sent = message(1, "하나", from: mina, clientID: "a")
    #expect(machine.wishes(.messageArrived(sent)) == [send("둘", "b")])
    #expect(machine.wishes(.sent(clientID: "a", .success(sent))) == [])
    #expect(machine.wishes(.sent(clientID: "a", .unreachable)) == [])
    #expect(machine.outbox.map(\.state) == [.sending])
    #expect(machine.log.messages == [sent])
  }

  @Test func clientIDOfSomebodyElseConfirmsNothing() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(.messageArrived(message(1, "하나", from: doctor, clientID: "a")), entropy: 0)
    #expect(machine.outbox.count == 1)
  }

  @Test func refusedItemStaysAndLaterOnesGoOn() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(submit("둘", "b"), entropy: 0)
    #expect(machine.wishes(.sent(clientID: "a", .refused(.consultClosed))) == [send("둘", "b")])
    #expect(machine.outbox.map(\.state) == [.failed(.consultClosed), .sending])
  }

  @Test func tooManyCallsIsNoRefusal() {
    let result = SyncResult<Message>(APIError.tooManyCalls(retryAfterSeconds: 2))
    #expect(result == .unreachable)
    #expect(SyncResult<Message>(APIError.internalError) == .unreachable)
    #expect(SyncResult<Message>(APIError.accessExpired) == .unreachable)
    #expect(SyncResult<Message>(APIError.tooLarge) == .refused(.tooLarge))
  }

  @Test func retriedItemGoesToTheEnd() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(submit("둘", "b"), entropy: 0)
    _ = machine.receive(.sent(clientID: "a", .refused(.badRequest)), entropy: 0)
    #expect(machine.wishes(.retried(clientID: "a")) == [])
    #expect(machine.outbox.map(\.clientID) == ["b", "a"])
    let sent = message(1, "둘", from: mina, clientID: "b")
    #expect(machine.wishes(.sent(clientID: "b", .success(sent))) == [send("하나", "a")])
  }

  @Test func whatIsSurelyNotSentIsRemovedAtOnce() {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(submit("둘", "b"), entropy: 0)
    _ = machine.receive(.removed(clientID: "b"), entropy: 0)
    #expect(machine.outbox.map(\.clientID) == ["a"])
    _ = machine.receive(.sent(clientID: "a", .refused(.badRequest)), entropy: 0)
    _ = machine.receive(.removed(clientID: "a"), entropy: 0)
    #expect(machine.outbox.isEmpty)
  }

  @Test func outboxSurvivesAReload() {
    var machine = RoomSyncMachine.current()
    var records: [String: String] = [:]
    func keep(_ writes: [RecordWrite]) {
      for write in writes { records[write.key] = write.value }
    }
    keep(machine.writes(submit("하나", "a")))
    keep(machine.writes(submit("둘", "b")))
    keep(machine.writes(submit("셋", "c")))
    keep(machine.writes(.sent(clientID: "a", .refused(.tooLarge))))
    let kept = records.sorted { $0.key < $1.key }.compactMap { ChatRecords.outboxItem($0.value) }
    #expect(kept.map(\.content) == ["하나", "둘", "셋"])

    var reloaded = RoomSyncMachine(roomID: room, me: mina.id)
    #expect(reloaded.wishes(.outboxRestored(KeptOutbox(items: kept))) == [send("둘", "b")])
    #expect(reloaded.outbox.map(\.state) == [.failed(.tooLarge), .sending, .waiting])
    #expect(records.keys.allSatisfy { ChatRecords.room(ofOutboxKey: $0) == room })
  }

  @Test func interruptedSendingIsUnconfirmedAfterAReload() {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    let items = [
      OutboxItem(clientID: "a", content: "하나", createdAt: instant(0), order: 1, state: .failed(.badRequest)),
      OutboxItem(clientID: "b", content: "둘", createdAt: instant(0), order: 2, state: .sending),
      OutboxItem(clientID: "c", content: "셋", createdAt: instant(0), order: 3, state: .sending),
    ]
    _ = machine.receive(.outboxRestored(KeptOutbox(items: items)), entropy: 0)
    #expect(machine.outbox.map(\.state) == [.failed(.badRequest), .sending, .unconfirmed])
  }

  @Test func keptItemThatIsInTheRoomAlreadyIsDone() {
    var store: [String: String] = [:]
    var machine = RoomSyncMachine.opened()
    machine.receive(.historyFetched(before: nil, page([message(1, "하나", from: mina, clientID: "a")])), into: &store)
    var late = RoomSyncMachine.restored(from: store)
    #expect(late.log.messages.count == 1)
    let item = OutboxItem(clientID: "a", content: "하나", createdAt: instant(0), order: 1, state: .sending)
    #expect(late.writes(.outboxRestored(KeptOutbox(items: [item]))).map(\.value) == [nil])
    #expect(late.outbox.isEmpty)
  }

  @Test func sendingWaitsForTheKeptOutbox() {
    var machine = RoomSyncMachine(roomID: room, me: mina.id)
    _ = machine.receive(.reached, entropy: 0)
    #expect(machine.wishes(submit("나중", "b")) == [])
    let item = OutboxItem(
      clientID: "a", content: "먼저", createdAt: instant(0), order: instant(5).milliseconds, state: .waiting)
    #expect(machine.wishes(.outboxRestored(KeptOutbox(items: [item]))) == [send("먼저", "a")])
    #expect(machine.outbox.map(\.content) == ["먼저", "나중"])
    #expect(machine.outbox[0].order < machine.outbox[1].order)
  }
}
