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
      for person in [own, found] where try person.role == .doctor && !tables.doctors.isApproved(person.id) {
        throw person.id == caller ? APIError.notApproved : .personNotFound
      }
      let (room, isNew) = try tables.rooms.findOrInsert(realm: own.realm, caller, other, at: now)
      let views = RoomViews(tables: tables, identifiers: identifiers, now: now)
      return try Opened(
        own: views.rooms(of: caller, only: room).first,
        shown: isNew ? views.shown(room, to: [caller, other]) : [])
    } committed: { [publish] opened in
      opened.shown.forEach(publish)
    }
    guard let room = opened.own else { throw APIError.roomNotFound }
    return room
  }

  /// The caller's rooms, the last changed first.
  public func rooms(of caller: RowID<Person>) async throws -> [Room] {
    let now = clock()
    return try await store.read { [identifiers] tables in
      try RoomViews(tables: tables, identifiers: identifiers, now: now).rooms(of: caller)
    }
  }

  /// For realtime: whether the caller may listen to a room.
  /// - Throws: 404 for an unknown room, 445 where the caller is not in it.
  public func checkMembership(in room: ID<Room>, of caller: RowID<Person>) async throws {
    let now = clock()
    try await store.read { [identifiers] tables in
      _ = try Entered(room, caller, identifiers, tables, at: now)
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

  /// One look at a room that the caller is in.
  func look<T: Sendable>(
    _ room: ID<Room>, _ caller: RowID<Person>, _ body: @escaping @Sendable (Entered) throws -> T
  ) async throws -> T {
    let now = clock()
    return try await store.read { [identifiers] tables in
      try body(Entered(room, caller, identifiers, tables, at: now))
    }
  }

  /// Changes a room that the caller is in, and tells it.
  func change<T: Sendable>(
    _ room: ID<Room>, _ caller: RowID<Person>, _ body: @escaping @Sendable (Entered) throws -> Changed<T>
  ) async throws -> T {
    let now = clock()
    return try await store.write { [identifiers] tables in
      try body(Entered(room, caller, identifiers, tables, at: now, isChange: true))
    } committed: { [publish] changed in
      changed.events.forEach(publish)
    }.value
  }
}

/// What a change comes to, and what is told of it.
struct Changed<Value: Sendable>: Sendable {
  var value: Value
  var events: [ChatEvent] = []
}
