import SQL
import Wire

extension Migration {
  /// Where each two adjacent letters stand. A message is named by its instant, which is unique within a room, so that
  /// the newest is found first without a look at the message. The key is the whole row, so SQLite keeps it once.
  static let search = Migration(
    number: 6, name: "search",
    sql: """
      CREATE TABLE search_grams (
        room_id BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
        gram BIGINT NOT NULL,
        sent_at BIGINT NOT NULL,
        PRIMARY KEY (room_id, gram, sent_at)
      ) WITHOUT ROWID;
      """,
    fill: { connection in
      let index = SearchStore(connection: connection)
      var last: Int64 = 0
      while true {
        let rows = try connection.all(
          """
          SELECT id, room_id, created_at, content FROM messages
          WHERE id > ?1 AND deleted_at IS NULL ORDER BY id LIMIT 500
          """, [.integer(last)]
        ) { (row) throws(SQLError) in
          (id: try row.int64(0), place: SearchPlace(room: try row.id(1), at: try row.timestamp(2)), try row.text(3))
        }
        guard let newest = rows.last else { return }
        for (_, place, text) in rows { try index.insert(text, at: place) }
        last = newest.id
      }
    })
}
