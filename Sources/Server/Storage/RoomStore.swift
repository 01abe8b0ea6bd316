import Domain
import SQL
import Wire

public struct RoomRow: Equatable, Sendable {
  public var id: RowID<Room>
  public var realm: Realm
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
  /// The seq of the newest message; 0 where there is none.
  public var lastSeq: Int64
  /// `createdAt` of the newest message; the room's own where there is none.
  public var lastMessageAt: Timestamp
  /// The version of the newest change; 0 where there is none.
  public var version: Int64
  public var pinned: RowID<Message>?
}

public struct MemberRow: Equatable, Sendable {
  public var roomID: RowID<Room>
  public var person: PersonRow
  public var readSeq: Int64
  /// The seq of the newest message when the person joined.
  public var joinedSeq: Int64
  public var isMuted: Bool
  /// Whether this member has blocked the one for whom the members were read.
  public var blocksViewer: Bool
  /// The row is nobody's any more, and nobody reads there.
  public var isErased: Bool
}

/// Where a new message stands.
public struct RoomPlace: Equatable, Sendable {
  public var seq: Int64
  public var version: Int64
  public var at: Timestamp
}

/// A room in a person's list.
public struct ListedRoom: Equatable, Sendable {
  public var room: RoomRow
  public var unreadCount: Int64
  public var isMuted: Bool
}

/// Rooms, who is in them, and how far each has read.
public struct RoomStore {
  let connection: any SQLConnection

  static let columns =
    "r.id, r.realm, r.created_at, r.updated_at, r.last_seq, r.last_message_at, r.version, r.pinned_id"

  /// The one room of two people, made where there is none yet. They must differ.
  public func findOrInsert(
    realm: Realm, _ a: RowID<Person>, _ b: RowID<Person>, at now: Timestamp
  ) throws(SQLError) -> (id: RowID<Room>, isNew: Bool) {
    let pair: [SQLValue] = [.name(realm), .id(min(a, b)), .id(max(a, b))]
    let made: RowID<Room>? = try connection.first(
      """
      INSERT INTO rooms
        (realm, low_person_id, high_person_id, created_at, updated_at, last_seq, last_message_at)
      VALUES (?1, ?2, ?3, ?4, ?4, 0, ?4)
      ON CONFLICT (realm, low_person_id, high_person_id) DO NOTHING
      RETURNING id
      """,
      pair + [.timestamp(now)]
    ) { (row) throws(SQLError) in try row.id(0) }
    if let made {
      for person in [a, b] {
        try connection.execute(
          "INSERT INTO room_members (room_id, person_id, read_seq) VALUES (?1, ?2, 0)", [.id(made), .id(person)])
      }
      return (made, true)
    }
    let found: RowID<Room>? = try connection.first(
      "SELECT id FROM rooms WHERE realm = ?1 AND low_person_id = ?2 AND high_person_id = ?3", pair
    ) { (row) throws(SQLError) in try row.id(0) }
    guard let found else { throw .mistake("a room that is there cannot be found") }
    return (found, false)
  }

  public func find(_ id: RowID<Room>) throws(SQLError) -> RoomRow? {
    try connection.first(Self.one, [.id(id)]) { (row) throws(SQLError) in try RoomRow(row) }
  }

  // Asked for often: their texts are made once.
  private static let one = "SELECT \(columns) FROM rooms r WHERE r.id = ?1"
  private static let membersOfOne = """
    SELECT \(MemberRow.columns) FROM room_members m JOIN people p ON p.id = m.person_id
    WHERE m.room_id = ?2 ORDER BY m.person_id
    """

  /// Keeps others from changing the room until the transaction ends.
  public func lock(_ id: RowID<Room>) throws(SQLError) {
    try connection.execute("UPDATE rooms SET version = version WHERE id = ?1", [.id(id)])
  }

  public func members(of room: RowID<Room>, for viewer: RowID<Person>) throws(SQLError) -> [MemberRow] {
    try connection.all(Self.membersOfOne, [.id(viewer), .id(room)]) { (row) throws(SQLError) in try MemberRow(row) }
  }

  /// The members of every room that a person is in.
  public func members(ofRoomsOf person: RowID<Person>) throws(SQLError) -> [MemberRow] {
    try connection.all(
      """
      SELECT \(MemberRow.columns)
      FROM room_members own
      JOIN room_members m ON m.room_id = own.room_id
      JOIN people p ON p.id = m.person_id
      WHERE own.person_id = ?1 ORDER BY m.room_id, m.person_id
      """, [.id(person)]
    ) { (row) throws(SQLError) in try MemberRow(row) }
  }

