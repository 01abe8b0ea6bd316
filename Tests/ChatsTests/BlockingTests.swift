import Chats
import Contract
import Domain
import Storage
import Testing
import Wire

struct BlockingTests {
  /// The doctor has blocked the patient.
  private func blocked() async throws -> (Clinic, Room) {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    try await clinic.say("먼저", in: room)
    try await clinic.chats.block(clinic.identifiers.id(clinic.patient), isBlocked: true, by: clinic.doctor)
    _ = clinic.published.take()
    return (clinic, room)
  }

  @Test func whatABlockedPersonSaysIsHiddenForEver() async throws {
    let (clinic, room) = try await blocked()
    let file = try await clinic.upload("a.jpg", in: room)
    let draft = MessageDraft(clientID: "c", content: "들려요?", files: [file])
    let said = try await clinic.chats.send(draft, in: room.id, by: clinic.patient).message
    #expect(said.content == "들려요?")
    #expect(!said.isHidden)
    guard case .sent(let forms)? = clinic.published.take().first else { throw Unexpected() }
    #expect(forms.form(for: clinic.patient) == said)
    let hidden = forms.form(for: clinic.doctor)
    #expect(hidden.isHidden)
    #expect(hidden.seq == 2 && hidden.version == 2)
    #expect(hidden.content.isEmpty && hidden.files.isEmpty && hidden.clientID == nil)
    try await clinic.chats.block(clinic.identifiers.id(clinic.patient), isBlocked: false, by: clinic.doctor)
    let page = try await clinic.chats.history(in: room.id, before: nil, limit: nil, for: clinic.doctor)
    #expect(page.messages.map(\.isHidden) == [false, true])
    #expect(page.messages[1] == hidden)
    try await clinic.say("이제?", in: room)
    let seen = try await clinic.chats.messages(in: room.id, after: nil, for: clinic.doctor)
    #expect(seen.map(\.content) == ["먼저", "이제?"])
  }

  /// Also where a run ends in messages that are hidden.
  @Test func olderClientsReadALongRoomInRuns() async throws {
    let (clinic, room) = try await blocked()
    for number in 1...3 { try await clinic.say("\(number)", in: room) }
    func run(after instant: Timestamp?) async throws -> (messages: [Message], next: Timestamp?) {
      try await clinic.chats.messages(in: room.id, after: instant, limit: 2, for: clinic.doctor)
    }
    let first = try await run(after: nil)
    #expect(first.messages.map(\.content) == ["먼저"])
    let next = try #require(first.next)
    let second = try await run(after: next)
    #expect(second.messages.isEmpty)
    let end = try #require(second.next)
    let third = try await run(after: end)
    #expect(third.messages.isEmpty && third.next == nil)
  }

  @Test func hiddenMessagesAreNeitherUnreadNorLast() async throws {
    let (clinic, room) = try await blocked()
    for number in 1...3 { try await clinic.say("\(number)", in: room) }
    let seen = try await clinic.chats.rooms(of: clinic.doctor)[0]
    #expect(seen.unreadCount == 1)
    #expect(seen.lastMessage?.content == "먼저")
    #expect(seen.lastSeq == 4 && seen.version == 4)
    #expect(try await clinic.chats.rooms(of: clinic.patient)[0].lastMessage?.content == "3")
  }

  @Test func aBlockedPersonsEditHidesTheMessage() async throws {
    let (clinic, room) = try await blocked()
    let old = try await clinic.chats.messages(in: room.id, after: nil, for: clinic.patient)[0]
    let edited = try await clinic.chats.edit(
      old.id, MessageEdit(content: "욕설"), in: room.id, by: clinic.patient)
    #expect(edited.content == "욕설")
    guard case .changed(let forms)? = clinic.published.take().first else { throw Unexpected() }
    #expect(forms.form(for: clinic.doctor).isHidden)
    #expect(try await clinic.chats.messages(in: room.id, after: nil, for: clinic.doctor).isEmpty)
    #expect(try await clinic.chats.rooms(of: clinic.doctor)[0].lastMessage == nil)
  }

