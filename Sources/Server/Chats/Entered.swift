import Contract
import Domain
import Storage
import Wire

/// A room that the caller is in, inside one transaction.
struct Entered {
  let tables: Tables
  let identifiers: Identifiers
  let room: RoomRow
  let members: [MemberRow]
  let caller: MemberRow
  let now: Timestamp
  /// The caller has said something in the room under the client id.
  let isUsed: Bool

  /// - Parameters:
  ///   - now: by it the room's consult is chosen.
  ///   - isChange: nobody else changes the room until the transaction ends.
  /// - Throws: 404 for an unknown room, 445 where the caller is not in it.
  init(
    _ id: ID<Room>, _ caller: RowID<Person>, _ identifiers: Identifiers, _ tables: Tables, at now: Timestamp,
    isChange: Bool = false, clientID: String? = nil
  ) throws {
    guard let row = identifiers.row(id) else { throw APIError.roomNotFound }
    if isChange { try tables.rooms.lock(row) }
    guard let entry = try tables.rooms.entry(row, for: caller, clientID: clientID) else { throw APIError.roomNotFound }
    guard let own = entry.members.first(where: { $0.person.id == caller }) else {
      // A room of another realm is not even there.
      let realm = try tables.people.find(caller)?.realm
      throw realm == entry.room.realm ? APIError.notParticipant : APIError.roomNotFound
    }
    self.tables = tables
    self.identifiers = identifiers
    self.now = now
    room = entry.room
    members = entry.members
    self.caller = own
    isUsed = entry.isUsed
  }

  var views: RoomViews { RoomViews(tables: tables, identifiers: identifiers, now: now) }

  var people: [RowID<Person>] { members.map { $0.person.id } }

  /// Members who have blocked the caller.
  var blockers: [RowID<Person>] { members.filter { $0.blocksViewer }.map { $0.person.id } }

  /// - Throws: 404 where it is not in this room, or the caller must not see it.
  func message(_ id: ID<Message>) throws -> MessageRow {
    guard let row = identifiers.row(id),
      let found = try tables.messages.find(row, in: room.id, for: caller.person.id), !found.isHidden
    else { throw APIError.messageNotFound }
    return found
  }

  /// Those of them who are in the room, each once.
  func mentioned(_ ids: [ID<Person>]) -> [RowID<Person>] {
    var found: [RowID<Person>] = []
    for id in ids {
      guard let row = identifiers.row(id), people.contains(row), !found.contains(row) else { continue }
      found.append(row)
    }
    return found
  }

  func messages(_ rows: [MessageRow]) throws -> [Message] {
    try views.messages(rows, members: members, for: caller.person.id)
  }

  /// A message after a change of it, as each member sees it.
  func forms(of id: RowID<Message>) throws -> MessageForms {
    guard var row = try tables.messages.find(id, in: room.id, for: caller.person.id) else {
      throw APIError.messageNotFound
    }
    let hidden = try tables.messages.hidden(row.seq, row.quote?.seq ?? row.seq, in: room.id)
    func view(for person: RowID<Person>?) throws -> Message {
      let seqs = hidden.filter { $0.person == person }.map { $0.seq }
      row.isHidden = seqs.contains(row.seq)
      if let quote = row.quote { row.quote?.isHidden = seqs.contains(quote.seq) }
      guard let message = try views.messages([row], members: members, for: person).first else {
        throw APIError.internalError
      }
      return message
    }
    var forms = MessageForms(try view(for: nil), members: people)
    let missing = Set(hidden.map { $0.person }).union(row.reactions.flatMap { $0.hidden.values.joined() })
    for person in people where missing.contains(person) { forms.others[person] = try view(for: person) }
    return forms
  }

  /// A message of the caller of which nothing is hidden from anybody.
  func openForms(of row: MessageRow) -> MessageForms {
    MessageForms(views.message(row, sender: identifiers.person(caller.person), for: nil), members: people)
  }

  /// The room as each member sees it now.
  func shown() throws -> [ChatEvent] { try views.shown(room.id, to: people) }
}
