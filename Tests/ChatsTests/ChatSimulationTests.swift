import Chats
import Contract
import Domain
import SearchText
import Seeded
import Storage
import Testing
import Wire

/// Two people who do anything to each other in one room, on one seeded schedule. Each has a device that hears events,
/// loses some, and catches up by changes; at the end it must show what the server shows, and nothing that it must not.
struct ChatSimulationTests {
  private struct Device {
    let person: RowID<Person>
    var messages: [Int64: Message] = [:]
    var version: Int64 = 0

    mutating func take(_ message: Message) {
      if message.version > messages[message.seq]?.version ?? 0 { messages[message.seq] = message }
    }
  }

  /// What must be hidden from whom, by the rule alone.
  private struct Blocks {
    var blockers: Set<RowID<Person>> = []
    var hidden: [RowID<Person>: Set<Int64>] = [:]

    mutating func note(_ seq: Int64, hearer: RowID<Person>) {
      if blockers.contains(hearer) { hidden[hearer, default: []].insert(seq) }
    }
  }

  private static let words = [
    "안과", "검사", "안녕", "か\u{3099}ん", "결과가", "Eye", "e\u{301}té", "\u{1112}\u{1161}\u{11AB}글", " ",
  ]
  private static let emoji = ["👍", "❤️", "😢"]

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func everyDeviceEndsWhereTheServerIs(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let clinic = try await Clinic()
    let room = try await clinic.open()
    var devices = [Device(person: clinic.patient), Device(person: clinic.doctor)]
    var secrets: [Int64: Set<String>] = [:]
    var known: [Message] = []
    var blocks = Blocks()
    for step in 0..<250 {
      let actor = Bool.random(using: &random) ? clinic.patient : clinic.doctor
      let said = try await act(step, actor, known, in: room, clinic, &random, &blocks)
      if let said, said.seq == known.count + 1 { known.append(said) }
      for event in clinic.published.take() {
        for index in devices.indices where Int.random(in: 0..<4, using: &random) > 0 {
          switch event {
          case .sent(let forms), .changed(let forms): devices[index].take(forms.form(for: devices[index].person))
          case .readMoved, .roomShown: break
          }
        }
        if case .sent(let forms) = event { secrets[forms.common.seq] = [forms.common.content] }
        if case .changed(let forms) = event { secrets[forms.common.seq, default: []].insert(forms.common.content) }
      }
    }
    for device in devices { try await check(device, secrets, blocks, in: room, clinic) }
  }

  private func act(
    _ step: Int, _ actor: RowID<Person>, _ known: [Message], in room: Room, _ clinic: Clinic,
    _ random: inout SeededRandom, _ blocks: inout Blocks
  ) async throws -> Message? {
    let chats = clinic.chats
    let text = (0..<3).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined() + "\(step)"
    let message = known.randomElement(using: &random)
    let emoji = Self.emoji.randomElement(using: &random) ?? ""
    let isOn = Bool.random(using: &random)
    let other = actor == clinic.patient ? clinic.doctor : clinic.patient
    do {
      switch (Int.random(in: 0..<10, using: &random), message) {
      case (0...3, _), (_, nil):
        let answered = Int.random(in: 0..<3, using: &random) == 0 ? message?.id : nil
        // Some are repeated, by whoever lost the answer.
        let clientID = "c\(step - Int.random(in: 0..<2, using: &random))"
        let draft = MessageDraft(clientID: clientID, content: text, replyTo: answered)
        let said = try await chats.send(draft, in: room.id, by: actor).message
        if said.seq > known.count { blocks.note(said.seq, hearer: other) }
        return said
      case (4, let message?):
        _ = try await chats.edit(message.id, MessageEdit(content: text), in: room.id, by: actor)
        blocks.note(message.seq, hearer: other)
      case (5, let message?): _ = try await chats.delete(message.id, in: room.id, by: actor)
      case (6...7, let message?):
        _ = try await chats.react(with: emoji, isOn: isOn, to: message.id, in: room.id, by: actor)
      case (8, let message?): _ = try await chats.pin(isOn ? message.id : nil, in: room.id, by: actor)
      default:
        try await chats.block(clinic.identifiers.id(other), isBlocked: isOn, by: actor)
        if isOn { blocks.blockers.insert(actor) } else { blocks.blockers.remove(actor) }
      }
    } catch is APIError {
      // What is refused changes nothing.
    }
    return nil
  }

  private func check(
    _ device: Device, _ secrets: [Int64: Set<String>], _ blocks: Blocks, in room: Room, _ clinic: Clinic
  ) async throws {
    var device = device
    let person = device.person
    // From the very beginning: which versions were lost is not known.
    var hasMore = true
    while hasMore {
      let page = try await clinic.chats.changes(in: room.id, after: device.version, limit: 7, for: person)
      #expect(page.messages.map(\.version) == page.messages.map(\.version).sorted())
      for message in page.messages { device.take(message) }
      device.version = page.version
      hasMore = page.hasMore
    }
    let shown = try await clinic.chats.history(in: room.id, before: nil, limit: 200, for: person)
    #expect(shown.messages.map(\.seq) == Array(1...shown.lastSeq))
    #expect(device.version == shown.version)
    #expect(Set(shown.messages.filter(\.isHidden).map(\.seq)) == blocks.hidden[person] ?? [])
    #expect(Set(shown.messages.map(\.version)).count == shown.messages.count)
    let withoutQuotes = shown.messages.map(Self.withoutQuote)
    #expect(device.messages.values.sorted { $0.seq < $1.seq }.map(Self.withoutQuote) == withoutQuotes)
    for message in shown.messages where message.isDeleted || message.isHidden {
      #expect(message.content.isEmpty && message.reactions.isEmpty && message.replyTo == nil)
    }
    let gone = shown.messages.filter { $0.isDeleted || $0.isHidden }.flatMap { secrets[$0.seq] ?? [] }
    let quotes = shown.messages.compactMap { $0.replyTo?.excerpt }.filter { !$0.isEmpty }
    #expect(quotes.allSatisfy { quote in !gone.contains(quote) })
    let own = try #require(try await clinic.chats.rooms(of: person).first)
    #expect(own.lastMessage == shown.messages.last { !$0.isHidden })
    #expect(own.pinned.map { pinned in !pinned.isHidden && !pinned.isDeleted } ?? true)
    let others = shown.messages.filter { $0.sender.id != clinic.identifiers.id(person) && !$0.isHidden }
    #expect(own.unreadCount == others.count)
    for word in Self.words + ["1", "과검", "가"] where !SearchText(word).isEmpty {
      let found = try await clinic.chats.search(MessageSearch(text: word, limit: 100), by: person)
      let expected = shown.messages.filter { !$0.content.isEmpty && SearchText($0.content).contains(SearchText(word)) }
      #expect(found.messages.map(\.seq) == expected.map(\.seq).reversed().prefix(100) + [])
    }
  }

  /// A client renews quotes by what it knows of the quoted message.
  private static func withoutQuote(_ message: Message) -> Message {
    var message = message
    message.replyTo = nil
    return message
  }
}
