import Domain
import SQL
import Wire

/// A message whose text and files have been kept long enough.
public struct DueMessage: Equatable, Sendable {
  public var id: RowID<Message>
  public var roomID: RowID<Room>
}

/// What was said by people who are erased, and what was taken back long ago.
extension MessageStore {
  /// Deleted ones whose date has come.
  public func due(at now: Timestamp, limit: Int) throws(SQLError) -> [DueMessage] {
    try connection.all(
      "SELECT x.id, x.room_id FROM messages x WHERE x.erase_at <= ?1 ORDER BY x.erase_at LIMIT ?2",
      [.timestamp(now), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in DueMessage(id: try row.id(0), roomID: try row.id(1)) }
  }

  /// Leaves nothing but the place of a message, and what was reported of it.
  /// - Returns: names of files whose bytes are of no use any more.
  public func erase(_ message: RowID<Message>) throws(SQLError) -> [String] {
    let files = try connection.all("SELECT f.name FROM files f WHERE f.message_id = ?1", [.id(message)]) {
      (row) throws(SQLError) in try row.text(0)
    }
    try connection.execute("DELETE FROM files WHERE message_id = ?1", [.id(message)])
    try connection.execute(
      """
      UPDATE messages
      SET content = '', files = '[]', attachments = '[]', mentions = '[]', reactions = '[]', reply_to_id = NULL,
        body_digest = NULL, gram_bits = 0, erase_at = NULL
      WHERE id = ?1
      """, [.id(message)])
    return files
  }

  /// Messages of a person that are not deleted, and have no date from which they may not be kept; some of them.
  public func standing(of sender: RowID<Person>, limit: Int) throws(SQLError) -> [MessageRow] {
    try all(
      """
      x.sender_id = ?1 AND x.deleted_at IS NULL AND x.erase_at IS NULL
        AND x.room_id IN (SELECT m.room_id FROM room_members m WHERE m.person_id = ?1)
      ORDER BY x.room_id, x.seq LIMIT ?2
      """, [.id(sender), .integer(Int64(limit))])
  }

  /// Lets all that a person said in rooms of a realm be kept only so long after it was said.
  public func limitKeeping(
    of sender: RowID<Person>, in realm: Realm, to milliseconds: Int64
  ) throws(SQLError) {
    try connection.execute(
      """
      UPDATE messages SET erase_at = created_at + ?3
      WHERE sender_id = ?1 AND erase_at IS NULL AND room_id IN (
        SELECT m.room_id FROM room_members m JOIN rooms r ON r.id = m.room_id
        WHERE m.person_id = ?1 AND r.realm = ?2)
      """, [.id(sender), .name(realm), .integer(milliseconds)])
  }

  /// A message, whoever asks: for what the server does by itself.
  public func find(_ id: RowID<Message>) throws(SQLError) -> MessageRow? {
    try all("x.id = ?2", [.integer(0), .id(id)]).first
  }
}
