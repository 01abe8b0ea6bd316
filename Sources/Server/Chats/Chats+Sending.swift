import Contract
import Domain
import Storage
import Wire

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
    let drafted = try message(draft, in: room, by: caller)
    return try await store.write { [identifiers, isConsultOpen] tables -> Changed<Sent> in
      let entered = try Entered(room, caller, identifiers, tables, at: now, clientID: draft.clientID)
      let answersNothing = draft.replyTo != nil && drafted.replyTo == nil
      var new = drafted
      if !draft.mentions.isEmpty { new.mentions = entered.mentioned(draft.mentions) }
      if var original = try Self.original(of: new, entered) {
        // Whatever it was said in answer to was another message.
        original.differs = original.differs || answersNothing
        return Changed(value: original)
      }
      if answersNothing { throw APIError.messageNotFound }
      try entered.checkMayWrite(isConsultOpen: isConsultOpen)
      if let answered = draft.replyTo { _ = try entered.message(answered) }
      guard let files = try tables.files.waiting(draft.files, of: caller, in: entered.room.id) else {
        throw APIError.fileGone
      }
      new.attachments = files.map { $0.attachment }
      let place = try tables.rooms.advance(entered.room, at: now)
      guard let row = try tables.messages.insert(new, at: place) else { throw RepeatedAtOnce() }
      guard try tables.files.attach(files, to: row) else { throw APIError.fileGone }
      try tables.messages.hide(seq: place.seq, in: entered.room.id, from: entered.blockers)
      let isOpen = entered.blockers.isEmpty && new.replyTo == nil
      let forms = isOpen ? entered.openForms(of: MessageRow(new, id: row, at: place)) : try entered.forms(of: row)
      // Whoever was not there when the room was made sees it now.
      let shown = place.seq == 1 ? try entered.shown() : []
      return Changed(
        value: Sent(message: forms.form(for: caller), differs: false), events: shown + [.sent(forms)])
    } committed: { [publish] sent in
      sent.events.forEach(publish)
    }.value
  }

  /// Without mentions: who is in the room is not known yet. - Throws: 404 for what is no room.
  private func message(
    _ draft: MessageDraft, in room: ID<Room>, by caller: RowID<Person>
  ) throws(APIError) -> NewMessage {
    guard let row = identifiers.row(room) else { throw .roomNotFound }
    return NewMessage(
      roomID: row, senderID: caller, clientID: draft.clientID, content: draft.content, files: draft.files,
      replyTo: draft.replyTo.flatMap { identifiers.row($0) })
  }

  /// What was said before under the client id.
  private static func original(of new: NewMessage, _ entered: Entered) throws -> Sent? {
    guard let clientID = new.clientID, entered.isUsed,
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
  /// The doctor may always write; a patient from the opening of a reservation's consult until its end.
  /// - Parameter isConsultOpen: whether nobody needs a reservation.
  /// - Throws: 445 where a patient has no consultation now.
  func checkMayWrite(isConsultOpen: Bool) throws {
    guard caller.person.role == .patient, !isConsultOpen else { return }
    let doctor = members.first { $0.person.role == .doctor }?.person.id
    try ConsultRule.check(patient: caller.person.id, doctor: doctor, tables, at: now)
  }
}

enum ConsultRule {
  /// - Throws: 445 where the patient has no consultation with that doctor now.
  static func check(
    patient: RowID<Person>, doctor: RowID<Person>?, _ tables: Tables, at now: Timestamp
  ) throws {
    guard let doctor, try tables.reservations.isConsultOpen(patient: patient, doctor: doctor, at: now) else {
      throw APIError.consultClosed
    }
  }
}
