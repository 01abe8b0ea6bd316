import Domain
import JSON
import SQL
import Wire

public struct MessageRow: Equatable, Sendable {
  public var id: RowID<Message>
  public var roomID: RowID<Room>
  public var seq: Int64
  public var senderID: RowID<Person>
  public var clientID: String?
  public var content: String
  public var files: [String]
  public var createdAt: Timestamp
  public var updatedAt: Timestamp
}

public struct NewMessage: Equatable, Sendable {
  public var roomID: RowID<Room>
  public var senderID: RowID<Person>
  public var clientID: String?
  public var content: String
  public var files: [String]

  public init(
    roomID: RowID<Room>, senderID: RowID<Person>, clientID: String? = nil, content: String, files: [String] = []
  ) {
    self.roomID = roomID
    self.senderID = senderID
    self.clientID = clientID
    self.content = content
    self.files = files
  }
}

public struct MessageStore {
  let connection: any SQLConnection

  private static let columns =
    "x.id, x.room_id, x.seq, x.sender_id, x.client_id, x.content, x.files, x.created_at, x.updated_at"

  /// The place in the room comes from `RoomStore.advance` of the same transaction.
  public func insert(_ message: NewMessage, seq: Int64, at instant: Timestamp) throws(SQLError) -> MessageRow {
    let id: RowID<Message>? = try connection.first(
      """
      INSERT INTO messages (room_id, seq, sender_id, client_id, content, files, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
      RETURNING id
      """,
      [
        .id(message.roomID), .integer(seq), .id(message.senderID), .optional(message.clientID),
        .text(message.content), .text(JSONValue.array(message.files.map { .string($0) }).text), .timestamp(instant),
      ]
    ) { (row) throws(SQLError) in try row.id(0) }
    guard let id else { throw .mistake("no id for a message") }
    return MessageRow(
      id: id, roomID: message.roomID, seq: seq, senderID: message.senderID, clientID: message.clientID,
      content: message.content, files: message.files, createdAt: instant, updatedAt: instant)
  }

  /// What a sender said in a room under a client id.
  public func find(
    clientID: String, of sender: RowID<Person>, in room: RowID<Room>
  ) throws(SQLError) -> MessageRow? {
    try connection.first(
      "SELECT \(Self.columns) FROM messages x WHERE x.room_id = ?1 AND x.sender_id = ?2 AND x.client_id = ?3",
      [.id(room), .id(sender), .text(clientID)]
    ) { (row) throws(SQLError) in try MessageRow(row) }
  }

  /// Newer than an instant, or all; oldest first.
  public func list(in room: RowID<Room>, after instant: Timestamp?) throws(SQLError) -> [MessageRow] {
    try connection.all(
      "SELECT \(Self.columns) FROM messages x WHERE x.room_id = ?1 AND x.created_at > ?2 ORDER BY x.created_at",
      [.id(room), .timestamp(instant ?? Timestamp(milliseconds: .min))]
    ) { (row) throws(SQLError) in try MessageRow(row) }
  }

  /// The newest one of each room of a person, or of one of them; rooms without any are left out.
  public func newest(
    ofRoomsOf person: RowID<Person>, only room: RowID<Room>? = nil
  ) throws(SQLError) -> [MessageRow] {
    let values: [SQLValue] = [.id(person)] + (room.map { [.id($0)] } ?? [])
    return try connection.all(
      """
      SELECT \(Self.columns)
      FROM room_members own
      JOIN rooms r ON r.id = own.room_id
      JOIN messages x ON x.room_id = r.id AND x.seq = r.last_seq
      WHERE own.person_id = ?1\(room == nil ? "" : " AND own.room_id = ?2")
      """, values
    ) { (row) throws(SQLError) in try MessageRow(row) }
  }
}

extension MessageRow {
  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    roomID = try row.id(1)
    seq = try row.int64(2)
    senderID = try row.id(3)
    clientID = try row.optionalText(4)
    content = try row.text(5)
    let paths = try? JSONValue(parsing: try row.text(6)).array?.compactMap { $0.string }
    guard let paths else { throw .columnType(6) }
    files = paths
    createdAt = try row.timestamp(7)
    updatedAt = try row.timestamp(8)
  }
}
