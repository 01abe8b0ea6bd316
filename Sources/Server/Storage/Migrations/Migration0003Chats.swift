extension Migration {
  /// The three unique keys of `messages` are promises: one order per room, one row per client id for ever, and date
  /// cursors that skip nothing.
  static let chats = Migration(
    number: 3, name: "chats",
    sql: """
      CREATE TABLE rooms (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        realm TEXT NOT NULL,
        low_person_id BIGINT NOT NULL REFERENCES people (id),
        high_person_id BIGINT NOT NULL REFERENCES people (id),
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        last_seq BIGINT NOT NULL,
        last_message_at BIGINT NOT NULL,
        UNIQUE (realm, low_person_id, high_person_id),
        CHECK (low_person_id < high_person_id)
      );
      CREATE TABLE room_members (
        room_id BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
        person_id BIGINT NOT NULL REFERENCES people (id),
        read_seq BIGINT NOT NULL,
        PRIMARY KEY (room_id, person_id)
      );
      CREATE INDEX room_members_by_person ON room_members (person_id, room_id);
      CREATE TABLE messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        room_id BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
        seq BIGINT NOT NULL,
        sender_id BIGINT NOT NULL REFERENCES people (id),
        client_id TEXT,
        content TEXT NOT NULL,
        files TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        UNIQUE (room_id, seq),
        UNIQUE (room_id, sender_id, client_id),
        UNIQUE (room_id, created_at)
      );
      """)
}
