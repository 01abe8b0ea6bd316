import Chats
import Contract
import Domain
import Storage
import Testing

struct SearchTests {
  private func found(
    _ text: String, in clinic: Clinic, by person: RowID<Person>? = nil, room: Room? = nil
  ) async throws -> [String] {
    let search = MessageSearch(text: text, room: room?.id)
    return try await clinic.chats.search(search, by: person ?? clinic.patient).messages.map(\.content)
  }

  @Test(arguments: [
    "안과", "\u{110B}\u{1161}\u{11AB}\u{1100}\u{116A}", "늘 안", "  안과에\n가", "과에", "다", "오", "カ", "がん", "か\u{3099}ん",
    "眼科", "EYE", "ｅ",
  ])
  func anyPartOfAMessageFindsIt(query: String) async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    try await clinic.say("오늘 안과에 가요", in: room)
    try await clinic.say("眼科 がんか カルテ", in: room)
    try await clinic.say("Eye ｅye 검사입니다", in: room)
    #expect(try await found(query, in: clinic).count >= 1)
  }

  @Test func theNewestComesFirstAndOnlyWhatMatches() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    for text in ["안약을 넣었어요", "안과 약속", "약 안 먹었어요", "안약이 떨어졌어요"] { try await clinic.say(text, in: room) }
    #expect(try await found("안약", in: clinic) == ["안약이 떨어졌어요", "안약을 넣었어요"])
    #expect(try await found("안약이 떨어", in: clinic) == ["안약이 떨어졌어요"])
    #expect(try await found("안약이 떨어지", in: clinic) == [])
    #expect(try await found("약 안", in: clinic) == ["약 안 먹었어요"])
    for nothing in [" ", "\n", "\u{200B}", "없음", "\u{FE0F}"] { #expect(try await found(nothing, in: clinic) == []) }
  }

  @Test func nothingForeignDeletedOrHiddenIsFound() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let other = try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient)
    try await clinic.say("비밀 하나", in: other)
    let gone = try await clinic.say("비밀 둘", in: room).message
    let edited = try await clinic.say("비밀 셋", in: room).message
    _ = try await clinic.chats.delete(gone.id, in: room.id, by: clinic.patient)
    _ = try await clinic.chats.edit(
      edited.id, MessageEdit(content: "다른 말"), in: room.id, by: clinic.patient)
    try await clinic.chats.block(clinic.identifiers.id(clinic.patient), isBlocked: true, by: clinic.doctor)
    try await clinic.say("비밀 넷", in: room)
    #expect(try await found("비밀", in: clinic) == ["비밀 넷", "비밀 하나"])
    #expect(try await found("비밀", in: clinic, room: room) == ["비밀 넷"])
    #expect(try await found("비밀", in: clinic, by: clinic.doctor) == [])
    #expect(try await found("다른", in: clinic, by: clinic.doctor) == ["다른 말"])
    #expect(try await found("비밀", in: clinic, by: clinic.otherDoctor) == ["비밀 하나"])
    let inOther = MessageSearch(text: "비밀", room: other.id)
    #expect(await refusal { try await clinic.chats.search(inOther, by: clinic.doctor) } == .notParticipant)
    #expect(await refusal { try await clinic.chats.search(inOther, by: clinic.stranger) } == .roomNotFound)
  }

  @Test(arguments: [1, 3, 7, 100])
  func pagesHaveEachMessageOnce(limit: Int) async throws {
    let clinic = try await Clinic()
    let rooms = [
      try await clinic.open(),
      try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient),
    ]
    for number in 0..<20 {
      try await clinic.say("시력 \(number)", in: rooms[number % 2])
      try await clinic.say("청력 \(number)", in: rooms[number % 2])
    }
    var seen: [Message] = []
    var cursor: String?
    repeat {
      let search = MessageSearch(text: "시력", cursor: cursor, limit: limit)
      let page = try await clinic.chats.search(search, by: clinic.patient)
      #expect(page.messages.count <= limit)
      seen += page.messages
      cursor = page.nextCursor
    } while cursor != nil
    #expect(Set(seen.map(\.content)) == Set((0..<20).map { "시력 \($0)" }))
    #expect(seen.count == 20)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.createdAt >= $1.createdAt })
  }

  @Test func manyFalseCandidatesCostSeveralPages() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    try await clinic.say("ababa 맞음", in: room)
    try await clinic.store.write { tables in
      let id = try #require(clinic.identifiers.row(room.id))
      for _ in 0..<2_100 {
        let place = try #require(try tables.rooms.advance(id, at: start))
        _ = try tables.messages.insert(
          NewMessage(roomID: id, senderID: clinic.patient, content: "aba ba bab"), at: place)
      }
    }
    let first = try await clinic.chats.search(MessageSearch(text: "ababa"), by: clinic.patient)
    #expect(first.messages.isEmpty)
    let next = try await clinic.chats.search(
      MessageSearch(text: "ababa", cursor: first.nextCursor ?? ""), by: clinic.patient)
    #expect(next.messages.map(\.content) == ["ababa 맞음"])
    #expect(next.nextCursor == nil)
  }

  @Test func badSearchesAreRefused() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let foreign = try await clinic.chats.openRoom(
      with: clinic.identifiers.id(clinic.doctor), by: clinic.otherPatient)
    let said = try await clinic.say("가나", in: foreign, by: clinic.otherPatient).message
    let searches = [
      MessageSearch(text: String(repeating: "가", count: 201)), MessageSearch(text: "가", cursor: "x"),
      MessageSearch(text: "가", cursor: said.id.text), MessageSearch(text: "가", cursor: room.id.text),
      MessageSearch(text: "가", limit: 0), MessageSearch(text: "e" + String(repeating: "\u{301}", count: 9_000)),
    ]
    for search in searches {
      #expect(await refusal { try await clinic.chats.search(search, by: clinic.patient) } == .badRequest)
    }
    #expect(
      await refusal { try await clinic.chats.search(MessageSearch(text: "가", room: ID("x")), by: clinic.patient) }
        == .roomNotFound)
    #expect(try await found(String(repeating: "가", count: 200), in: clinic) == [])
  }
}
