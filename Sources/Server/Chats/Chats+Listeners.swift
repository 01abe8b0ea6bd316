import Contract
import Domain
import Storage

/// Who hears of a person beside what is said: nobody where one of the two has blocked the other.
extension Chats {
  /// Those who share a room with a person.
  public func companions(of person: RowID<Person>) async throws -> [RowID<Person>] {
    try await store.read { try $0.rooms.companions(of: person) }
  }

  /// The others in a room; nobody where the person is not in it, or may not write there now.
  public func listeners(to person: RowID<Person>, in room: RowID<Room>) async throws -> [RowID<Person>] {
    do {
      try await checkMayWrite(in: roomID(room), by: person)
    } catch is APIError {
      return []
    }
    return try await store.read { try $0.rooms.companions(of: person, in: room) }
  }

  /// Those of the rooms that both are in, also where one of them has blocked the other.
  public func shared(
    _ rooms: [RowID<Room>], by one: RowID<Person>, and other: RowID<Person>
  ) async throws -> [RowID<Room>] {
    try await store.read { tables in
      try rooms.filter { room in
        let members = try tables.rooms.members(of: room, for: one).map { $0.person.id }
        return members.contains(one) && members.contains(other)
      }
    }
  }

  /// Shows the rooms of somebody who was erased to the others in them: nobody waits for them to read any more.
  public func tellErased(_ person: RowID<Person>) async throws {
    let rooms = try await store.read { try $0.rooms.list(of: person).map { $0.room.id } }
    for room in rooms {
      let others = try await store.read { try $0.rooms.members(of: room, for: person).map { $0.person.id } }
      try await show(room, to: others.filter { $0 != person })
    }
  }

  public func personID(_ row: RowID<Person>) -> ID<Person> { identifiers.id(row) }
  public func roomID(_ row: RowID<Room>) -> ID<Room> { identifiers.id(row) }
  public func roomRow(_ id: ID<Room>) -> RowID<Room>? { identifiers.row(id) }
}
