import Contract
import Domain
import JSON
import SQL
import Wire

/// What was said in rooms. Whatever is read is read for one person, who is told apart by what is hidden from them.
public struct MessageStore {
  let connection: any SQLConnection

  /// Its place in the room comes from `RoomStore.advance` of the same transaction.
  /// - Returns: nil where the sender has used the client id in that room.
  public func insert(_ message: NewMessage, at place: RoomPlace) throws(SQLError) -> RowID<Message>? {
    let id = try connection.insert(
      Self.insertion,
      [
        .id(message.roomID), .integer(place.seq), .integer(place.version), .id(message.senderID),
        .optional(message.clientID), .text(message.content), .list(message.files.map { .string($0) }),
        .list(message.attachments.map { $0.json }), .list(message.mentions.map { .integer($0.value) }),
        .optional(message.replyTo?.value), .optional(message.bodyDigest),
        .timestamp(place.at), .integer(message.signature),
      ])
    guard let id else { return nil }
    try connection.enqueue(
      """
      UPDATE room_members SET own_after_read = own_after_read + 1
      WHERE room_id = ?1 AND person_id = ?2 AND read_seq < ?3
      """, [.id(message.roomID), .id(message.senderID), .integer(place.seq)])
    try search.note(message.content, place, in: message.roomID)
    return RowID(id)
  }

  private static let insertion = """
    INSERT INTO messages (
      room_id, seq, version, sender_id, client_id, content, files, attachments, mentions, reply_to_id, body_digest,
      created_at, updated_at, gram_bits)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, ?13)
    ON CONFLICT (room_id, sender_id, client_id) DO NOTHING
    """

  var search: SearchStore { SearchStore(connection: connection) }

  public func find(
    _ id: RowID<Message>, in room: RowID<Room>, for viewer: RowID<Person>
  ) throws(SQLError) -> MessageRow? {
    try all("x.id = ?2 AND x.room_id = ?3", [.id(viewer), .id(id), .id(room)]).first
  }

  /// A message that a person may see, in whichever of their rooms it is.
  public func find(_ id: RowID<Message>, visibleTo viewer: RowID<Person>) throws(SQLError) -> MessageRow? {
    let found = try all(
      """
      x.id = ?2
        AND EXISTS (SELECT 1 FROM room_members m WHERE m.room_id = x.room_id AND m.person_id = ?1)
      """, [.id(viewer), .id(id)]
    ).first
    return found?.isHidden == true ? nil : found
  }

  /// Where a message stands for a search; nil where it is in none of the person's rooms.
  public func place(
    of id: RowID<Message>, inRoomsOf person: RowID<Person>
  ) throws(SQLError) -> SearchPlace? {
    try connection.first(
      """
      SELECT x.room_id, x.created_at FROM messages x
      JOIN room_members m ON m.room_id = x.room_id AND m.person_id = ?2
      WHERE x.id = ?1
      """, [.id(id), .id(person)]
    ) { (row) throws(SQLError) in SearchPlace(room: try row.id(0), at: try row.timestamp(1)) }
  }

  /// What a sender said in a room under a client id.
  public func find(
    clientID: String, of sender: RowID<Person>, in room: RowID<Room>
  ) throws(SQLError) -> MessageRow? {
    try all("x.room_id = ?2 AND x.sender_id = ?1 AND x.client_id = ?3", [.id(sender), .id(room), .text(clientID)])
      .first
  }

  /// Newer than an instant, or from the first one on; oldest first. No two of a room are of one instant.
  public func list(
    in room: RowID<Room>, after instant: Timestamp?, limit: Int, for viewer: RowID<Person>
  ) throws(SQLError) -> [MessageRow] {
    try all(
      "x.room_id = ?2 AND x.created_at > ?3 ORDER BY x.created_at LIMIT ?4",
      [
        .id(viewer), .id(room), .timestamp(instant ?? Timestamp(milliseconds: .min)), .integer(Int64(limit)),
      ])
  }

  /// The newest ones below a seq; oldest first.
  public func history(
    in room: RowID<Room>, before seq: Int64, limit: Int, for viewer: RowID<Person>
  ) throws(SQLError) -> [MessageRow] {
    try all(
      "x.room_id = ?2 AND x.seq < ?3 ORDER BY x.seq DESC LIMIT ?4",
      [.id(viewer), .id(room), .integer(seq), .integer(Int64(limit))]
    ).reversed()
  }

  /// Changed above a version, by version.
  public func changes(
    in room: RowID<Room>, after version: Int64, limit: Int, for viewer: RowID<Person>
  ) throws(SQLError) -> [MessageRow] {
    try all(
      "x.room_id = ?2 AND x.version > ?3 ORDER BY x.version LIMIT ?4",
      [.id(viewer), .id(room), .integer(version), .integer(Int64(limit))])
  }

  /// The newest one that the person may see in each of their rooms, or in one; rooms without any are left out.
  public func newest(
    ofRoomsOf person: RowID<Person>, only room: RowID<Room>? = nil
  ) throws(SQLError) -> [MessageRow] {
    try ofRooms(
      of: person, only: room,
      """
      x.room_id = own.room_id AND x.seq = (
        SELECT y.seq FROM messages y
        WHERE y.room_id = own.room_id AND NOT EXISTS (
          SELECT 1 FROM hidden_messages h
          WHERE h.room_id = y.room_id AND h.seq = y.seq AND h.person_id = own.person_id)
        ORDER BY y.seq DESC LIMIT 1)
      """)
  }

  /// Those of the places that a search came to, the newest first.
  public func found(_ search: SearchScope, for viewer: RowID<Person>) throws(SQLError) -> [MessageRow] {
    var query = PlaceQuery(search, of: viewer)
    let sql = query.places()
    return try connection.all(
      """
      SELECT \(MessageRow.columns)
      FROM (\(sql)) place
      JOIN messages x ON x.room_id = place.room_id AND x.created_at = place.sent_at
      LEFT JOIN messages q ON q.id = x.reply_to_id
      ORDER BY x.created_at DESC, x.room_id DESC
      """, query.values
    ) { (row) throws(SQLError) in try MessageRow(row) }
  }

  /// What is pinned in each room of a person, or in one of them.
  public func pinned(
    ofRoomsOf person: RowID<Person>, only room: RowID<Room>? = nil
  ) throws(SQLError) -> [MessageRow] {
    try ofRooms(of: person, only: room, "x.id = r.pinned_id").filter { !$0.isHidden }
  }

  private func ofRooms(
    of person: RowID<Person>, only room: RowID<Room>?, _ condition: String
  ) throws(SQLError) -> [MessageRow] {
    let values: [SQLValue] = [.id(person)] + (room.map { [.id($0)] } ?? [])
    return try connection.all(
      """
      SELECT \(MessageRow.columns)
      FROM room_members own
      JOIN rooms r ON r.id = own.room_id
      JOIN messages x ON \(condition)
      LEFT JOIN messages q ON q.id = x.reply_to_id
      WHERE own.person_id = ?1\(room == nil ? "" : " AND own.room_id = ?2")
      """, values
    ) { (row) throws(SQLError) in try MessageRow(row) }
  }

  /// - Parameter values: the viewer comes first.
  func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [MessageRow] {
    try connection.all("SELECT \(MessageRow.columns) FROM \(MessageRow.source) WHERE \(condition)", values) {
      (row) throws(SQLError) in try MessageRow(row)
    }
  }
}
