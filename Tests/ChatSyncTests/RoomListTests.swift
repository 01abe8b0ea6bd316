import ChatSync
import Contract
import Domain
import Testing
import Wire

@Suite struct RoomListTests {
  private let other = ID<Room>("room-2")

  private func list(_ rooms: [Room]) -> RoomList {
    var list = RoomList()
    _ = list.replace(with: rooms)
    return list
  }

  @Test func newestRoomComesFirst() {
    var list = list([roomValue(room, updated: 1_000), roomValue(other, updated: 2_000)])
    #expect(list.rooms.map(\.id) == [other, room])
    _ = list.take(message(9), me: mina.id)
    #expect(list.rooms.map(\.id) == [room, other])
  }

  @Test func messageOfAnotherPersonCountsAsUnread() {
    var list = list([roomValue(lastSeq: 1)])
    _ = list.take(message(2), me: mina.id)
    _ = list.take(message(2), me: mina.id)
    _ = list.take(message(3, from: mina), me: mina.id)
    #expect(list[room]?.unreadCount == 1)
    #expect(list[room]?.lastMessage?.seq == 3)
    #expect(list.unreadTotal == 1)
  }

  @Test func whoeverTheServerDoesNotNameAnyMoreIsNotWaitedFor() {
    let both = [ReadPosition(personID: mina.id, seq: 1), ReadPosition(personID: doctor.id, seq: 0)]
    var list = list([roomValue(lastSeq: 1, reads: both)])
    let left = [ReadPosition(personID: mina.id, seq: 0)]
    _ = list.merge(roomValue(lastSeq: 1, reads: left), me: mina.id)
    #expect(list[room]?.reads == [ReadPosition(personID: mina.id, seq: 1)])
  }

  @Test func lateMessageDoesNotReplaceANewerOne() {
    var list = list([roomValue(lastSeq: 5)])
    #expect(list.take(message(4), me: mina.id) == [])
    #expect(list[room]?.lastSeq == 5)
  }

  /// Reservations change without a message.
  @Test func theConsultIsTheOneThatWasHeardLast() {
    var list = list([roomValue(lastSeq: 5)])
    let consult = Consult(
      reservationID: "r", start: nil, opensAt: Timestamp(milliseconds: 1), closesAt: nil, answerTime: "")
    var told = roomValue(lastSeq: 4)
    told.consult = consult
    #expect(list.merge(told, me: mina.id).count == 1)
    #expect(list[room]?.consult == consult && list[room]?.lastSeq == 5)
    _ = list.merge(roomValue(lastSeq: 5), me: mina.id)
    #expect(list[room]?.consult == nil)
  }

  @Test func unknownRoomIsReported() {
    var list = list([])
    #expect(list.take(message(1), me: mina.id) == nil)
  }

  @Test func seenRoomHasNoNumberBeforeTheServerKnows() {
    var list = list([roomValue(lastSeq: 3, unread: 3)])
    list.saw(room, through: 3)
    #expect(list.unreadTotal == 0)
    _ = list.replace(with: [roomValue(lastSeq: 3, unread: 3)])
    #expect(list.unreadTotal == 0)
    _ = list.take(message(4), me: mina.id)
    #expect(list.unreadTotal == 1)
  }

  @Test func whatWasMarkedAsReadIsToldUntilTheServerConfirms() {
    var list = list([roomValue(lastSeq: 3, unread: 3)])
    #expect(list.sawAll() == [RecordWrite(key: "s/" + room.text, value: "3")])
    #expect(list.unreadTotal == 0)
    let reads = [RoomRead(room: room, seq: 3)]
    #expect(list.nextReads() == reads)
    #expect(list.nextReads() == [], "one at a time")
    #expect(list.readsTold(.unreachable) == [])
    _ = list.take(message(4), me: mina.id)
    _ = list.sawAll(in: room)
    #expect(list.nextReads() == reads + [RoomRead(room: room, seq: 4)])
    #expect(Set(list.readsTold(.success(true)).map(\.key)) == ["s/" + room.text])
    #expect(list.unreadTotal == 0)
    #expect(list.nextReads() == [])
  }

  @Test func whatTheServerRefusesToReadIsUnreadAgain() {
    var list = list([roomValue(lastSeq: 3, unread: 3)])
    _ = list.sawAll()
    _ = list.nextReads()
    #expect(list.readsTold(.refused(.badRequest)) == [RecordWrite(key: "s/" + room.text, value: nil)])
    #expect(list.unreadTotal == 3)
    #expect(list.nextReads() == [])
  }

