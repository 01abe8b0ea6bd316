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
}

public struct MemberRow: Equatable, Sendable {
  public var roomID: RowID<Room>
  public var person: PersonRow
  public var readSeq: Int64
}

/// A room in a person's list.
public struct ListedRoom: Equatable, Sendable {
  public var room: RoomRow
  public var unreadCount: Int64
}

/// Rooms, who is in them, and how far each has read.
public struct RoomStore {
  let connection: any SQLConnection

  static let columns = "r.id, r.realm, r.created_at, r.updated_at, r.last_seq, r.last_message_at"

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
    try connection.first("SELECT \(Self.columns) FROM rooms r WHERE r.id = ?1", [.id(id)]) {
      (row) throws(SQLError) in try RoomRow(row)
    }
  }

  public func isMember(_ person: RowID<Person>, of room: RowID<Room>) throws(SQLError) -> Bool {
    try connection.first(
      "SELECT 1 FROM room_members WHERE room_id = ?1 AND person_id = ?2", [.id(room), .id(person)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  public func members(of room: RowID<Room>) throws(SQLError) -> [MemberRow] {
    try connection.all(
      """
      SELECT m.room_id, m.read_seq, \(PeopleStore.columns)
      FROM room_members m JOIN people p ON p.id = m.person_id
      WHERE m.room_id = ?1 ORDER BY m.person_id
      """, [.id(room)]
    ) { (row) throws(SQLError) in try MemberRow(row) }
  }

  /// The members of every room that a person is in.
  public func members(ofRoomsOf person: RowID<Person>) throws(SQLError) -> [MemberRow] {
    try connection.all(
      """
      SELECT m.room_id, m.read_seq, \(PeopleStore.columns)
      FROM room_members own
      JOIN room_members m ON m.room_id = own.room_id
      JOIN people p ON p.id = m.person_id
      WHERE own.person_id = ?1 ORDER BY m.room_id, m.person_id
      """, [.id(person)]
    ) { (row) throws(SQLError) in try MemberRow(row) }
  }

  /// The rooms of a person, the last changed first; or one of them.
  public func list(
    of person: RowID<Person>, only room: RowID<Room>? = nil
  ) throws(SQLError) -> [ListedRoom] {
    let values: [SQLValue] = [.id(person)] + (room.map { [.id($0)] } ?? [])
    return try connection.all(
      """
      SELECT \(Self.columns), (
        SELECT COUNT(*) FROM messages x
        WHERE x.room_id = own.room_id AND x.seq > own.read_seq AND x.sender_id <> own.person_id)
      FROM room_members own JOIN rooms r ON r.id = own.room_id
      WHERE own.person_id = ?1\(room == nil ? "" : " AND own.room_id = ?2")
      ORDER BY r.updated_at DESC, r.id DESC
      """, values
    ) { (row) throws(SQLError) in
      ListedRoom(room: try RoomRow(row), unreadCount: try row.int64(RoomRow.columnCount))
    }
  }

  /// Takes the next seq and instant for a message: instants strictly increase within a room, whatever the clock does.
  public func advance(
    _ id: RowID<Room>, at now: Timestamp
  ) throws(SQLError) -> (seq: Int64, at: Timestamp)? {
    try connection.first(
      """
      UPDATE rooms SET
        last_seq = last_seq + 1,
        last_message_at = CASE WHEN ?2 > last_message_at THEN ?2 ELSE last_message_at + 1 END,
        updated_at = CASE WHEN ?2 > last_message_at THEN ?2 ELSE last_message_at + 1 END
      WHERE id = ?1
      RETURNING last_seq, last_message_at
      """, [.id(id), .timestamp(now)]
    ) { (row) throws(SQLError) in (try row.int64(0), try row.timestamp(1)) }
  }

  /// Moves a read position forward, at most to the newest message. false where it stood there already.
  public func moveRead(
    of person: RowID<Person>, in room: RowID<Room>, to seq: Int64
  ) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE room_members SET read_seq = ?3 WHERE room_id = ?1 AND person_id = ?2 AND read_seq < ?3",
      [.id(room), .id(person), .integer(seq)]) > 0
  }
}

extension RoomRow {
  static let columnCount = 6

  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    realm = try row.name(1, as: Realm.self)
    createdAt = try row.timestamp(2)
    updatedAt = try row.timestamp(3)
    lastSeq = try row.int64(4)
    lastMessageAt = try row.timestamp(5)
  }
}

extension MemberRow {
  init(_ row: SQLRow) throws(SQLError) {
    roomID = try row.id(0)
    readSeq = try row.int64(1)
    person = try PersonRow(row, from: 2)
  }
}
