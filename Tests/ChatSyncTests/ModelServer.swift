import ChatSync
import Contract
import Domain
import Wire

/// A room as the server keeps it: numbers in commit order, one message per client id, dates that only grow.
struct ModelServer {
  private(set) var messages: [Message] = []
  private(set) var reads: [ReadPosition] = []
  private var clock: Int64 = 0

  /// nil where the message is refused.
  mutating func send(_ draft: MessageDraft, from person: Person) -> (Message, isNew: Bool)? {
    if let known = messages.first(where: { $0.sender.id == person.id && $0.clientID == draft.clientID }) {
      return (known, false)
    }
    guard !draft.content.hasPrefix("bad") else { return nil }
    clock += 1
    let seq = Int64(messages.count + 1)
    let message = Message(
      id: ID("m\(seq)"), roomID: room, seq: seq, clientID: draft.clientID, content: draft.content, sender: person,
      createdAt: instant(clock), updatedAt: instant(clock))
    messages.append(message)
    return (message, true)
  }

  func messages(after cursor: Timestamp?) -> [Message] {
    guard let cursor else { return messages }
    return messages.filter { $0.createdAt > cursor }
  }

  mutating func read(_ person: ID<Person>, _ seq: Int64) -> ReadPosition {
    let old = reads.first { $0.personID == person }?.seq ?? 0
    let position = ReadPosition(personID: person, seq: max(old, seq))
    reads.removeAll { $0.personID == person }
    reads.append(position)
    return position
  }

  func roomValue(for person: ID<Person>) -> Room {
    let mine = reads.first { $0.personID == person }?.seq ?? 0
    let unread = messages.filter { $0.sender.id != person && $0.seq > mine }.count
    return Room(
      id: room, participants: [mina, doctor], createdAt: instant(0), updatedAt: instant(clock),
      lastMessage: messages.last, lastSeq: Int64(messages.count), unreadCount: unread, reads: reads)
  }
}
