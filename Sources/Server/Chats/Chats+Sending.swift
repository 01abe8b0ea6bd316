import Contract
import Domain
import Storage

/// What became of a message.
public struct Sent: Equatable, Sendable {
  public var message: Message
  /// The client id was used before, with another body: `message` is what was said then, as it is now.
  public var differs: Bool
}

extension Chats {
  /// Says something. A repeat of a client id is answered with the original, at any time.
  /// - Throws: 400 for a bad body; 404 for an unknown room, an answer to an unknown message, and files that the caller
  ///   did not upload there or that are in a message already; 445 where the caller is not in the room or may not write.
  public func send(_ draft: MessageDraft, in room: ID<Room>, by caller: RowID<Person>) async throws -> Sent {
    try ContentRules.check(draft)
    do {
      return try await deliver(draft, in: room, by: caller)
    } catch is RepeatedAtOnce {
      return try await deliver(draft, in: room, by: caller)
    }
  }

  /// Another server stored the same client id between our look and our insert; the next look finds it.
  private struct RepeatedAtOnce: Error {}

  private func deliver(_ draft: MessageDraft, in room: ID<Room>, by caller: RowID<Person>) async throws -> Sent {
    let now = clock()
    return try await store.write { [identifiers, isConsultOpen] tables -> Changed<Sent> in
      let entered = try Entered(room, caller, identifiers, tables)
      var new = try Self.message(draft, entered)
      if let original = try Self.original(of: new, entered) { return Changed(value: original) }
      try entered.checkMayWrite(isConsultOpen: isConsultOpen)
      if let answered = draft.replyTo { _ = try entered.message(answered) }
      guard let files = try tables.files.waiting(draft.files, of: caller, in: entered.room.id) else {
        throw APIError.fileGone
      }
      new.attachments = files.map { $0.attachment }
      guard let place = try tables.rooms.advance(entered.room.id, at: now) else { throw APIError.roomNotFound }
      guard let row = try tables.messages.insert(new, at: place) else { throw RepeatedAtOnce() }
      guard try tables.files.attach(files, to: row) else { throw APIError.fileGone }
      try tables.messages.hide(seq: place.seq, in: entered.room.id, from: entered.blockers)
      let forms = try entered.forms(of: row, isOpen: entered.blockers.isEmpty && new.replyTo == nil)
      // Whoever was not there when the room was made sees it now.
      let shown = place.seq == 1 ? try entered.shown() : []
      return Changed(
        value: Sent(message: forms.form(for: caller), differs: false), events: shown + [.sent(forms)])
    } committed: { [publish] sent in
      sent.events.forEach(publish)
    }.value
  }

  private static func message(_ draft: MessageDraft, _ entered: Entered) throws -> NewMessage {
    let answered = try draft.replyTo.map { id in
      guard let row = entered.identifiers.row(id) else { throw APIError.messageNotFound }
      return row
    }
    return NewMessage(
      roomID: entered.room.id, senderID: entered.caller.person.id, clientID: draft.clientID, content: draft.content,
      files: draft.files, replyTo: answered, mentions: entered.mentioned(draft.mentions))
  }

  /// What was said before under the client id.
  private static func original(of new: NewMessage, _ entered: Entered) throws -> Sent? {
    guard let clientID = new.clientID,
      let row = try entered.tables.messages.find(clientID: clientID, of: new.senderID, in: new.roomID),
      let message = try entered.messages([row]).first
    else { return nil }
    // Rows of the first schema have no digest, and were never changed.
    let isSame =
      row.bodyDigest.map { $0 == new.bodyDigest }
      ?? ContentRules.isSame([row.content] + row.files, [new.content] + new.files)
    return Sent(message: message, differs: !isSame)
  }
}

extension Entered {
  /// - Throws: 445 where a patient has no consultation now.
  func checkMayWrite(isConsultOpen: Bool) throws(APIError) {
    if caller.person.role == .patient && !isConsultOpen { throw .consultClosed }
  }
}
