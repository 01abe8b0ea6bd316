import Contract
import Domain
import Storage
import Wire

extension Chats {
  private static let historyLimit = 50
  private static let historyMaximum = 200
  private static let changesLimit = 200
  private static let changesMaximum = 500

  /// Messages newer than an instant, or from the first one on, oldest first, as older clients read them: without hidden
  /// ones.
  /// - Returns: also where the next ones begin; nil where there are none.
  /// - Throws: 404 for an unknown room, 445 where the caller is not in it.
  public func messages(
    in room: ID<Room>, after instant: Timestamp?, limit: Int, for caller: RowID<Person>
  ) async throws -> (messages: [Message], next: Timestamp?) {
    try await look(room, caller) { entered in
      let rows = try entered.tables.messages.list(in: entered.room.id, after: instant, limit: limit, for: caller)
      return (try entered.messages(rows.filter { !$0.isHidden }), rows.count < limit ? nil : rows.last?.createdAt)
    }
  }

  /// The newest messages below a seq, or of all; oldest first, without holes.
  /// - Throws: as `messages`.
  public func history(
    in room: ID<Room>, before seq: Int64?, limit: Int?, for caller: RowID<Person>
  ) async throws -> MessagePage {
    let limit = try Self.checked(limit, Self.historyLimit, Self.historyMaximum)
    return try await look(room, caller) { entered in
      let rows = try entered.tables.messages.history(
        in: entered.room.id, before: seq ?? .max, limit: limit, for: caller)
      return MessagePage(
        messages: try entered.messages(rows), version: entered.room.version, lastSeq: entered.room.lastSeq)
    }
  }

  /// Messages that changed above a version, as they are now, by version.
  /// - Throws: as `messages`.
  public func changes(
    in room: ID<Room>, after version: Int64, limit: Int?, for caller: RowID<Person>
  ) async throws -> ChangePage {
    let limit = try Self.checked(limit, Self.changesLimit, Self.changesMaximum)
    return try await look(room, caller) { entered in
      var rows = try entered.tables.messages.changes(
        in: entered.room.id, after: version, limit: limit + 1, for: caller)
      let hasMore = rows.count > limit
      if hasMore { rows.removeLast() }
      return ChangePage(
        messages: try entered.messages(rows), version: hasMore ? rows.last?.version ?? version : entered.room.version,
        lastSeq: entered.room.lastSeq, hasMore: hasMore)
    }
  }

  static func checked(_ limit: Int?, _ usual: Int, _ maximum: Int) throws(APIError) -> Int {
    guard let limit else { return usual }
    guard limit > 0 else { throw .badRequest }
    return min(limit, maximum)
  }

  /// Moves the caller's read position forward; a lower or equal one changes nothing.
  public func markRead(in room: ID<Room>, to seq: Int64, by caller: RowID<Person>) async throws {
    try await markAllRead([RoomRead(room: room, seq: seq)], by: caller)
  }

  /// Moves the caller's read positions in several rooms: all of them or, where one is refused, none.
  /// - Throws: as `messages`.
  public func markAllRead(_ reads: [RoomRead], by caller: RowID<Person>) async throws {
    guard reads.count <= RoomRead.most, reads.allSatisfy({ $0.seq >= 0 }) else { throw APIError.badRequest }
    let now = clock()
    _ = try await store.write { [identifiers] tables -> [ChatEvent] in
      try reads.compactMap { read in
        let entered = try Entered(read.room, caller, identifiers, tables, at: now)
        let position = ReadPosition(
          personID: identifiers.id(caller), seq: min(read.seq, entered.room.lastSeq),
          joinedSeq: entered.caller.joinedSeq)
        guard try tables.rooms.moveRead(of: caller, in: entered.room.id, to: position.seq) else { return nil }
        return .readMoved(room: read.room, position, members: entered.people)
      }
    } committed: { [publish] events in
      events.forEach(publish)
    }
  }
}
