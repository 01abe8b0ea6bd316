import Contract
import Domain
import Storage

/// Who hears of a person beside what is said: nobody where one of the two has blocked the other.
extension Chats {
  /// Those who share a room with a person.
  public func companions(of person: RowID<Person>) async throws -> [RowID<Person>] {
    try await store.read { try $0.rooms.companions(of: person) }
  }

  /// The others in a room; nobody where the person is not in it.
  public func listeners(to person: RowID<Person>, in room: RowID<Room>) async throws -> [RowID<Person>] {
    try await store.read { try $0.rooms.companions(of: person, in: room) }
  }

  public func personID(_ row: RowID<Person>) -> ID<Person> { identifiers.id(row) }
  public func roomID(_ row: RowID<Room>) -> ID<Room> { identifiers.id(row) }
  public func roomRow(_ id: ID<Room>) -> RowID<Room>? { identifiers.row(id) }
}
