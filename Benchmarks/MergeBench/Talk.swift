import ChatSync
import Contract
import Domain
import Wire

/// What is merged, in the ways in which it comes. Each answers with milliseconds.
enum Talk {
  static let count: Int64 = 10_000

  private static let room = ID<Room>("5f0c1e2d3b4a596877685943")
  private static let people = ["5f0c1e2d3b4a596877685901", "5f0c1e2d3b4a596877685902"].map {
    Person(id: ID($0), nick: "손님")
  }

  private static func message(_ seq: Int64, version: Int64? = nil) -> Message {
    let at = Timestamp(milliseconds: 1_767_571_200_000 + seq * 1_000)
    var message = Message(
      id: ID("m\(seq)"), roomID: room, seq: seq, version: version ?? seq, clientID: "c\(seq)",
      content: "\(seq): 눈이 침침해요", sender: people[Int(seq % 2)], createdAt: at, updatedAt: at)
    // Every tenth answers another one.
    if seq % 10 == 0 {
      message.replyTo = Quote(id: ID("m\(seq / 2)"), seq: seq / 2, senderID: people[0].id, excerpt: "눈이")
    }
    return message
  }

  private static func messages(_ seqs: some Sequence<Int64>) -> [Message] { seqs.map { message($0) } }

  /// A room that is open; without a store there is nothing to write.
  private static func opened(isWriter: Bool = false) -> RoomSyncMachine {
    var machine = RoomSyncMachine(roomID: room, me: people[0].id)
    let events: [RoomSyncMachine.Event] = [
      .writerChanged(isWriter), .outboxRestored(KeptOutbox()), .opened, .recordsRead([]),
    ]
    for event in events { _ = machine.receive(event, entropy: 0) }
    return machine
  }

  private static func newest(_ messages: [Message], of last: Int64) -> RoomSyncMachine.Event {
    .historyFetched(before: nil, .success(MessagePage(messages: messages, version: last, lastSeq: last)))
  }

  private static func changes(_ messages: [Message], after old: Int64, to version: Int64) -> RoomSyncMachine.Event {
    let page = ChangePage(messages: messages, version: version, lastSeq: 2 * count, hasMore: false)
    return .changesFetched(after: old, .success(page))
  }

  private static func time(_ machine: inout RoomSyncMachine, _ events: [RoomSyncMachine.Event]) -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    for event in events { _ = machine.receive(event, entropy: 0) }
    return (clock.now - begin) / .milliseconds(1)
  }

  private static func check(_ machine: RoomSyncMachine, holds wanted: Int64) {
    precondition(machine.log.messages.count == Int(wanted), "the machine holds \(machine.log.messages.count)")
  }

  static func oneAnswer(isWriter: Bool = false) -> Double {
    var machine = opened(isWriter: isWriter)
    let spent = time(&machine, [newest(messages(1...count), of: count)])
    check(machine, holds: count)
    return spent
  }

  static func between() -> Double {
    var machine = opened()
    let last = 2 * count
    _ = machine.receive(newest(messages(stride(from: 2, through: last, by: 2)), of: last), entropy: 0)
    _ = machine.receive(.historyFetched(before: last, .unreachable), entropy: 0)
    _ = machine.receive(.connected, entropy: 0)
    let odd = stride(from: 1, to: last, by: 2).map { message($0, version: last + $0) }
    let spent = time(&machine, [changes(odd, after: last, to: 2 * last)])
    check(machine, holds: last)
    return spent
  }

  static func olderPages() -> Double {
    var machine = opened()
    let begin = count + 1
    _ = machine.receive(newest(messages(begin...begin), of: begin), entropy: 0)
    var events: [RoomSyncMachine.Event] = []
    for before in stride(from: begin, to: 1, by: -200) {
      let page = MessagePage(messages: messages(before - 200..<before), version: begin, lastSeq: begin)
      events += [.historyFetched(before: before, .success(page)), .scrolledUp]
    }
    let spent = time(&machine, events)
    check(machine, holds: begin)
    return spent
  }

  static func edits() -> Double {
    var machine = opened()
    _ = machine.receive(newest(messages(1...count), of: count), entropy: 0)
    _ = machine.receive(.connected, entropy: 0)
    let edited = (1...count).map { message($0, version: count + $0) }
    let spent = time(&machine, [changes(edited, after: count, to: 2 * count)])
    precondition(machine.log.messages.allSatisfy { $0.version > count })
    return spent
  }

  static func oneByOne() -> Double {
    var machine = opened()
    _ = machine.receive(newest([], of: 0), entropy: 0)
    let spent = time(&machine, messages(1...count).map { .messageArrived($0) })
    check(machine, holds: count)
    return spent
  }
}
