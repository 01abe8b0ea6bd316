import Contract
import Domain
import Storage
import Wire

/// Rooms and what is said in them. Refusals are thrown as `APIError`; anything else is a fault of the server.
public final class Chats: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  /// Whether a patient may write without a reservation.
  let isConsultOpen: Bool
  let clock: @Sendable () -> Timestamp
  let publish: @Sendable (ChatEvent) -> Void

  /// - Parameter publish: called after the commit, in the order of commits, on the writing thread; it must be quick.
  public init(
    store: DataStore, identifiers: Identifiers, isConsultOpen: Bool = true,
    clock: @escaping @Sendable () -> Timestamp, publish: @escaping @Sendable (ChatEvent) -> Void
  ) {
    self.store = store
    self.identifiers = identifiers
    self.isConsultOpen = isConsultOpen
    self.clock = clock
    self.publish = publish
  }

  /// The room of the caller and another person, made where there is none.
  /// - Throws: 404 for oneself, an unknown person, another realm, and in `eyemon` for any pair but patient and doctor.
  public func openRoom(with opponent: ID<Person>, by caller: RowID<Person>) async throws -> Room {
    guard let other = identifiers.row(opponent), other != caller else { throw APIError.personNotFound }
    let now = clock()
    let opened = try await store.write { [identifiers] tables in
      guard let own = try tables.people.find(caller) else { throw APIError.personGone }
      guard let found = try tables.people.find(other), Self.mayMeet(own, found) else {
        throw APIError.personNotFound
      }
      let (room, isNew) = try tables.rooms.findOrInsert(realm: own.realm, caller, other, at: now)
      let views = RoomViews(tables: tables, identifiers: identifiers)
      return try Opened(
        own: views.rooms(of: caller, only: room).first,
        shown: isNew ? Self.shown(room, to: [caller, other], views) : [])
    } committed: { [publish] opened in
      opened.shown.forEach(publish)
    }
    guard let room = opened.own else { throw APIError.roomNotFound }
    return room
  }

  /// The caller's rooms, the last changed first.
  public func rooms(of caller: RowID<Person>) async throws -> [Room] {
    try await store.read { [identifiers] tables in
      try RoomViews(tables: tables, identifiers: identifiers).rooms(of: caller)
    }
  }

  /// Messages newer than an instant, or all, oldest first.
  /// - Throws: 404 for an unknown room, 445 where the caller is not in it.
  public func messages(in room: ID<Room>, after instant: Timestamp?, for caller: RowID<Person>) async throws
    -> [Message]
  {
    try await store.read { [identifiers] tables in
      let (id, members) = try Self.enter(room, caller, identifiers, tables)
      let rows = try tables.messages.list(in: id, after: instant)
      return try RoomViews(tables: tables, identifiers: identifiers).messages(rows, members: members)
    }
  }

  /// Moves the caller's read position forward; a lower or equal one changes nothing.
  public func markRead(in room: ID<Room>, to seq: Int64, by caller: RowID<Person>) async throws {
    guard seq >= 0 else { throw APIError.badRequest }
    _ = try await store.write { [identifiers] tables -> ChatEvent? in
      let (id, members) = try Self.enter(room, caller, identifiers, tables)
      let newest = try tables.rooms.find(id)?.lastSeq ?? 0
      let position = ReadPosition(personID: identifiers.id(caller), seq: min(seq, newest))
      guard try tables.rooms.moveRead(of: caller, in: id, to: position.seq) else { return nil }
      return .readMoved(room: room, position, members: members.map { $0.person.id })
    } committed: { [publish] event in
      if let event { publish(event) }
    }
  }

  /// For realtime: whether the caller may listen to a room.
  /// - Throws: as `messages`.
  public func checkMembership(in room: ID<Room>, of caller: RowID<Person>) async throws {
    try await store.read { [identifiers] tables in
      _ = try Self.enter(room, caller, identifiers, tables)
    }
  }

  private struct Opened: Sendable {
    var own: Room?
    var shown: [ChatEvent]
  }

  /// Who may have a room together.
  private static func mayMeet(_ a: PersonRow, _ b: PersonRow) -> Bool {
    guard a.realm == b.realm else { return false }
    switch a.realm {
    case .eyemon: return Set([a.role, b.role]) == [.patient, .doctor]
    case .ssacsu, .flatbread, .truloop: return true
    }
  }

  static func enter(
    _ room: ID<Room>, _ caller: RowID<Person>, _ identifiers: Identifiers, _ tables: Tables
  ) throws -> (RowID<Room>, [MemberRow]) {
    guard let id = identifiers.row(room), let found = try tables.rooms.find(id) else { throw APIError.roomNotFound }
    let members = try tables.rooms.members(of: id)
    guard members.contains(where: { $0.person.id == caller }) else {
      // A room of another realm is not even there.
      let realm = try tables.people.find(caller)?.realm
      throw realm == found.realm ? APIError.notParticipant : APIError.roomNotFound
    }
    return (id, members)
  }

  static func shown(_ room: RowID<Room>, to people: [RowID<Person>], _ views: RoomViews) throws -> [ChatEvent] {
    try people.compactMap { person in
      try views.rooms(of: person, only: room).first.map { .roomShown($0, to: person) }
    }
  }
}
