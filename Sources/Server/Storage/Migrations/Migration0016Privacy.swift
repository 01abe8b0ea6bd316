extension Migration {
  /// A person who was erased keeps a row without a name, because others still talk about what they said. Such a row is
  /// nobody: it is found by no way in. `messages.erase_at` is the date from which text and files of a deleted message
  /// may not be kept any longer; nil where there is nothing to do.
  static let privacy = Migration(
    number: 16, name: "privacy",
    sql: """
      ALTER TABLE people ADD COLUMN erased_at BIGINT;
      ALTER TABLE messages ADD COLUMN erase_at BIGINT;
      UPDATE messages SET erase_at = CASE
          WHEN (SELECT r.realm FROM rooms r WHERE r.id = messages.room_id) = 'eyemon'
          THEN created_at + \(Retention.consultRecord.milliseconds) ELSE deleted_at END
        WHERE deleted_at IS NOT NULL;
      CREATE INDEX messages_to_erase ON messages (erase_at) WHERE erase_at IS NOT NULL;
      CREATE TABLE erasures (
        person_id BIGINT NOT NULL PRIMARY KEY REFERENCES people (id),
        actor TEXT NOT NULL,
        asked_at BIGINT NOT NULL,
        finished_at BIGINT
      );
      CREATE INDEX erasures_open ON erasures (person_id) WHERE finished_at IS NULL;
      CREATE TABLE profile_pictures (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        person_id BIGINT NOT NULL REFERENCES people (id),
        media_type TEXT NOT NULL,
        byte_count BIGINT NOT NULL,
        file_key TEXT NOT NULL,
        created_at BIGINT NOT NULL
      );
      CREATE INDEX profile_pictures_by_person ON profile_pictures (person_id);
      CREATE INDEX profile_pictures_by_age ON profile_pictures (created_at);
      CREATE TABLE exports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        person_id BIGINT NOT NULL REFERENCES people (id),
        state TEXT NOT NULL,
        byte_count BIGINT NOT NULL,
        file_key TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL
      );
      CREATE INDEX exports_by_person ON exports (person_id, id);
      CREATE INDEX exports_by_expiry ON exports (expires_at);
      CREATE INDEX files_by_room ON files (room_id);
      """)
}