  /// The other members of a person's rooms, or of one of them: without those whom the person has blocked, and without
  /// those who have blocked the person.
  public func companions(
    of person: RowID<Person>, in room: RowID<Room>? = nil
  ) throws(SQLError) -> [RowID<Person>] {
    try connection.all(
      """
      SELECT DISTINCT m.person_id
      FROM room_members own JOIN room_members m ON m.room_id = own.room_id
      WHERE own.person_id = ?1 AND m.person_id <> ?1\(room == nil ? "" : " AND own.room_id = ?2")
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = m.person_id AND b.blocked_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = ?1 AND b.blocked_id = m.person_id)
      ORDER BY m.person_id
      """, [.id(person)] + (room.map { [.id($0)] } ?? [])
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  /// The rooms of a person, the last changed for anybody first; or one of them.
  public func list(
    of person: RowID<Person>, only room: RowID<Room>? = nil
  ) throws(SQLError) -> [ListedRoom] {
    let values: [SQLValue] = [.id(person)] + (room.map { [.id($0)] } ?? [])
    return try connection.all(
      """
      SELECT \(Self.columns), r.last_seq - own.read_seq - own.own_after_read - (
        SELECT COUNT(*) FROM hidden_messages h
        WHERE h.room_id = own.room_id AND h.seq > own.read_seq AND h.person_id = own.person_id), own.is_muted
      FROM room_members own JOIN rooms r ON r.id = own.room_id
      WHERE own.person_id = ?1\(room == nil ? "" : " AND own.room_id = ?2")
      ORDER BY r.updated_at DESC, r.id DESC
      """, values
    ) { (row) throws(SQLError) in
      let next = RoomRow.columnCount
      return ListedRoom(
        room: try RoomRow(row), unreadCount: max(0, try row.int64(next)), isMuted: try row.int64(next + 1) != 0)
    }
  }

  /// Takes the next seq, version and instant for a message; nil where there is no such room.
  public func advance(_ id: RowID<Room>, at now: Timestamp) throws(SQLError) -> RoomPlace? {
    guard let room = try find(id) else { return nil }
    return try advance(room, at: now)
  }

  /// The same, for a room as it is in this transaction: if another one changed it meanwhile, the message that takes the
  /// place breaks a unique key. Instants strictly increase within a room, whatever the clock does.
  public func advance(_ room: RoomRow, at now: Timestamp) throws(SQLError) -> RoomPlace {
    let place = RoomPlace(
      seq: room.lastSeq &+ 1, version: room.version &+ 1,
      at: max(now, room.lastMessageAt.adding(milliseconds: 1)))
    try connection.enqueue(
      "UPDATE rooms SET last_seq = ?2, version = ?3, last_message_at = ?4, updated_at = ?4 WHERE id = ?1",
      [.id(room.id), .integer(place.seq), .integer(place.version), .timestamp(place.at)])
    return place
  }

  /// Takes the next version for a change of a message that is there.
  public func takeVersion(_ id: RowID<Room>) throws(SQLError) -> Int64? {
    try connection.first("UPDATE rooms SET version = version + 1 WHERE id = ?1 RETURNING version", [.id(id)]) {
      (row) throws(SQLError) in try row.int64(0)
    }
  }

  /// false where it was so before.
  public func setPin(_ message: RowID<Message>?, in room: RowID<Room>) throws(SQLError) -> Bool {
    let isOther = message == nil ? "pinned_id IS NOT NULL" : "(pinned_id IS NULL OR pinned_id <> ?2)"
    return try connection.execute(
      "UPDATE rooms SET pinned_id = \(message == nil ? "NULL" : "?2") WHERE id = ?1 AND \(isOther)",
      [.id(room)] + (message.map { [.id($0)] } ?? [])) > 0
  }

  /// false where it was so before.
  public func setMuted(
    _ isMuted: Bool, of person: RowID<Person>, in room: RowID<Room>
  ) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE room_members SET is_muted = ?3 WHERE room_id = ?1 AND person_id = ?2 AND is_muted <> ?3",
      [.id(room), .id(person), isMuted ? 1 : 0]) > 0
  }

  /// Moves a read position forward, at most to the newest message. false where it stood there already.
  public func moveRead(
    of person: RowID<Person>, in room: RowID<Room>, to seq: Int64
  ) throws(SQLError) -> Bool {
    try connection.execute(
      """
      UPDATE room_members SET
        read_seq = ?3,
        own_after_read = CASE
          WHEN own_after_read = 0 OR ?3 >= (SELECT r.last_seq FROM rooms r WHERE r.id = ?1) THEN 0
          ELSE own_after_read - (
            SELECT COUNT(*) FROM messages x
            WHERE x.room_id = ?1 AND x.seq > room_members.read_seq AND x.seq <= ?3 AND x.sender_id = ?2)
          END
      WHERE room_id = ?1 AND person_id = ?2 AND read_seq < ?3
      """, [.id(room), .id(person), .integer(seq)]) > 0
  }
}

extension RoomRow {
  static let columnCount = 8

  init(_ row: SQLRow, from first: Int = 0) throws(SQLError) {
    id = try row.id(first)
    realm = try row.name(first + 1, as: Realm.self)
    createdAt = try row.timestamp(first + 2)
    updatedAt = try row.timestamp(first + 3)
    lastSeq = try row.int64(first + 4)
    lastMessageAt = try row.timestamp(first + 5)
    version = try row.int64(first + 6)
    pinned = row.isNull(first + 7) ? nil : try row.id(first + 7)
  }
}

extension MemberRow {
  static let columnCount = 13

  /// What `init(_:)` reads. The member is `m`, the person `p`; the viewer is parameter `?1`.
  static let columns = """
    m.room_id, m.read_seq, m.joined_seq, m.is_muted,
    CASE WHEN EXISTS (
      SELECT 1 FROM blocks b WHERE b.blocker_id = m.person_id AND b.blocked_id = ?1) THEN 1 ELSE 0 END,
    CASE WHEN p.erased_at IS NULL THEN 0 ELSE 1 END,
    \(PeopleStore.columns)
    """

  init(_ row: SQLRow) throws(SQLError) {
    roomID = try row.id(0)
    readSeq = try row.int64(1)
    joinedSeq = try row.int64(2)
    isMuted = try row.int64(3) != 0
    blocksViewer = try row.int64(4) != 0
    isErased = try row.int64(5) != 0
    person = try PersonRow(row, from: 6)
  }
}
