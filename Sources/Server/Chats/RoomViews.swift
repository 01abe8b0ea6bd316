import Domain
import Storage

/// Puts rows together into what one person sees.
struct RoomViews {
  let tables: Tables
  let identifiers: Identifiers

  /// All rooms of a person, the last changed first; or one of them.
  func rooms(of person: RowID<Person>, only room: RowID<Room>? = nil) throws -> [Room] {
    let members = try room.map { try tables.rooms.members(of: $0) } ?? tables.rooms.members(ofRoomsOf: person)
    let membersByRoom = Dictionary(grouping: members) { $0.roomID }
    let newest = try tables.messages.newest(ofRoomsOf: person, only: room)
    let newestByRoom = Dictionary(newest.map { ($0.roomID, $0) }) { first, _ in first }
    return try tables.rooms.list(of: person, only: room).map { listed in
      let members = membersByRoom[listed.room.id] ?? []
      return Room(
        id: identifiers.id(listed.room.id), participants: members.map { identifiers.person($0.person) },
        createdAt: listed.room.createdAt, updatedAt: listed.room.updatedAt,
        lastMessage: try newestByRoom[listed.room.id].map { try messages([$0], members: members) }?.first,
        lastSeq: listed.room.lastSeq, unreadCount: Int(clamping: listed.unreadCount),
        reads: members.map { ReadPosition(personID: identifiers.id($0.person.id), seq: $0.readSeq) })
    }
  }

  func messages(_ rows: [MessageRow], members: [MemberRow]) throws -> [Message] {
    var people: [RowID<Person>: Person] = [:]
    for member in members { people[member.person.id] = identifiers.person(member.person) }
    var messages: [Message] = []
    messages.reserveCapacity(rows.count)
    for row in rows {
      // A sender who is no member any more is still the sender.
      if people[row.senderID] == nil {
        people[row.senderID] = try tables.people.find(row.senderID).map(identifiers.person)
      }
      guard let sender = people[row.senderID] else { continue }
      messages.append(
        Message(
          id: identifiers.id(row.id), roomID: identifiers.id(row.roomID), seq: row.seq, clientID: row.clientID,
          content: row.content, files: row.files, sender: sender, createdAt: row.createdAt, updatedAt: row.updatedAt))
    }
    return messages
  }
}
