import Contract
import Domain

extension ModelStore {
  mutating func pin(_ id: ID<Message>?, _ room: Int, _ person: Int) throws(APIError) -> Handled {
    var number: Int?
    if let id {
      let found = try find(id, room, person)
      if content.rooms[room].messages[found].message.isDeleted { throw .messageDeleted }
      number = found
    }
    let isNew = content.rooms[room].pinned != number
    if isNew { try checkMayWrite(person) }
    content.rooms[room].pinned = number
    return Handled(.success(.room(view(room, for: person))), told: isNew ? shown(room) : [])
  }

  mutating func mute(_ isMuted: Bool, _ room: Int, _ person: Int) -> Handled {
    let isNew = content.rooms[room].muted.contains(person) != isMuted
    for member in mutant == .muteForEverybody ? rooms[room].members : [person] {
      if isMuted { content.rooms[room].muted.insert(member) } else { content.rooms[room].muted.remove(member) }
    }
    let own = view(room, for: person)
    return Handled(.success(.room(own)), told: isNew ? [Told(person: person, event: .room(own))] : [])
  }

  /// What is pinned, as the person may see it.
  func pinned(_ room: Int, for person: Int) -> Message? {
    guard let number = content.rooms[room].pinned else { return nil }
    let stored = content.rooms[room].messages[number]
    return stored.hiddenFrom.contains(person) ? nil : view(stored, in: room, for: person)
  }
}