  @Test func noMoreRoomsAreToldAtOnceThanTheServerTakes() {
    let rooms = (0..<2_500).map { roomValue(ID("r\($0)"), lastSeq: 1, unread: 1) }
    var list = list(rooms)
    _ = list.sawAll()
    var counts: [Int] = []
    while true {
      let reads = list.nextReads()
      if reads.isEmpty { break }
      counts.append(reads.count)
      _ = list.readsTold(.success(true))
    }
    #expect(counts == [1_000, 1_000, 500])
    #expect(list.unreadTotal == 0)
  }

  @Test func aRoomThatIsGoneIsNotMarked() {
    var list = list([roomValue(lastSeq: 3, unread: 3)])
    _ = list.sawAll()
    _ = list.replace(with: [])
    #expect(list.nextReads() == [])
  }

  @Test func whatWasMarkedIsToldByTheNextStartAsWell() {
    var list = list([roomValue(lastSeq: 3, unread: 3)])
    let kept = list.sawAll().map { StoredRecord(key: $0.key, value: $0.value ?? "") }
    var next = RoomList()
    next.restore([roomValue(lastSeq: 3, unread: 3)])
    next.restore(marks: kept)
    #expect(next.unreadTotal == 0)
    #expect(next.nextReads() == [RoomRead(room: room, seq: 3)])
  }

  @Test func readOnAnotherDeviceTakesTheNumberAway() {
    var list = list([roomValue(lastSeq: 5, unread: 4)])
    _ = list.take(ReadPosition(personID: mina.id, seq: 4), in: room, me: mina.id)
    #expect(list[room]?.unreadCount == 1)
    _ = list.take(ReadPosition(personID: mina.id, seq: 5), in: room, me: mina.id)
    #expect(list[room]?.unreadCount == 0)
    #expect(list.take(ReadPosition(personID: mina.id, seq: 2), in: room, me: mina.id) == [])
  }

  @Test func olderAnswerDoesNotUndoALiveMessage() {
    var list = list([roomValue(lastSeq: 1)])
    _ = list.take(message(2), me: mina.id)
    _ = list.replace(with: [roomValue(lastSeq: 1)])
    #expect(list[room]?.lastSeq == 2)
    #expect(list[room]?.unreadCount == 1)
  }

  @Test func unnamedRoomsGoUnlessTheyAreNewerThanTheQuestion() {
    var list = list([roomValue(room), roomValue(other)])
    let third = ID<Room>("room-3")
    list.asked()
    _ = list.merge(roomValue(third), me: mina.id)
    let writes = list.replace(with: [roomValue(other)])
    #expect(Set(list.rooms.map(\.id)) == [other, third])
    #expect(writes == [RecordWrite(key: "r/room-1", value: nil)])
  }

  @Test func keptRoomsShowBeforeTheServerAnswers() {
    var list = RoomList()
    list.restore([roomValue(room, lastSeq: 2)])
    #expect(list.rooms.count == 1)
    #expect(!list.isConfirmed)
    _ = list.replace(with: [])
    #expect(list.rooms.isEmpty)
    #expect(list.isConfirmed)
  }

  @Test func recordsBringTheRoomBack() {
    var list = RoomList()
    let full = roomValue(room, lastSeq: 2, unread: 1, reads: [ReadPosition(personID: doctor.id, seq: 1)])
    let writes = list.replace(with: [full])
    #expect(writes.map(\.key) == ["r/room-1"])
    #expect(writes.first?.value.flatMap { ChatRecords.room($0) } == full)
    #expect(list.replace(with: [full]) == [])
  }

  @Test func numbersStayWithinBounds() {
    var list = list([roomValue(room, lastSeq: 1 << 40, unread: Int(Int32.max))])
    #expect(list.unreadTotal == RoomList.mostUnread)
    _ = list.take(message(1 << 41), me: mina.id)
    #expect(list[room]?.unreadCount == RoomList.mostUnread)
  }

  @Test func roomWithAPersonIsFound() {
    let list = list([roomValue(room)])
    #expect(list.room(with: doctor.id)?.id == room)
    #expect(list.room(with: ID("nobody")) == nil)
  }
}
