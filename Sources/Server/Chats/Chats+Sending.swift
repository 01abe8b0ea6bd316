import Contract
import Domain
import Storage

/// What became of a message.
public struct Sent: Equatable, Sendable {
  public var message: Message
  /// The client id was used before, with another body: `message` is what was said then.
  public var differs: Bool
}

extension Chats {
  private static let contentCharacters = 10_000
  private static let contentBytes = 64 << 10
  private static let fileCount = 5
  private static let nameBytes = 300

  /// Says something. A repeat of a client id is answered with the original, at any time.
  /// - Throws: 400 for a bad body, 404 for an unknown room, 445 where the caller is not in it or may not write now.
  public func send(_ draft: MessageDraft, in room: ID<Room>, by caller: RowID<Person>) async throws -> Sent {
    try Self.check(draft)
    let now = clock()
    let delivery = try await store.write { [identifiers, isConsultOpen] tables -> Delivery in
      let (id, members) = try Self.enter(room, caller, identifiers, tables)
      let views = RoomViews(tables: tables, identifiers: identifiers)
      if let clientID = draft.clientID,
        let original = try tables.messages.find(clientID: clientID, of: caller, in: id)
      {
        let differs = !Self.isSame([original.content] + original.files, [draft.content] + draft.files)
        return Delivery(sent: try views.sent(original, members, differs: differs), events: [])
      }
      let own = members.first { $0.person.id == caller }
      if own?.person.role == .patient && !isConsultOpen { throw APIError.consultClosed }
      guard let place = try tables.rooms.advance(id, at: now) else { throw APIError.roomNotFound }
      let new = NewMessage(
        roomID: id, senderID: caller, clientID: draft.clientID, content: draft.content, files: draft.files)
      let row = try tables.messages.insert(new, seq: place.seq, at: place.at)
      guard let sent = try views.sent(row, members, differs: false) else { throw APIError.internalError }
      let people = members.map { $0.person.id }
      // Whoever was not there when the room was made sees it now.
      let shown = row.seq == 1 ? try Self.shown(id, to: people, views) : []
      return Delivery(sent: sent, events: shown + [.sent(sent.message, members: people)])
    } committed: { [publish] delivery in
      delivery.events.forEach(publish)
    }
    guard let sent = delivery.sent else { throw APIError.internalError }
    return sent
  }

  private struct Delivery: Sendable {
    var sent: Sent?
    var events: [ChatEvent]
  }

  private static func check(_ draft: MessageDraft) throws(APIError) {
    guard !draft.content.isEmpty || !draft.files.isEmpty else { throw .missingValue }
    guard draft.content.utf8.count <= contentBytes, draft.content.count <= contentCharacters else { throw .tooLong }
    guard draft.files.count <= fileCount, draft.files.allSatisfy(isPath) else { throw .badRequest }
    guard !draft.content.utf8.contains(0) else { throw .badRequest }
    if let clientID = draft.clientID {
      guard !clientID.isEmpty, clientID.utf8.count <= nameBytes, !clientID.utf8.contains(0) else { throw .badRequest }
    }
  }

  /// By bytes: composed and decomposed letters are equal text, but not the same body.
  private static func isSame(_ a: [String], _ b: [String]) -> Bool {
    a.elementsEqual(b) { $0.utf8.elementsEqual($1.utf8) }
  }

  private static func isPath(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "/") && text.utf8.count <= nameBytes
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

extension RoomViews {
  fileprivate func sent(_ row: MessageRow, _ members: [MemberRow], differs: Bool) throws -> Sent? {
    try messages([row], members: members).first.map { Sent(message: $0, differs: differs) }
  }
}

extension APIError {
  static let tooLong = APIError(status: 400, code: .tooLarge, message: "메시지는 10,000자까지 보낼 수 있습니다.")
}
