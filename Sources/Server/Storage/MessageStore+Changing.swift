import Domain
import JSON
import SQL
import SearchText
import Wire

/// Changes of messages. Each takes a version from `RoomStore.takeVersion` of the same transaction.
extension MessageStore {
  public func edit(
    _ old: MessageRow, content: String, mentions: [RowID<Person>], version: Int64, at now: Timestamp
  ) throws(SQLError) {
    try connection.execute(
      """
      UPDATE messages
      SET content = ?2, mentions = ?3, version = ?4, edited_at = ?5, updated_at = ?5, gram_bits = ?6 WHERE id = ?1
      """,
      [
        .id(old.id), .text(content), .list(mentions.map { .integer($0.value) }), .integer(version), .timestamp(now),
        .integer(SearchText(content).signature),
      ])
    try search.replace(old.content, with: content, at: SearchPlace(room: old.roomID, at: old.createdAt))
  }

  /// Leaves a tombstone, which no search finds.
  /// - Parameter date: until when text and files are kept, readable to nobody; nil: the text goes at once, the files
  ///   with the next sweep (`erase`).
  public func delete(
    _ old: MessageRow, keepingUntil date: Timestamp?, version: Int64, at now: Timestamp
  ) throws(SQLError) {
    try connection.execute(
      "UPDATE messages SET version = ?2, deleted_at = ?3, updated_at = ?3, erase_at = ?4 WHERE id = ?1",
      [.id(old.id), .integer(version), .timestamp(now), .timestamp(date ?? now)])
    try search.replace(old.content, with: "", at: SearchPlace(room: old.roomID, at: old.createdAt))
    guard date == nil else { return }
    try connection.execute(
      """
      UPDATE messages
      SET content = '', files = '[]', attachments = '[]', mentions = '[]', reactions = '[]', reply_to_id = NULL
      WHERE id = ?1
      """, [.id(old.id)])
  }

  public func setReactions(
    _ reactions: [ReactionRow], of id: RowID<Message>, version: Int64
  ) throws(SQLError) {
    try connection.execute(
      "UPDATE messages SET reactions = ?2, version = ?3 WHERE id = ?1",
      [.id(id), .list(reactions.map { $0.json }), .integer(version)])
  }

  /// From now on, for ever.
  public func hide(seq: Int64, in room: RowID<Room>, from people: [RowID<Person>]) throws(SQLError) {
    for person in people {
      try connection.execute(
        "INSERT INTO hidden_messages (room_id, seq, person_id) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
        [.id(room), .integer(seq), .id(person)])
    }
  }

  /// From whom each of two messages of a room is hidden.
  public func hidden(
    _ seq: Int64, _ other: Int64, in room: RowID<Room>
  ) throws(SQLError) -> [(seq: Int64, person: RowID<Person>)] {
    try connection.all(
      "SELECT seq, person_id FROM hidden_messages WHERE room_id = ?1 AND seq IN (?2, ?3)",
      [.id(room), .integer(seq), .integer(other)]
    ) { (row) throws(SQLError) in (try row.int64(0), try row.id(1)) }
  }
}
