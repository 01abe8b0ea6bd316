import Chats
import Contract
import Domain
import SQL
import Storage
import Testing
import Wire

struct SendingTests {
  @Test func aMessageIsAnsweredPublishedAndListed() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    try await clinic.say("처음", in: room)
    _ = clinic.published.take()
    let sent = try await clinic.say("눈이 침침해요 👁️", in: room, clientID: "c1")
    #expect(sent.message.seq == 2)
    #expect(sent.message.clientID == "c1")
    #expect(sent.message.sender.nick == "p1")
    #expect(!sent.differs)
    #expect(clinic.published.take() == [.sent(MessageForms(sent.message, members: [clinic.patient, clinic.doctor]))])
    let listed = try await clinic.chats.messages(in: room.id, after: nil, for: clinic.doctor)
    #expect(listed.last == sent.message)
  }

  @Test func theFirstMessageShowsTheRoomBeforeIt() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let sent = try await clinic.say("안녕하세요", in: room)
    let events = clinic.published.take()
    #expect(events.count == 3)
    #expect(events.last == .sent(MessageForms(sent.message, members: [clinic.patient, clinic.doctor])))
    guard case .roomShown(let shown, to: clinic.doctor) = events[1] else {
      Issue.record("the doctor was not shown the room")
      return
    }
    #expect(shown.unreadCount == 1)
    #expect(shown.lastMessage == sent.message)
  }

  @Test func repeatedSendReturnsTheOriginal() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let first = try await clinic.say("한 번", in: room, clientID: "c1")
    _ = clinic.published.take()
    let again = try await clinic.say("한 번", in: room, clientID: "c1")
    #expect(again == first)
    let other = try await clinic.say("다른 말", in: room, clientID: "c1")
    #expect(other.message == first.message)
    #expect(other.differs)
    #expect(clinic.published.take().isEmpty)
    #expect(try await clinic.chats.messages(in: room.id, after: nil, for: clinic.patient).count == 1)
  }

  @Test func aRepeatInOtherBytesIsAnotherBody() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let first = try await clinic.say("\u{AC00}", in: room, clientID: "c1")
    let again = try await clinic.say("\u{1100}\u{1161}", in: room, clientID: "c1")
    #expect(again.message == first.message)
    #expect(again.differs)
  }

  @Test func aClientIDBelongsToItsSenderAndRoom() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let other = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient)
    let sent = [
      try await clinic.say("1", in: room, clientID: "c"),
      try await clinic.say("2", in: room, by: clinic.doctor, clientID: "c"),
      try await clinic.say("3", in: other, clientID: "c"),
    ]
    #expect(Set(sent.map(\.message.id)).count == 3)
  }

  @Test func sendingAtOnceNumbersWithoutGapsAndPublishesInOrder() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          // Each twice, as a client does that lost the answer.
          for _ in 0..<2 { _ = try? await clinic.say("\(number)", in: room, clientID: "c\(number)") }
        }
      }
    }
    let listed = try await clinic.chats.messages(in: room.id, after: nil, for: clinic.doctor)
    #expect(listed.map(\.seq) == Array(1...100))
    #expect(Set(listed.map(\.content)).count == 100)
    #expect(zip(listed, listed.dropFirst()).allSatisfy { $0.createdAt < $1.createdAt })
    let published = clinic.published.take().compactMap { event in
      if case .sent(let forms) = event { forms.common } else { nil }
    }
    #expect(published == listed)
  }

  @Test func aDateCursorSkipsNothing() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    for number in 1...20 { try await clinic.say("\(number)", in: room) }
    var seen: [Message] = []
    // One at a time, from cursor to cursor, while the clock stands still.
    while let next = try await clinic.chats.messages(
      in: room.id, after: seen.last?.createdAt, for: clinic.doctor
    ).first {
      seen.append(next)
    }
    #expect(seen.map(\.seq) == Array(1...20))
  }

  @Test(arguments: [
    MessageDraft(content: ""), MessageDraft(content: "a\0b"), MessageDraft(clientID: "", content: "a"),
    MessageDraft(clientID: "a\0", content: "a"),
    MessageDraft(clientID: String(repeating: "c", count: 301), content: "a"),
    MessageDraft(content: String(repeating: "가", count: 10_001)),
    MessageDraft(content: "a" + String(repeating: "\u{301}", count: 40_000)),
    MessageDraft(content: "", files: ["a.jpg"]), MessageDraft(content: "", files: ["/a b.jpg"]),
    MessageDraft(content: "", files: Array(repeating: "/a.jpg", count: 6)),
  ])
  func badBodiesAreRefused(draft: MessageDraft) async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    #expect(await refusal { try await clinic.chats.send(draft, in: room.id, by: clinic.patient) }?.status == 400)
    #expect(try await clinic.chats.messages(in: room.id, after: nil, for: clinic.patient).isEmpty)
  }

  @Test func theLongestMessageFits() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let text = String(repeating: "가", count: 10_000)
    #expect(try await clinic.say(text, in: room).message.content == text)
  }

  @Test func filesAloneAreAMessage() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let draft = MessageDraft(content: "", files: [try await clinic.upload("a_1.jpg", in: room)])
    let sent = try await clinic.chats.send(draft, in: room.id, by: clinic.patient)
    #expect(sent.message.files == draft.files)
    #expect(sent.message.attachments.map { $0.width } == [4])
    #expect(sent.message.content == "")
  }

  @Test func aFileIsSentOnceByItsUploaderInItsRoom() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let path = try await clinic.upload("a.jpg", in: room)
    let draft = MessageDraft(clientID: "c", content: "", files: [path])
    let other = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient)
    #expect(await refusal { try await clinic.chats.send(draft, in: room.id, by: clinic.doctor) } == .fileGone)
    #expect(await refusal { try await clinic.chats.send(draft, in: other.id, by: clinic.patient) } == .fileGone)
    let twice = MessageDraft(content: "", files: [path, path])
    #expect(await refusal { try await clinic.chats.send(twice, in: room.id, by: clinic.patient) } == .fileGone)
    let sent = try await clinic.chats.send(draft, in: room.id, by: clinic.patient)
    #expect(try await clinic.chats.send(draft, in: room.id, by: clinic.patient) == sent)
    let again = MessageDraft(clientID: "d", content: "", files: [path])
    #expect(await refusal { try await clinic.chats.send(again, in: room.id, by: clinic.patient) } == .fileGone)
    #expect(try await clinic.chats.messages(in: room.id, after: nil, for: clinic.patient).count == 1)
  }

  @Test func whereConsultsAreClosedOnlyTheDoctorWrites() async throws {
    let clinic = try await Clinic(isConsultOpen: false)
    let room = try await clinic.open()
    #expect(await refusal { try await clinic.say("안녕하세요", in: room) } == .consultClosed)
    try await clinic.say("예약해 주세요", in: room, by: clinic.doctor)
  }

  /// From the opening of a reservation's consult until its end; reading is never over.
  @Test func aReservationLetsItsPatientWriteForAWhile() async throws {
    let clinic = try await Clinic(isConsultOpen: false)
    let room = try await clinic.open()
    let row = try #require(clinic.identifiers.row(room.id))
    let windows: [(opens: Int64, closes: Int64?, mayWrite: Bool)] = [
      (1, nil, false), (-10, 0, false), (-10, 1, true), (0, nil, true),
    ]
    for window in windows {
      try await clinic.reserve(opens: window.opens, closes: window.closes)
      if window.mayWrite {
        try await clinic.say("안녕하세요", in: room)
        #expect(try await clinic.chats.listeners(to: clinic.patient, in: row) == [clinic.doctor])
      } else {
        #expect(try await clinic.chats.listeners(to: clinic.patient, in: row) == [])
        #expect(await refusal { try await clinic.say("안녕하세요", in: room) } == .consultClosed)
      }
      try await clinic.store.write { _ = try $0.connection.execute("DELETE FROM reservations") }
    }
    #expect(await refusal { try await clinic.say("또", in: room) } == .consultClosed)
    #expect(try await clinic.chats.messages(in: room.id, after: nil, for: clinic.patient).count == 2)
  }

  /// What others see of it is as much as a word.
  @Test(arguments: [Int64(1), -10]) func outsideOfTheConsultAPatientNeitherReactsNorPinsNorUploads(
    _ opens: Int64
  ) async throws {
    let closes: Int64? = opens > 0 ? nil : 0
    let clinic = try await Clinic(isConsultOpen: false)
    let room = try await clinic.open()
    try await clinic.reserve(opens: -10, closes: nil)
    let said = try await clinic.say("안녕하세요", in: room).message
    func react(_ emoji: String, isOn: Bool = true, by person: RowID<Person>) async throws -> Message {
      try await clinic.chats.react(with: emoji, isOn: isOn, to: said.id, in: room.id, by: person)
    }
    _ = try await react("👍", by: clinic.patient)
    try await clinic.chats.checkMayWrite(in: room.id, by: clinic.patient)
    try await clinic.store.write { _ = try $0.connection.execute("DELETE FROM reservations") }
    try await clinic.reserve(opens: opens, closes: closes)
    #expect(await refusal { try await react("🙏", by: clinic.patient) } == .consultClosed)
    // A repeat changes nothing, and to take something back is never too late.
    #expect(try await react("👍", by: clinic.patient).reactions.count == 1)
    #expect(try await react("👍", isOn: false, by: clinic.patient).reactions.isEmpty)
    #expect(await refusal { try await clinic.chats.pin(said.id, in: room.id, by: clinic.patient) } == .consultClosed)
    #expect(
      await refusal { try await clinic.chats.checkMayWrite(in: room.id, by: clinic.patient) } == .consultClosed)
    #expect(try await react("🙏", by: clinic.doctor).reactions.count == 1)
    #expect(try await clinic.chats.pin(said.id, in: room.id, by: clinic.doctor).pinned?.id == said.id)
    #expect(await refusal { try await clinic.chats.pin(nil, in: room.id, by: clinic.patient) } == .consultClosed)
    try await clinic.chats.checkMayWrite(in: room.id, by: clinic.doctor)
  }
  /// The next reservation that is not over, or else the last; those of other rooms are nobody's business there.
  @Test func aConsultRoomSaysWhatItIsAbout() async throws {
    let clinic = try await Clinic(isConsultOpen: false)
    let room = try await clinic.open()
    func about(_ person: RowID<Person>) async throws -> [Consult?] {
      try await clinic.chats.rooms(of: person).map { $0.consult }
    }
    #expect(try await about(clinic.patient) == [nil])
    try await clinic.reserve(opens: -900, closes: nil)
    #expect(try await about(clinic.patient) == [nil])
    try await clinic.reserve(opens: -500, closes: -400, in: room)
    let last = try await clinic.reserve(opens: -200, closes: -100, in: room)
    #expect(try await about(clinic.patient).map { $0?.reservationID } == [last])
    try await clinic.reserve(opens: 700, closes: 800, in: room)
    let next = try await clinic.reserve(opens: 500, closes: 600, in: room)
    let expected = Consult(
      reservationID: next, start: start.adding(milliseconds: 500), opensAt: start.adding(milliseconds: 500),
      closesAt: start.adding(milliseconds: 600), answerTime: "")
    #expect(try await about(clinic.patient) == [expected])
    #expect(try await about(clinic.doctor) == [expected])
    try await clinic.chats.show(try #require(clinic.identifiers.row(room.id)), to: [clinic.doctor])
    guard case .roomShown(let shown, to: clinic.doctor)? = clinic.published.take().last else {
      Issue.record("nobody is shown the room")
      return
    }
    #expect(shown.consult == expected)
  }
}
