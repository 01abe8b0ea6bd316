import Contract
import Domain
import Wire

/// Something that the person did to a message and the server has not confirmed. It is drawn at once, kept on the
/// device, and repeated until it is answered: each of them is harmless to repeat.
public struct MessageOperation: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case edit(MessageEdit)
    case delete
    case react(emoji: String, isOn: Bool)
  }

  public enum State: Equatable, Sendable {
    case waiting
    case sending
    /// The server refused it; it is not drawn any more and stays until the person retries or removes it.
    case failed(ErrorCode)
  }

  public let messageID: ID<Message>
  public var kind: Kind
  /// Operations leave in this order, one after the other.
  public internal(set) var order: Int64
  public internal(set) var state: State

  public init(messageID: ID<Message>, kind: Kind, order: Int64, state: State = .waiting) {
    self.messageID = messageID
    self.kind = kind
    self.order = order
    self.state = state
  }

  /// Unique within the room.
  public var id: String { ChatRecords.padded(order, digits: 15) + "+" + messageID.text }

  public var isFailed: Bool { if case .failed = state { true } else { false } }

  /// The call that carries it out.
  public func endpoint(in room: ID<Room>) -> Endpoint {
    switch kind {
    case .edit(let edit): .edit(room: room, message: messageID, edit)
    case .delete: .delete(room: room, message: messageID)
    case .react(let emoji, let isOn): .react(room: room, message: messageID, emoji: emoji, isOn: isOn)
    }
  }

  /// Whether a later one makes this one superfluous.
  func isReplaced(by later: Kind) -> Bool {
    switch (kind, later) {
    case (_, .delete), (.edit, .edit): true
    case (.react(let old, _), .react(let new, _)): old == new
    default: false
    }
  }

  /// The message as it will be.
  func applied(to message: Message, by me: ID<Person>) -> Message {
    var message = message
    switch kind {
    case .edit(let edit):
      message.content = edit.content
      message.mentions = edit.mentions
      message.editedAt = message.editedAt ?? message.updatedAt
    case .delete:
      message.isDeleted = true
      message = message.cleaned
    case .react(let emoji, let isOn): message.react(emoji, isOn: isOn, by: me)
    }
    return message
  }
}

extension Message {
  fileprivate mutating func react(_ emoji: String, isOn: Bool, by person: ID<Person>) {
    if let index = reactions.firstIndex(where: { $0.emoji == emoji }) {
      reactions[index].personIDs.removeAll { $0 == person }
      if isOn { reactions[index].personIDs.append(person) }
      if reactions[index].personIDs.isEmpty { reactions.remove(at: index) }
    } else if isOn {
      reactions.append(Reaction(emoji: emoji, personIDs: [person]))
    }
  }
}