  @Test func aBlockedPersonsReactionIsHiddenForAsLongAsItStays() async throws {
    let (clinic, room) = try await blocked()
    let (chats, patient, doctor) = (clinic.chats, clinic.patient, clinic.doctor)
    let said = try await clinic.say("네", in: room, by: doctor).message
    func react(_ isOn: Bool, _ person: RowID<Person>) async throws -> MessageForms {
      _ = clinic.published.take()
      let mine = try await chats.react(with: "👍", isOn: isOn, to: said.id, in: room.id, by: person)
      guard case .changed(let forms)? = clinic.published.take().first else { throw Unexpected() }
      #expect(forms.form(for: person) == mine)
      return forms
    }
    func kept(_ person: RowID<Person>) async throws -> Message? {
      try await chats.history(in: room.id, before: nil, limit: nil, for: person).messages.last
    }
    func reaction(_ people: RowID<Person>...) -> [Reaction] {
      [Reaction(emoji: "👍", personIDs: people.map { clinic.identifiers.id($0) })]
    }
    let first = try await react(true, patient)
    #expect(first.form(for: patient).reactions == reaction(patient))
    #expect(first.form(for: doctor).reactions.isEmpty)
    #expect(first.form(for: doctor).version == first.form(for: patient).version)
    #expect(try await kept(doctor) == first.form(for: doctor))
    let both = try await react(true, doctor)
    #expect(both.form(for: patient).reactions == reaction(patient, doctor))
    #expect(both.form(for: doctor).reactions == reaction(doctor))
    try await chats.block(clinic.identifiers.id(patient), isBlocked: false, by: doctor)
    #expect(try await kept(doctor)?.reactions == reaction(doctor))
    #expect(try await kept(patient)?.reactions == reaction(patient, doctor))
    _ = try await react(false, patient)
    let again = try await react(true, patient)
    #expect(again.form(for: doctor).reactions == reaction(doctor, patient))
    #expect(again.others.isEmpty)
  }

  @Test func whatIsHiddenCanNotBeTouchedOrQuoted() async throws {
    let (clinic, room) = try await blocked()
    let chats = clinic.chats
    let said = try await clinic.say("들려요?", in: room).message
    let answer = MessageDraft(content: "x", replyTo: said.id)
    #expect(await refusal { try await chats.send(answer, in: room.id, by: clinic.doctor) } == .messageNotFound)
    #expect(await refusal { try await chats.pin(said.id, in: room.id, by: clinic.doctor) } == .messageNotFound)
    #expect(
      await refusal { try await chats.react(with: "👍", isOn: true, to: said.id, in: room.id, by: clinic.doctor) }
        == .messageNotFound)
    // The blocked person quotes it after the block was lifted, and pins it.
    try await chats.block(clinic.identifiers.id(clinic.patient), isBlocked: false, by: clinic.doctor)
    let quoting = try await chats.send(answer, in: room.id, by: clinic.patient).message
    #expect(quoting.replyTo?.excerpt == "들려요?")
    #expect(try await chats.messages(in: room.id, after: nil, for: clinic.doctor).last?.replyTo == nil)
    #expect(try await chats.pin(said.id, in: room.id, by: clinic.patient).pinned?.content == "들려요?")
    #expect(try await chats.rooms(of: clinic.doctor)[0].pinned == nil)
  }

  @Test func whatABlockedPersonSaysDoesNotMoveTheRoomUp() async throws {
    let (clinic, room) = try await blocked()
    let other = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.doctor), by: clinic.otherPatient)
    try await clinic.say("저요", in: other, by: clinic.otherPatient)
    let before = try await clinic.chats.rooms(of: clinic.doctor)
    // The clock stands still: each message of a room is one millisecond later than the one before.
    for number in 1...3 { try await clinic.say("\(number)", in: room) }
    let after = try await clinic.chats.rooms(of: clinic.doctor)
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.updatedAt) == before.map(\.updatedAt))
    #expect(try await clinic.chats.rooms(of: clinic.patient)[0].updatedAt == start.adding(milliseconds: 4))
  }

  @Test func roomsThatBothShareAreKnownAlsoAfterABlock() async throws {
    let (clinic, room) = try await blocked()
    let other = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.doctor), by: clinic.otherPatient)
    let rows = [room, other].compactMap { clinic.identifiers.row($0.id) }
    #expect(try await clinic.chats.shared(rows, by: clinic.patient, and: clinic.doctor) == [rows[0]])
  }

  @Test func blockingWorksInOneDirection() async throws {
    let (clinic, room) = try await blocked()
    try await clinic.say("답합니다", in: room, by: clinic.doctor)
    let seen = try await clinic.chats.messages(in: room.id, after: nil, for: clinic.patient)
    #expect(seen.map(\.content) == ["먼저", "답합니다"])
    #expect(try await clinic.chats.blocks(of: clinic.doctor).map(\.nick) == ["p1"])
    #expect(try await clinic.chats.blocks(of: clinic.patient).isEmpty)
  }

  @Test func presenceAndTypingStopBetweenTheTwo() async throws {
    let (clinic, room) = try await blocked()
    let row = try #require(clinic.identifiers.row(room.id))
    for person in [clinic.patient, clinic.doctor] {
      #expect(try await clinic.chats.companions(of: person) == [])
      #expect(try await clinic.chats.listeners(to: person, in: row) == [])
    }
    try await clinic.chats.block(clinic.identifiers.id(clinic.patient), isBlocked: false, by: clinic.doctor)
    #expect(try await clinic.chats.companions(of: clinic.patient) == [clinic.doctor])
    #expect(try await clinic.chats.listeners(to: clinic.doctor, in: row) == [clinic.patient])
    #expect(try await clinic.chats.listeners(to: clinic.otherDoctor, in: row) == [])
  }

  @Test func nobodyBlocksThemselvesOrStrangers() async throws {
    let clinic = try await Clinic()
    for other in [clinic.patient, clinic.stranger, RowID(99)] {
      #expect(
        await refusal {
          try await clinic.chats.block(clinic.identifiers.id(other), isBlocked: true, by: clinic.patient)
        } == .personNotFound)
    }
    let room = try await clinic.open()
    #expect(
      await refusal { try await clinic.chats.block(ID(room.id.text), isBlocked: true, by: clinic.patient) }
        == .personNotFound)
  }
}

