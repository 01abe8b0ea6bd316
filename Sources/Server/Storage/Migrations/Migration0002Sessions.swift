extension Migration {
  /// A session is a family of token pairs; each refresh makes the next generation. A generation keeps what its tokens
  /// are minted from, so that the same pair can be given again, and when it was first used.
  static let sessions = Migration(
    number: 2, name: "sessions",
    sql: """
      CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        app TEXT NOT NULL,
        generation BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        ended_at BIGINT
      );
      CREATE INDEX sessions_by_person ON sessions (person_id);
      CREATE INDEX sessions_by_end ON sessions (ended_at);
      CREATE TABLE session_generations (
        session_id BIGINT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        generation BIGINT NOT NULL,
        issued_at BIGINT NOT NULL,
        access_expires_at BIGINT NOT NULL,
        refresh_expires_at BIGINT NOT NULL,
        used_at BIGINT,
        PRIMARY KEY (session_id, generation)
      );
      CREATE INDEX session_generations_unused ON session_generations (session_id, generation) WHERE used_at IS NULL;
      """)
}
