extension Migration {
  /// Where pushes go, how much of a message they show, and what people were told.
  ///
  /// A device belongs to one session, and goes with it. `pushed_seq` says up to which message of the room it is settled
  /// whether the member gets a push. A notice of a room holds no text: it is read from the message that it names, so
  /// that nothing deleted is shown.
  static let push = Migration(
    number: 13, name: "push",
    sql: """
      CREATE TABLE devices (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        session_id BIGINT NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        way TEXT NOT NULL,
        token TEXT NOT NULL,
        public_key TEXT NOT NULL,
        secret TEXT NOT NULL,
        language TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        UNIQUE (way, token)
      );
      CREATE INDEX devices_by_person ON devices (person_id);
      CREATE TABLE notification_settings (
        person_id BIGINT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        level TEXT NOT NULL
      );
      CREATE TABLE notices (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        room_id BIGINT REFERENCES rooms (id) ON DELETE CASCADE,
        seq BIGINT NOT NULL DEFAULT 0,
        sender_id BIGINT REFERENCES people (id),
        title TEXT NOT NULL,
        subtitle TEXT NOT NULL,
        body TEXT NOT NULL,
        told_at BIGINT NOT NULL,
        read_at BIGINT,
        UNIQUE (person_id, room_id)
      );
      CREATE INDEX notices_by_person ON notices (person_id, told_at, id);
      CREATE INDEX notices_by_time ON notices (told_at);
      CREATE INDEX notices_by_room ON notices (room_id);
      CREATE INDEX notices_by_sender ON notices (sender_id);
      ALTER TABLE room_members ADD COLUMN pushed_seq BIGINT NOT NULL DEFAULT 0;
      UPDATE room_members SET pushed_seq = (SELECT last_seq FROM rooms r WHERE r.id = room_members.room_id);
      """)
}
