import Contract
import Domain
import Storage
import Wire

extension Chats {
  /// Pins a message for everybody in the room; without one, takes the pin away.
  /// - Throws: 404 for an unknown room or message, 445 where the caller is not in it or may not write now, 409 for a
  ///   deleted message.
  public func pin(_ message: ID<Message>?, in room: ID<Room>, by caller: RowID<Person>) async throws -> Room {
    try await change(room, caller) { [isConsultOpen] entered in
      let row = try message.map { try entered.message($0) }
      if row?.deletedAt != nil { throw APIError.messageDeleted }
      let isNew = try entered.tables.rooms.setPin(row?.id, in: entered.room.id)
      if isNew { try entered.checkMayWrite(isConsultOpen: isConsultOpen) }
      return try entered.seen(telling: isNew ? entered.people : [])
    }
  }

  /// For files, which are nothing without a message.
  /// - Throws: 404 for an unknown room, 445 where the caller is not in it or may not write now.
  public func checkMayWrite(in room: ID<Room>, by caller: RowID<Person>) async throws {
    try await look(room, caller) { [isConsultOpen] entered in
      try entered.checkMayWrite(isConsultOpen: isConsultOpen)
    }
  }

  /// For what reaches somebody beside their rooms, in a transaction of the caller of this.
  /// - Throws: 445 where they may not write to that person now.
  public func checkMayReach(
    _ other: RowID<Person>, by caller: RowID<Person>, _ tables: Tables, at now: Timestamp
  ) throws {
    guard !isConsultOpen, try tables.people.find(caller)?.role == .patient else { return }
    try ConsultRule.check(patient: caller, doctor: other, tables, at: now)
  }

  /// Whether the caller hears of new messages in the room; all of the caller's devices are told.
  /// - Throws: 404 for an unknown room, 445 where the caller is not in it.
  public func mute(_ isMuted: Bool, in room: ID<Room>, by caller: RowID<Person>) async throws -> Room {
    try await change(room, caller) { entered in
      let isNew = try entered.tables.rooms.setMuted(isMuted, of: caller, in: entered.room.id)
      return try entered.seen(telling: isNew ? [caller] : [])
    }
  }
}

extension Entered {
  /// The room as the caller sees it after a change of it.
  fileprivate func seen(telling people: [RowID<Person>]) throws -> Changed<Room> {
    guard let own = try views.rooms(of: caller.person.id, only: room.id).first else { throw APIError.roomNotFound }
    return Changed(value: own, events: try views.shown(room.id, to: people))
  }
}

extension Chats {
  /// Shows a room to people in it, for whoever made it without us. What is there already is shown as it is.
  public func show(_ room: RowID<Room>, to people: [RowID<Person>]) async throws {
    let now = clock()
    _ = try await store.write { [identifiers] tables -> [ChatEvent] in
      try RoomViews(tables: tables, identifiers: identifiers, now: now).shown(room, to: people)
    } committed: { [publish] events in
      events.forEach(publish)
    }
  }
}
