import Chats
import Contract
import Domain
import Storage
import Testing

struct RoomTests {
  @Test func patientAndDoctorHaveOneRoomFromBothSides() async throws {
    let clinic = try await Clinic()
    let first = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.doctor), by: clinic.patient)
    let second = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.patient), by: clinic.doctor)
    #expect(first.id == second.id)
    #expect(first.participants.map(\.nick) == ["p1", "d1"])
    #expect(first.lastMessage == nil)
    #expect(first.reads.map(\.seq) == [0, 0])
  }

  @Test func bothAreShownANewRoomOnce() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.doctor), by: clinic.patient)
    #expect(
      clinic.published.take() == [.roomShown(room, to: clinic.patient), .roomShown(room, to: clinic.doctor)])
    _ = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.doctor), by: clinic.patient)
    #expect(clinic.published.take().isEmpty)
  }

  @Test func nobodyElseMayMeet() async throws {
    let clinic = try await Clinic()
    let pairs = [
      (clinic.patient, clinic.patient), (clinic.patient, clinic.otherPatient), (clinic.doctor, clinic.otherDoctor),
      (clinic.patient, clinic.stranger), (clinic.patient, RowID<Person>(999)),
    ]
    for (caller, other) in pairs {
      let opponent = clinic.identifiers.id(other)
      #expect(await refusal { try await clinic.chats.openRoom(with: opponent, by: caller) } == .personNotFound)
    }
    #expect(await refusal { try await clinic.chats.openRoom(with: ID("x"), by: clinic.patient) } == .personNotFound)
  }

  @Test func membersOfOtherRealmsMeetFreely() async throws {
    let clinic = try await Clinic()
    let other = try await Clinic.add("m2@example.com", .member, .flatbread, clinic.store)
    let room = try await clinic.chats.openRoom(with: clinic.identifiers.id(other), by: clinic.stranger)
    #expect(room.participants.count == 2)
  }

  @Test func theListShowsWhatIsNew() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let later = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient)
    try await clinic.say("1", in: room)
    let last = try await clinic.say("2", in: room)
    let own = try await clinic.chats.rooms(of: clinic.patient)
    #expect(own.map(\.id) == [room.id, later.id])
    #expect(own[0].lastMessage == last.message)
    #expect(own[0].lastSeq == 2)
    #expect(own[0].unreadCount == 0)
    #expect(own[0].updatedAt == last.message.createdAt)
    let doctors = try await clinic.chats.rooms(of: clinic.doctor)
    #expect(doctors.map(\.unreadCount) == [2])
    #expect(try await clinic.chats.rooms(of: clinic.otherPatient).isEmpty)
  }

  @Test func readingMovesForwardOnlyAndNeverPastTheNewest() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    for text in ["1", "2", "3"] { try await clinic.say(text, in: room) }
    _ = clinic.published.take()
    let reader = clinic.identifiers.id(clinic.doctor)
    for seq: Int64 in [2, 1, 2, 99, 99] {
      try await clinic.chats.markRead(in: room.id, to: seq, by: clinic.doctor)
    }
    let moves = clinic.published.take()
    let members = [clinic.patient, clinic.doctor]
    #expect(
      moves == [
        .readMoved(room: room.id, ReadPosition(personID: reader, seq: 2), members: members),
        .readMoved(room: room.id, ReadPosition(personID: reader, seq: 3), members: members),
      ])
    let seen = try await clinic.chats.rooms(of: clinic.patient)
    #expect(seen[0].reads.contains(ReadPosition(personID: reader, seq: 3)))
    #expect(await refusal { try await clinic.chats.markRead(in: room.id, to: -1, by: clinic.doctor) } == .badRequest)
  }

  @Test func nobodyWaitsForWhoWasErased() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    try await clinic.say("계세요?", in: room)
    try await clinic.store.write { try $0.erasures.markErased(clinic.doctor, at: start) }
    _ = clinic.published.take()
    try await clinic.chats.tellErased(clinic.doctor)
    let seen = try await clinic.chats.rooms(of: clinic.patient)[0]
    #expect(seen.reads.map(\.personID) == [clinic.identifiers.id(clinic.patient)])
    #expect(clinic.published.take() == [.roomShown(seen, to: clinic.patient)])
    #expect(seen.participants.count == 2)
  }

  @Test func aRoomIsClosedToOthers() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let chats = clinic.chats
    for other in [clinic.otherPatient, clinic.otherDoctor] {
      #expect(await refusal { try await chats.messages(in: room.id, after: nil, for: other) } == .notParticipant)
      #expect(await refusal { try await chats.markRead(in: room.id, to: 1, by: other) } == .notParticipant)
      #expect(await refusal { try await clinic.say("x", in: room, by: other) } == .notParticipant)
      #expect(await refusal { try await chats.checkMembership(in: room.id, of: other) } == .notParticipant)
    }
    #expect(await refusal { try await chats.checkMembership(in: room.id, of: clinic.stranger) } == .roomNotFound)
    try await chats.checkMembership(in: room.id, of: clinic.doctor)
  }

  @Test func anUnknownRoomIsNotFound() async throws {
    let clinic = try await Clinic()
    let ids = [
      ID<Room>(""), ID("zzz"), ID(clinic.identifiers.id(clinic.patient).text), clinic.identifiers.id(RowID(99)),
    ]
    for id in ids {
      #expect(
        await refusal { try await clinic.chats.messages(in: id, after: nil, for: clinic.patient) } == .roomNotFound)
    }
  }
}
