import Chats
import Contract
import Domain
import Seeded
import Storage
import Testing

/// Messages come into the index many at a time. Nobody who searches can tell.
struct SearchTailTests {
  private let words = ["안과", "안약", "눈물", "시력", "검사", "렌즈", "がん", "眼科", "eye", "Exam", "약", "눈"]

  private func all(_ text: String, in clinic: Clinic, room: Room? = nil) async throws -> [String] {
    var found: [String] = []
    var cursor: String?
    repeat {
      let search = MessageSearch(text: text, room: room?.id, cursor: cursor, limit: 100)
      let page = try await clinic.chats.search(search, by: clinic.patient)
      found += page.messages.map { $0.id.text }
      cursor = page.nextCursor
    } while cursor != nil
    return found
  }

  private func text(_ random: inout SeededRandom) -> String {
    // Now and then one that is too long to wait for the others.
    let count = random.chance(2) ? 150 : 1 + random.below(4)
    return (0..<count).map { _ in words[random.below(words.count)] }.joined(separator: random.chance(50) ? " " : "")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aSearchFindsWhatIsThereWheneverItIsIndexed(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let clinic = try await Clinic()
    let rooms = [
      try await clinic.open(),
      try await clinic.chats.openRoom(with: clinic.identifiers.id(clinic.otherDoctor), by: clinic.patient),
    ]
    var said: [(id: ID<Message>, room: Int, text: String?)] = []
    for step in 0..<260 {
      let room = random.below(2)
      if random.chance(12), let index = said.indices.randomElement(using: &random), said[index].text != nil {
        let gone = said[index]
        if random.chance(50) {
          _ = try await clinic.chats.delete(gone.id, in: rooms[gone.room].id, by: clinic.patient)
          said[index].text = nil
        } else {
          let edit = MessageEdit(content: text(&random))
          _ = try await clinic.chats.edit(gone.id, edit, in: rooms[gone.room].id, by: clinic.patient)
          said[index].text = edit.content
        }
      } else {
        let text = text(&random)
        said.append((try await clinic.say(text, in: rooms[room]).message.id, room, text))
      }
      guard step % 13 == 0 else { continue }
      let word = words[random.below(words.count)] + (random.chance(30) ? words[random.below(words.count)] : "")
      let only = random.chance(30) ? room : nil
      let found = try await all(word, in: clinic, room: only.map { rooms[$0] })
      let wanted = said.filter { message in
        message.text?.lowercased().contains(word.lowercased()) == true && (only == nil || only == message.room)
      }
      #expect(Set(found) == Set(wanted.map { $0.id.text }), "\(word) after \(step)")
      #expect(found.count == wanted.count)
    }
  }

  @Test func aRoomHasItsTurnAndOnlyTheRestIsLookedAtOneByOne() async throws {
    let clinic = try await Clinic()
    let room = try await clinic.open()
    let id = try #require(clinic.identifiers.row(room.id))
    func indexed() async throws -> Int {
      try await clinic.store.read { [patient = clinic.patient] in
        try $0.search.count(Self.gram, in: id, of: patient, atMost: 1_000)
      }
    }
    for _ in 0..<100 { try await clinic.say("시력", in: room) }
    let before = try await indexed()
    #expect((36...100).contains(before))
    try await clinic.say(String(repeating: "시력 ", count: 200), in: room)
    #expect(try await indexed() == 101)
  }

  private static let gram = Int64(("시" as Unicode.Scalar).value) << 21 | Int64(("력" as Unicode.Scalar).value)
}
