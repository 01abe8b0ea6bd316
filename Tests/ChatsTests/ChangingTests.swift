import Chats
import Contract
import Domain
import Storage
import Testing

struct ChangingTests {
  @Test func anEditIsSeenByBothAndTold() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안뇽", in: room).message
    _ = clinic.published.take()
    let edited = try await clinic.chats.edit(
      said.id, MessageEdit(content: "안녕"), in: room.id, by: clinic.patient)
    #expect(edited.content == "안녕")
    #expect(edited.editedAt != nil)
    #expect(edited.createdAt == said.createdAt)
    #expect(clinic.published.take() == [.changed(MessageForms(edited, members: [clinic.patient, clinic.doctor]))])
    #expect(try await clinic.chats.messages(in: room.id, after: nil, for: clinic.doctor) == [edited])
  }

  @Test func anEditThatChangesNothingTakesNoVersion() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안녕", in: room).message
    _ = clinic.published.take()
    let same = MessageEdit(content: "안녕")
    #expect(try await clinic.chats.edit(said.id, same, in: room.id, by: clinic.patient) == said)
    #expect(clinic.published.take().isEmpty)
  }

  @Test func onlyTheSenderChangesAMessage() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let chats = clinic.chats
    let said = try await clinic.say("안녕", in: room).message
    let edit = MessageEdit(content: "바보")
    #expect(await refusal { try await chats.edit(said.id, edit, in: room.id, by: clinic.doctor) } == .notSender)
    #expect(await refusal { try await chats.delete(said.id, in: room.id, by: clinic.doctor) } == .notSender)
  }

  @Test func aDeletedMessageLeavesATombstoneAndNothingElse() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let chats = clinic.chats
    let file = try await clinic.upload("a.bin", in: room, kind: .file)
    let draft = MessageDraft(
      clientID: "c", content: "비밀", files: [file], mentions: [clinic.identifiers.id(clinic.doctor)])
    let said = try await chats.send(draft, in: room.id, by: clinic.patient).message
    _ = try await chats.react(with: "👍", isOn: true, to: said.id, in: room.id, by: clinic.doctor)
    let answer = MessageDraft(content: "네", replyTo: said.id)
    let answered = try await chats.send(answer, in: room.id, by: clinic.doctor).message
    #expect(answered.replyTo?.excerpt == "비밀")
    #expect(answered.replyTo?.fileKind == .file)
    let gone = try await chats.delete(said.id, in: room.id, by: clinic.patient)
    #expect(gone.isDeleted)
    #expect(gone.seq == 1)
    #expect(
      gone.content.isEmpty && gone.files.isEmpty && gone.attachments.isEmpty && gone.mentions.isEmpty
        && gone.reactions.isEmpty)
    for person in [clinic.patient, clinic.doctor] {
      let listed = try await chats.messages(in: room.id, after: nil, for: person)
      #expect(listed[0] == gone)
      #expect(listed[1].replyTo?.isDeleted == true)
      #expect(listed[1].replyTo?.excerpt == "")
      #expect(listed[1].replyTo?.fileKind == nil)
    }
  }

  @Test func aRepeatedDeleteIsAnsweredWithTheSameTombstone() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안녕", in: room, clientID: "c").message
    let gone = try await clinic.chats.delete(said.id, in: room.id, by: clinic.patient)
    _ = clinic.published.take()
    #expect(try await clinic.chats.delete(said.id, in: room.id, by: clinic.patient) == gone)
    #expect(clinic.published.take().isEmpty)
    // The sender's outbox may repeat the send.
    let again = try await clinic.say("안녕", in: room, clientID: "c")
    #expect(again.message == gone)
    #expect(!again.differs)
  }

  @Test func aRepeatOfWhatWasEditedIsNoOtherBody() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안뇽", in: room, clientID: "c").message
    let edited = try await clinic.chats.edit(
      said.id, MessageEdit(content: "안녕"), in: room.id, by: clinic.patient)
    let again = try await clinic.say("안뇽", in: room, clientID: "c")
    #expect(again.message == edited)
    #expect(!again.differs)
    #expect(try await clinic.say("안녕", in: room, clientID: "c").differs)
  }

  @Test func whatIsDeletedStaysDeleted() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let chats = clinic.chats
    let said = try await clinic.say("안녕", in: room).message
    _ = try await chats.delete(said.id, in: room.id, by: clinic.patient)
    let edit = MessageEdit(content: "다시")
    #expect(await refusal { try await chats.edit(said.id, edit, in: room.id, by: clinic.patient) } == .messageDeleted)
    #expect(
      await refusal { try await chats.react(with: "👍", isOn: true, to: said.id, in: room.id, by: clinic.doctor) }
        == .messageDeleted)
    #expect(await refusal { try await chats.pin(said.id, in: room.id, by: clinic.doctor) } == .messageDeleted)
  }

  @Test func consultTextStaysInTheTablesAndOtherTextGoes() async throws {
    let clinic = try await Clinic()
    let other = try await Clinic.add("m2@example.com", .member, .flatbread, clinic.store)
    let consult = try await clinic.open()
    let plain = try await clinic.chats.openRoom(with: clinic.identifiers.id(other), by: clinic.stranger)
    let said = [
      try await clinic.say("진료 기록", in: consult).message,
      try await clinic.say("잡담", in: plain, by: clinic.stranger).message,
    ]
    _ = try await clinic.chats.delete(said[0].id, in: consult.id, by: clinic.patient)
    _ = try await clinic.chats.delete(said[1].id, in: plain.id, by: clinic.stranger)
    let kept = try await clinic.store.read { tables in
      try said.map {
        try tables.messages.find(
          #require(clinic.identifiers.row($0.id)), in: #require(clinic.identifiers.row($0.roomID)), for: RowID(0))
      }
    }
    #expect(kept.map { $0?.content } == ["진료 기록", ""])
  }

  @Test func aMessageOfAnotherRoomIsNotThere() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let other = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient)
    let said = try await clinic.say("저기", in: other).message
    let chats = clinic.chats
    let ids = [said.id, ID(""), ID("zzz"), ID(clinic.identifiers.id(clinic.patient).text)]
    for id in ids {
      let calls: [() async throws -> Void] = [
        { _ = try await chats.edit(id, MessageEdit(content: "x"), in: room.id, by: clinic.patient) },
        { _ = try await chats.delete(id, in: room.id, by: clinic.patient) },
        { _ = try await chats.react(with: "👍", isOn: true, to: id, in: room.id, by: clinic.patient) },
        { _ = try await chats.pin(id, in: room.id, by: clinic.patient) },
        { _ = try await chats.send(MessageDraft(content: "x", replyTo: id), in: room.id, by: clinic.patient) },
      ]
      for call in calls { #expect(await refusal(call) == .messageNotFound) }
    }
  }

  @Test func reactionsAreListedInTheirOrderAndTakenBack() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안녕", in: room).message
    func react(_ emoji: String, _ isOn: Bool, _ person: RowID<Person>) async throws -> Message {
      try await clinic.chats.react(with: emoji, isOn: isOn, to: said.id, in: room.id, by: person)
    }
    let (patient, doctor) = (clinic.identifiers.id(clinic.patient), clinic.identifiers.id(clinic.doctor))
    _ = try await react("👍", true, clinic.doctor)
    _ = try await react("❤️", true, clinic.doctor)
    let both = try await react("👍", true, clinic.patient)
    #expect(
      both.reactions == [
        Reaction(emoji: "👍", personIDs: [doctor, patient]), Reaction(emoji: "❤️", personIDs: [doctor]),
      ])
    #expect(try await react("👍", true, clinic.patient) == both)
    let less = try await react("👍", false, clinic.doctor)
    #expect(less.version == both.version + 1)
    #expect(less.reactions.first == Reaction(emoji: "👍", personIDs: [patient]))
    #expect(try await react("👍", false, clinic.doctor) == less)
    #expect(try await react("👍", false, clinic.patient).reactions.map(\.emoji) == ["❤️"])
  }

  @Test func aMessageTakesTwentyDifferentEmoji() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안녕", in: room).message
    func react(_ emoji: String) async throws -> Message {
      try await clinic.chats.react(with: emoji, isOn: true, to: said.id, in: room.id, by: clinic.patient)
    }
    for value in 0..<20 as Range<UInt32> { _ = try await react(String(Character(Unicode.Scalar(0x1F600 + value)!))) }
    #expect(await refusal { try await react("👍") } == .badEmoji)
    #expect(try await react("😀").reactions.count == 20)
  }

  @Test(arguments: [
    "", "a", "1", "👍👍", "👍a", "\u{1F1F0}", "❤", "가", "e\u{301}", "\0", "👍\u{301}", "\u{FE0F}", " 👍", "👍\u{200D}",
    "👍\u{200D}\u{200D}",
    "👍\u{E0061}", "👍\u{20E3}", "🐶🏽", "👍\u{FE0F}\u{FE0F}", "🏴\u{E0067}", "a\u{20E3}",
  ])
  func whatIsNoEmojiIsRefused(text: String) async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안녕", in: room).message
    #expect(
      await refusal {
        try await clinic.chats.react(with: text, isOn: true, to: said.id, in: room.id, by: clinic.doctor)
      }
        == .badEmoji)
  }

  @Test(arguments: ["👍", "👍🏽", "❤️", "👨‍👩‍👧‍👦", "🇰🇷", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "☝🏿", "👩🏽‍⚕️"])
  func oneEmojiIsOneHoweverLong(text: String) async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안녕", in: room).message
    let liked = try await clinic.chats.react(with: text, isOn: true, to: said.id, in: room.id, by: clinic.doctor)
    #expect(liked.reactions.map(\.emoji) == [text])
  }

  @Test func whatIsDrawnAlikeIsOneReaction() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say("안녕", in: room).message
    func react(_ emoji: String, _ isOn: Bool = true, _ person: RowID<Person>) async throws -> Message {
      try await clinic.chats.react(with: emoji, isOn: isOn, to: said.id, in: room.id, by: person)
    }
    _ = try await react("👍", true, clinic.doctor)
    let both = try await react("👍\u{FE0F}", true, clinic.patient)
    #expect(both.reactions.map(\.emoji) == ["👍"] && both.reactions[0].personIDs.count == 2)
    #expect(try await react("👍\u{FE0F}", false, clinic.doctor).reactions.map(\.personIDs.count) == [1])
  }

  @Test func onlyMembersAreMentioned() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let ids = [clinic.doctor, clinic.otherDoctor, clinic.doctor, clinic.patient].map { clinic.identifiers.id($0) }
    let draft = MessageDraft(content: "@김 @이", mentions: ids + [ID("x")])
    let said = try await clinic.chats.send(draft, in: room.id, by: clinic.patient).message
    #expect(said.mentions == [ids[0], ids[3]])
    let edit = MessageEdit(content: "@이", mentions: [ids[1], ids[3]])
    let edited = try await clinic.chats.edit(said.id, edit, in: room.id, by: clinic.patient)
    #expect(edited.mentions == [ids[3]])
  }

  @Test func aQuoteIsTheMessageAsItIsNow() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let said = try await clinic.say(String(repeating: "가", count: 300), in: room).message
    let draft = MessageDraft(content: "네", replyTo: said.id)
    let answer = try await clinic.chats.send(draft, in: room.id, by: clinic.doctor).message
    #expect(answer.replyTo?.excerpt == String(repeating: "가", count: 120))
    #expect(answer.replyTo?.senderID == clinic.identifiers.id(clinic.patient))
    _ = try await clinic.chats.edit(said.id, MessageEdit(content: "나"), in: room.id, by: clinic.patient)
    let page = try await clinic.chats.history(in: room.id, before: nil, limit: nil, for: clinic.patient)
    #expect(page.messages.last?.replyTo?.excerpt == "나")
  }

  @Test func aPatientWithoutAConsultationChangesNoText() async throws {
    let open = try await Clinic()
    let room = try await open.open()
    let said = try await open.say("안녕", in: room).message
    let closed = Chats(
      store: open.store, identifiers: open.identifiers, isConsultOpen: false, clock: { start }, publish: { _ in })
    let edit = MessageEdit(content: "새 질문")
    #expect(await refusal { try await closed.edit(said.id, edit, in: room.id, by: open.patient) } == .consultClosed)
    #expect(try await closed.delete(said.id, in: room.id, by: open.patient).isDeleted)
  }
}
