import Domain
import Storage
import Wire

/// Puts rows together into what one person sees.
struct RoomViews {
  let tables: Tables
  let identifiers: Identifiers
  let now: Timestamp

  /// All rooms of a person, the last changed first; or one of them.
  func rooms(of person: RowID<Person>, only room: RowID<Room>? = nil) throws -> [Room] {
    let members =
      try room.map { try tables.rooms.members(of: $0, for: person) } ?? tables.rooms.members(ofRoomsOf: person)
    let membersByRoom = Dictionary(grouping: members) { $0.roomID }
    let newest = Dictionary(try tables.messages.newest(ofRoomsOf: person, only: room).map { ($0.roomID, $0) }) { a, _ in
      a
    }
    let pinned = Dictionary(try tables.messages.pinned(ofRoomsOf: person, only: room).map { ($0.roomID, $0) }) { a, _ in
      a
    }
    let consults = Dictionary(try tables.reservations.consults(ofRoomsOf: person, only: room, at: now)) { a, _ in a }
    let listed = try tables.rooms.list(of: person, only: room)
      .map { (row: $0, updatedAt: Self.updatedAt($0.room, newest[$0.room.id])) }
      .sorted { ($1.updatedAt, $1.row.room.id) < ($0.updatedAt, $0.row.room.id) }
    return try listed.map { listed, updatedAt in
      let id = listed.room.id
      let members = membersByRoom[id] ?? []
      return Room(
        id: identifiers.id(id), participants: members.map { identifiers.person($0.person) },
        createdAt: listed.room.createdAt, updatedAt: updatedAt,
        lastMessage: try newest[id].map { try messages([$0], members: members, for: person) }?.first,
        lastSeq: listed.room.lastSeq, unreadCount: Int(clamping: listed.unreadCount),
        reads: members.filter { !$0.isErased }.map {
          ReadPosition(personID: identifiers.id($0.person.id), seq: $0.readSeq, joinedSeq: $0.joinedSeq)
        },
        version: listed.room.version, isMuted: listed.isMuted,
        pinned: try pinned[id].map { try messages([$0], members: members, for: person) }?.first,
        consult: consults[id].map(consult))
    }
  }

  /// What the person does not see does not move the room in the person's list.
  private static func updatedAt(_ room: RoomRow, _ newest: MessageRow?) -> Timestamp {
    newest?.seq ?? 0 == room.lastSeq ? room.updatedAt : newest?.createdAt ?? room.createdAt
  }

  private func consult(_ row: ConsultRow) -> Consult {
    Consult(
      reservationID: identifiers.id(row.reservation).text, start: row.startsAt, opensAt: row.opensAt,
      closesAt: row.closesAt, answerTime: row.answerTime)
  }

  /// The room as each of them sees it.
  func shown(_ room: RowID<Room>, to people: [RowID<Person>]) throws -> [ChatEvent] {
    try people.compactMap { person in
      try rooms(of: person, only: room).first.map { .roomShown($0, to: person) }
    }
  }

  /// - Parameter viewer: for whom the rows were read; nil: somebody from whom nothing is hidden.
  func messages(_ rows: [MessageRow], members: [MemberRow], for viewer: RowID<Person>?) throws -> [Message] {
    var people: [RowID<Person>: Person] = [:]
    for member in members { people[member.person.id] = identifiers.person(member.person) }
    var messages: [Message] = []
    messages.reserveCapacity(rows.count)
    for row in rows {
      // A sender who is no member any more is still the sender.
      if people[row.senderID] == nil {
        people[row.senderID] = try tables.people.known(row.senderID).map(identifiers.person)
      }
      guard let sender = people[row.senderID] else { continue }
      messages.append(message(row, sender: sender, for: viewer))
    }
    return messages
  }

  /// What is deleted or hidden leaves nothing but its place.
  func message(_ row: MessageRow, sender: Person, for viewer: RowID<Person>?) -> Message {
    var message = Message(
      id: identifiers.id(row.id), roomID: identifiers.id(row.roomID), seq: row.seq, version: row.version,
      clientID: row.isHidden ? nil : row.clientID, content: "", sender: sender, createdAt: row.createdAt,
      updatedAt: row.isHidden ? row.createdAt : row.updatedAt)
    message.isHidden = row.isHidden
    message.isDeleted = row.deletedAt != nil && !row.isHidden
    guard !row.isHidden, row.deletedAt == nil else { return message }
    message.content = row.content
    message.files = row.files
    message.attachments = row.attachments
    message.editedAt = row.editedAt
    message.replyTo = row.quote.flatMap(quote)
    message.mentions = row.mentions.map { identifiers.id($0) }
    message.reactions = row.reactions.compactMap { reaction in
      let people = viewer.map(reaction.people(for:)) ?? reaction.people
      return people.isEmpty ? nil : Reaction(emoji: reaction.emoji, personIDs: people.map { identifiers.id($0) })
    }
    return message
  }

  private func quote(_ row: QuotedRow) -> Quote? {
    if row.isHidden { return nil }
    var quote = Quote(
      id: identifiers.id(row.id), seq: row.seq, senderID: identifiers.id(row.senderID), excerpt: "",
      isDeleted: row.isDeleted)
    if row.isDeleted { return quote }
    quote.excerpt = String(row.content.prefix(120))
    quote.fileKind = row.attachments.first?.kind ?? (row.hasFiles ? .file : nil)
    return quote
  }
}
