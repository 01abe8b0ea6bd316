import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

/// What the person does to messages.
extension Chat {
  static func submit(
    _ state: inout State, _ room: ID<Room>, _ content: String, _ answered: Message?, _ mentions: [ID<Person>],
    _ moment: Moment
  ) -> [Effect] {
    let item = OutboxItem(
      clientID: ChatText.hex(moment.entropy), content: content, replyTo: answered.map { Quote($0) },
      mentions: mentions, files: takeChosen(&state, room), createdAt: moment.now)
    return tell(&state, room, .submitted(item), moment)
  }

  /// The new text of a message of the room, or of one that is still on this device.
  static func finish(
    _ state: inout State, _ target: ConversationRow.Target, _ edit: MessageEdit, _ moment: Moment
  ) -> [Effect] {
    guard edit.content != state.text(of: target) else { return [] }
    switch target {
    case .message(let seq): return want(&state, .edit(edit), of: seq, moment)
    case .item(let clientID): return tellOpenRoom(&state, .edited(clientID: clientID, edit), moment)
    }
  }

  static func delete(_ state: inout State, _ seq: Int64, _ moment: Moment) -> [Effect] {
    want(&state, .delete, of: seq, moment)
  }

  /// The same emoji a second time takes it away.
  static func react(_ state: inout State, _ seq: Int64, _ emoji: String, _ moment: Moment) -> [Effect] {
    guard let message = state.message(seq) else { return [] }
    return want(&state, .react(emoji: emoji, isOn: !state.hasReacted(message, emoji)), of: seq, moment)
  }

  private static func want(
    _ state: inout State, _ kind: MessageOperation.Kind, of seq: Int64, _ moment: Moment
  ) -> [Effect] {
    guard let message = state.message(seq) else { return [] }
    return tellOpenRoom(&state, .wanted(kind, of: message.id, at: moment.now), moment)
  }
}

extension Chat.State {
  /// What may be changed of it.
  func text(of target: ConversationRow.Target) -> String? {
    switch target {
    case .message(let seq): message(seq)?.content
    case .item(let clientID): openMachine?.outbox.first { $0.clientID == clientID }?.shownContent
    }
  }

  /// How many messages wait on this device, in all rooms.
  public var unsentCount: Int {
    var count = 0
    for machine in machines.values { count += machine.outbox.count }
    return count
  }
}

extension Quote {
  /// As the server will make it.
  init(_ message: Message) {
    self.init(
      id: message.id, seq: message.seq, senderID: message.sender.id, excerpt: String(message.content.prefix(120)),
      fileKind: message.attachments.first?.kind, isDeleted: message.isGone)
  }
}
