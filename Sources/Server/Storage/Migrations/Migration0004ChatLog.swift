extension Migration {
  /// A room counts its changes: each message carries the version at which it last changed, and no two share one.
  /// `hidden_messages` holds who must never see a message, decided when it was sent. A tombstone keeps its row.
  static let chatLog = Migration(
    number: 4, name: "chat log",
    sql: """
      ALTER TABLE rooms ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE rooms ADD COLUMN pinned_id BIGINT;
      UPDATE rooms SET version = last_seq;
      ALTER TABLE room_members ADD COLUMN joined_seq BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE room_members ADD COLUMN is_muted BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE messages ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE messages ADD COLUMN edited_at BIGINT;
      ALTER TABLE messages ADD COLUMN deleted_at BIGINT;
      ALTER TABLE messages ADD COLUMN reply_to_id BIGINT;
      ALTER TABLE messages ADD COLUMN body_digest TEXT;
      ALTER TABLE messages ADD COLUMN mentions TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE messages ADD COLUMN reactions TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE messages ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
      UPDATE messages SET version = seq;
      CREATE UNIQUE INDEX messages_by_version ON messages (room_id, version);
      CREATE TABLE hidden_messages (
        room_id BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
        seq BIGINT NOT NULL,
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        PRIMARY KEY (room_id, seq, person_id)
      );
      CREATE INDEX hidden_messages_by_person ON hidden_messages (person_id);
      CREATE TABLE blocks (
        blocker_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        blocked_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (blocker_id, blocked_id)
      );
      CREATE INDEX blocks_by_blocked ON blocks (blocked_id, blocker_id);
      """)
}
