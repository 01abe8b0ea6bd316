import Contract
import Domain
import Storage
import Wire

/// Changes of messages. What changes nothing takes no version and tells nobody.
extension Chats {
  /// Different emoji on one message.
  private static let emojiMaximum = 20

  /// - Throws: 404 for an unknown room or message, 445 for another's message or where the caller may not write now, 409
  ///   for a deleted one.
  public func edit(
    _ message: ID<Message>, _ edit: MessageEdit, in room: ID<Room>, by caller: RowID<Person>
  ) async throws -> Message {
    try ContentRules.check(edit)
    let clock = clock
    return try await change(room, caller) { [isConsultOpen] entered in
      let row = try entered.ownMessage(message)
      guard row.deletedAt == nil else { throw APIError.messageDeleted }
      let mentions = entered.mentioned(edit.mentions)
      guard !ContentRules.isSame([row.content], [edit.content]) || row.mentions != mentions else {
        return try entered.unchanged(row)
      }
      try entered.checkMayWrite(isConsultOpen: isConsultOpen)
      try entered.tables.messages.edit(
        row, content: edit.content, mentions: mentions, version: entered.takeVersion(),
        at: max(clock(), row.updatedAt))
      // What a blocked person writes into an old message would be news as well.
      try entered.tables.messages.hide(seq: row.seq, in: entered.room.id, from: entered.blockers)
      return try entered.changed(row)
    }
  }

  /// Takes a message back. The text and the files of consult rooms stay, readable to nobody, until their date.
  /// - Throws: 404 for an unknown room or message, 445 for another's message.
  public func delete(_ message: ID<Message>, in room: ID<Room>, by caller: RowID<Person>) async throws -> Message {
    let clock = clock
    return try await change(room, caller) { entered in
      let row = try entered.ownMessage(message)
      guard row.deletedAt == nil else { return try entered.unchanged(row) }
      let kept = row.createdAt.adding(milliseconds: Retention.consultRecord.milliseconds)
      try entered.tables.messages.delete(
        row, keepingUntil: entered.room.realm == .eyemon ? kept : nil, version: entered.takeVersion(),
        at: max(clock(), row.updatedAt))
      guard entered.room.pinned == row.id else { return try entered.changed(row) }
      _ = try entered.tables.rooms.setPin(nil, in: entered.room.id)
      var changed = try entered.changed(row)
      changed.events += try entered.shown()
      return changed
    }
  }

  /// Puts an emoji on a message, or takes the caller's own away, which is never over.
  /// - Throws: 400 for what is no emoji and for too many different ones, 404 for an unknown room or message, 409 for a
  ///   deleted one, 445 where the caller may not write now.
  public func react(
    with emoji: String, isOn: Bool, to message: ID<Message>, in room: ID<Room>, by caller: RowID<Person>
  ) async throws -> Message {
    guard EmojiRule.isOne(emoji) else { throw APIError.badEmoji }
    return try await change(room, caller) { [isConsultOpen] entered in
      let row = try entered.message(message)
      guard row.deletedAt == nil else { throw APIError.messageDeleted }
      let reactions = Self.reactions(
        row.reactions, with: emoji, isOn: isOn, by: caller, hiddenFrom: entered.blockers)
      guard reactions != row.reactions else { return try entered.unchanged(row) }
      if isOn { try entered.checkMayWrite(isConsultOpen: isConsultOpen) }
      guard reactions.count <= Self.emojiMaximum || reactions.count <= row.reactions.count else {
        throw APIError.badEmoji
      }
      try entered.tables.messages.setReactions(reactions, of: row.id, version: entered.takeVersion())
      return try entered.changed(row)
    }
  }

  private static func reactions(
    _ old: [ReactionRow], with emoji: String, isOn: Bool, by person: RowID<Person>,
    hiddenFrom viewers: [RowID<Person>]
  ) -> [ReactionRow] {
    var reactions = old
    let hidden = viewers.isEmpty ? nil : viewers
    let key = EmojiRule.key(emoji)
    guard let index = reactions.firstIndex(where: { EmojiRule.key($0.emoji) == key }) else {
      guard isOn else { return old }
      return old + [ReactionRow(emoji: emoji, people: [person], hidden: hidden.map { [person: $0] } ?? [:])]
    }
    if !isOn {
      reactions[index].people.removeAll { $0 == person }
      reactions[index].hidden[person] = nil
    } else if !reactions[index].people.contains(person) {
      reactions[index].people.append(person)
      reactions[index].hidden[person] = hidden
    }
    return reactions.filter { !$0.people.isEmpty }
  }
}

extension Entered {
  /// - Throws: 404 where it is not there, 445 where somebody else said it.
  fileprivate func ownMessage(_ id: ID<Message>) throws -> MessageRow {
    let row = try message(id)
    guard row.senderID == caller.person.id else { throw APIError.notSender }
    return row
  }

  fileprivate func takeVersion() throws -> Int64 {
    guard let version = try tables.rooms.takeVersion(room.id) else { throw APIError.roomNotFound }
    return version
  }

  fileprivate func unchanged(_ row: MessageRow) throws -> Changed<Message> {
    guard let message = try messages([row]).first else { throw APIError.internalError }
    return Changed(value: message)
  }

  fileprivate func changed(_ row: MessageRow) throws -> Changed<Message> {
    let forms = try forms(of: row.id)
    return Changed(value: forms.form(for: caller.person.id), events: [.changed(forms)])
  }
}
