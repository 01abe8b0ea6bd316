extension Migration {
  /// A report keeps what was reported: its sender may change it or take it back.
  static let reports = Migration(
    number: 7, name: "reports",
    sql: """
      CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        message_id BIGINT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
        reporter_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        reason TEXT NOT NULL,
        note TEXT NOT NULL,
        content TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        closed_at BIGINT,
        UNIQUE (message_id, reporter_id)
      );
      CREATE INDEX reports_by_reporter ON reports (reporter_id);
      CREATE INDEX reports_open ON reports (id) WHERE closed_at IS NULL;
      """)
}
