import ChatSync
import Contract
import Domain
import Testing

/// What the person does to a message of which nobody can say whether it is in the room.
@Suite struct UnconfirmedItemTests {
  private let edit = MessageEdit(content: "둘")

  private func unconfirmed() -> RoomSyncMachine {
    var machine = RoomSyncMachine.current()
    _ = machine.receive(submit("하나", "a"), entropy: 0)
    _ = machine.receive(.sent(clientID: "a", .unreachable), entropy: 0)
    return machine
  }

  private func operations(_ commands: [RoomSyncMachine.Command]) -> [MessageOperation.Kind] {
    commands.compactMap { if case .operate(let operation) = $0 { operation.kind } else { nil } }
  }

  @Test func editWaitsBehindTheSameBody() {
    var machine = unconfirmed()
    #expect(machine.wishes(.edited(clientID: "a", edit)) == [])
    #expect(machine.outbox[0].shownContent == "둘")
    #expect(machine.wishes(.timerFired(.send)) == [send("하나", "a")])
    let sent = message(1, "하나", from: mina, clientID: "a")
    #expect(operations(machine.wishes(.sent(clientID: "a", .success(sent)))) == [.edit(edit)])
    #expect(machine.outbox.isEmpty)
    #expect(machine.log.messages.map { machine.shown($0).content } == ["둘"])
  }

  @Test func removalBecomesADelete() {
    var machine = unconfirmed()
    _ = machine.receive(.removed(clientID: "a"), entropy: 0)
    #expect(machine.outbox.map(\.isLeaving) == [true])
    #expect(machine.wishes(.edited(clientID: "a", edit)) == [])
    let sent = message(1, "하나", from: mina, clientID: "a")
    #expect(operations(machine.wishes(.messageArrived(sent))) == [.delete])
    #expect(machine.log.messages.map { machine.shown($0).isGone } == [true])
  }

  @Test func lastWishCounts() {
    var machine = unconfirmed()
    _ = machine.receive(.edited(clientID: "a", edit), entropy: 0)
    _ = machine.receive(.edited(clientID: "a", MessageEdit(content: "셋")), entropy: 0)
    #expect(machine.outbox[0].shownContent == "셋")
    _ = machine.receive(.removed(clientID: "a"), entropy: 0)
    #expect(machine.outbox.map(\.isLeaving) == [true])
  }

  @Test func refusalMakesTheEditTheText() {
    var machine = unconfirmed()
    _ = machine.receive(.edited(clientID: "a", edit), entropy: 0)
    _ = machine.receive(.timerFired(.send), entropy: 0)
    #expect(machine.wishes(.sent(clientID: "a", .refused(.badRequest))) == [send("둘", "a")])
    #expect(machine.outbox.map(\.wish) == [nil])
  }

  @Test func refusalOfWhatIsLeavingEndsIt() {
    var machine = unconfirmed()
    _ = machine.receive(.removed(clientID: "a"), entropy: 0)
    _ = machine.receive(.timerFired(.send), entropy: 0)
    #expect(machine.writes(.sent(clientID: "a", .refused(.badRequest))).map(\.value) == [nil])
    #expect(machine.outbox.isEmpty)
    #expect(machine.operations.isEmpty)
  }

  @Test func olderTextFoundInTheRoomIsEdited() {
    var machine = unconfirmed()
    _ = machine.receive(.edited(clientID: "a", edit), entropy: 0)
    _ = machine.receive(.timerFired(.send), entropy: 0)
    _ = machine.receive(.sent(clientID: "a", .refused(.badRequest)), entropy: 0)
    let first = message(1, "하나", from: mina, clientID: "a")
    #expect(operations(machine.wishes(.messageArrived(first))) == [.edit(edit)])
  }

  @Test func whatWentInTheRoomNeedsNoCorrection() {
    var machine = unconfirmed()
    _ = machine.receive(.edited(clientID: "a", edit), entropy: 0)
    var gone = message(1, "하나", from: mina, clientID: "a", version: 2)
    gone.isDeleted = true
    #expect(operations(machine.wishes(.messageArrived(gone))) == [])
    #expect(machine.outbox.isEmpty)
  }

  @Test func emptyTextIsNoEdit() {
    var machine = unconfirmed()
    _ = machine.receive(.edited(clientID: "a", MessageEdit(content: "")), entropy: 0)
    #expect(machine.outbox[0].shownContent == "하나")
  }

  @Test func wishesSurviveAReload() {
    var store: [String: String] = [:]
    var machine = unconfirmed()
    machine.receive(.edited(clientID: "a", edit), into: &store)
    let late = RoomSyncMachine.restored(from: store, outbox: true)
    #expect(late.outbox.map(\.shownContent) == ["둘"])
    #expect(late.outbox.map(\.content) == ["하나"])
  }
}
