import Chats
import Contract
import Domain
import Storage
import Testing

/// History, versions and changes.
struct LogTests {
  @Test func historyIsPagedUpwardsWithoutHoles() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    for number in 1...7 { try await clinic.say("\(number)", in: room) }
    var seen: [Int64] = []
    var before: Int64?
    repeat {
      let page = try await clinic.chats.history(in: room.id, before: before, limit: 3, for: clinic.doctor)
      #expect(page.lastSeq == 7)
      #expect(page.version == 7)
      seen = page.messages.map(\.seq) + seen
      before = page.messages.first?.seq
    } while before != nil
    #expect(seen == Array(1...7))
  }

  @Test func anEmptyRoomSaysSo() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let page = try await clinic.chats.history(in: room.id, before: nil, limit: nil, for: clinic.patient)
    #expect(page == MessagePage(messages: [], version: 0, lastSeq: 0))
    let changes = try await clinic.chats.changes(in: room.id, after: 0, limit: nil, for: clinic.patient)
    #expect(changes == ChangePage(messages: [], version: 0, lastSeq: 0, hasMore: false))
  }

  @Test func limitsAreBounded() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    for limit in [0, -1] {
      #expect(
        await refusal {
          try await clinic.chats.history(in: room.id, before: nil, limit: limit, for: clinic.patient)
        } == .badRequest)
      #expect(
        await refusal {
          try await clinic.chats.changes(in: room.id, after: 0, limit: limit, for: clinic.patient)
        } == .badRequest)
    }
    for number in 1...210 { try await clinic.say("\(number)", in: room) }
    let usual = try await clinic.chats.history(in: room.id, before: nil, limit: nil, for: clinic.patient)
    #expect(usual.messages.map(\.seq) == Array(161...210))
    let most = try await clinic.chats.history(in: room.id, before: nil, limit: 1_000, for: clinic.patient)
    #expect(most.messages.count == 200)
  }

  @Test func everyChangeTakesTheNextVersion() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let chats = clinic.chats
    let first = try await clinic.say("하나", in: room).message
    let second = try await clinic.say("둘", in: room).message
    let edited = try await chats.edit(first.id, MessageEdit(content: "하나!"), in: room.id, by: clinic.patient)
    let liked = try await chats.react(with: "👍", isOn: true, to: second.id, in: room.id, by: clinic.doctor)
    let gone = try await chats.delete(first.id, in: room.id, by: clinic.patient)
    #expect([first, second, edited, liked, gone].map(\.version) == [1, 2, 3, 4, 5])
    #expect(try await chats.rooms(of: clinic.doctor).map(\.version) == [5])
    let changes = try await chats.changes(in: room.id, after: 2, limit: nil, for: clinic.doctor)
    #expect(changes == ChangePage(messages: [liked, gone], version: 5, lastSeq: 2, hasMore: false))
  }

  @Test func changesAreReadInPages() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    for number in 1...5 { try await clinic.say("\(number)", in: room) }
    let first = try await clinic.chats.changes(in: room.id, after: 0, limit: 2, for: clinic.doctor)
    #expect(first.messages.map(\.version) == [1, 2])
    #expect(first.version == 2)
    #expect(first.hasMore)
    let last = try await clinic.chats.changes(in: room.id, after: 3, limit: 2, for: clinic.doctor)
    #expect(last.messages.map(\.version) == [4, 5])
    #expect(!last.hasMore)
    let none = try await clinic.chats.changes(in: room.id, after: 99, limit: 2, for: clinic.doctor)
    #expect(none == ChangePage(messages: [], version: 5, lastSeq: 5, hasMore: false))
  }

  @Test func theLogIsClosedToOthers() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let chats = clinic.chats
    for (person, error) in [(clinic.otherPatient, APIError.notParticipant), (clinic.stranger, .roomNotFound)] {
      #expect(await refusal { try await chats.history(in: room.id, before: nil, limit: nil, for: person) } == error)
      #expect(await refusal { try await chats.changes(in: room.id, after: 0, limit: nil, for: person) } == error)
    }
  }

  @Test func readingEverywhereIsOneMove() async throws {
    let clinic = try await Clinic()
    let rooms = [
      try await clinic.open(),
      try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient),
    ]
    try await clinic.say("하나", in: rooms[0], by: clinic.doctor)
    try await clinic.say("둘", in: rooms[1], by: clinic.otherDoctor)
    _ = clinic.published.take()
    let reads = rooms.map { RoomRead(room: $0.id, seq: 1) }
    let unknown = RoomRead(room: ID("x"), seq: 1)
    #expect(
      await refusal { try await clinic.chats.markAllRead(reads + [unknown], by: clinic.patient) } == .roomNotFound)
    #expect(try await clinic.chats.rooms(of: clinic.patient).map(\.unreadCount) == [1, 1])
    #expect(clinic.published.take().isEmpty)
    try await clinic.chats.markAllRead(reads, by: clinic.patient)
    #expect(try await clinic.chats.rooms(of: clinic.patient).map(\.unreadCount) == [0, 0])
    #expect(clinic.published.take().count == 2)
    let many = Array(repeating: reads[0], count: 1_001)
    #expect(await refusal { try await clinic.chats.markAllRead(many, by: clinic.patient) } == .badRequest)
  }
}