struct PinTests {
  @Test func aPinIsForEverybody() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("주소", in: room).message
    _ = clinic.published.take()
    #expect(try await clinic.chats.pin(said.id, in: room.id, by: clinic.doctor).pinned == said)
    #expect(clinic.published.take().count == 2)
    #expect(try await clinic.chats.pin(said.id, in: room.id, by: clinic.patient).pinned == said)
    #expect(clinic.published.take().isEmpty)
    #expect(try await clinic.chats.rooms(of: clinic.patient)[0].pinned == said)
    #expect(try await clinic.chats.pin(nil, in: room.id, by: clinic.patient).pinned == nil)
    #expect(try await clinic.chats.rooms(of: clinic.doctor)[0].pinned == nil)
    #expect(try await clinic.chats.rooms(of: clinic.doctor)[0].version == 1)
  }

  @Test func aDeletedMessageIsPinnedNoMore() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("주소", in: room).message
    _ = try await clinic.chats.pin(said.id, in: room.id, by: clinic.doctor)
    _ = clinic.published.take()
    _ = try await clinic.chats.delete(said.id, in: room.id, by: clinic.patient)
    #expect(try await clinic.chats.rooms(of: clinic.doctor)[0].pinned == nil)
    #expect(clinic.published.take().count == 3)
  }

  @Test func mutingIsOnesOwnAndToldToOnesDevices() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let muted = try await clinic.chats.mute(true, in: room.id, by: clinic.patient)
    #expect(muted.isMuted)
    #expect(clinic.published.take() == [.roomShown(muted, to: clinic.patient)])
    #expect(try await clinic.chats.rooms(of: clinic.doctor).map(\.isMuted) == [false])
    _ = try await clinic.chats.mute(true, in: room.id, by: clinic.patient)
    #expect(clinic.published.take().isEmpty)
    #expect(try await !clinic.chats.mute(false, in: room.id, by: clinic.patient).isMuted)
  }
}
