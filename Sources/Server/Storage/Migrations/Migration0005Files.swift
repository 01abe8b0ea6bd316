extension Migration {
  /// `file_key` is wrapped by the key outside of the data folder. A file belongs to at most one message, for ever.
  /// `file_openings` says who saw what of a consult.
  static let files = Migration(
    number: 5, name: "files",
    sql: """
      CREATE TABLE files (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        realm TEXT NOT NULL,
        room_id BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
        uploader_id BIGINT NOT NULL REFERENCES people (id),
        message_id BIGINT REFERENCES messages (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        media_type TEXT NOT NULL,
        title TEXT NOT NULL,
        byte_count BIGINT NOT NULL,
        width BIGINT,
        height BIGINT,
        page_count BIGINT,
        file_key TEXT NOT NULL,
        created_at BIGINT NOT NULL
      );
      CREATE INDEX files_by_message ON files (message_id);
      CREATE INDEX files_waiting ON files (created_at) WHERE message_id IS NULL;
      CREATE INDEX files_by_uploader ON files (uploader_id);
      CREATE TABLE uploads (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        room_id BIGINT NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
        uploader_id BIGINT NOT NULL REFERENCES people (id),
        title TEXT NOT NULL,
        metadata TEXT NOT NULL,
        byte_count BIGINT NOT NULL,
        received BIGINT NOT NULL,
        segments BIGINT NOT NULL,
        file_key TEXT NOT NULL,
        file_id BIGINT REFERENCES files (id) ON DELETE CASCADE,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL
      );
      CREATE INDEX uploads_by_expiry ON uploads (expires_at);
      CREATE INDEX uploads_by_uploader ON uploads (uploader_id);
      CREATE TABLE file_openings (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        file_id BIGINT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
        person_id BIGINT NOT NULL REFERENCES people (id),
        variant TEXT NOT NULL,
        address TEXT NOT NULL,
        opened_at BIGINT NOT NULL
      );
      CREATE INDEX file_openings_by_file ON file_openings (file_id, opened_at);
      """)
}
