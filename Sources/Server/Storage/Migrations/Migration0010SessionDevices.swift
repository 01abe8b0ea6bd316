extension Migration {
  /// What a session list shows, why a session ended, and the buckets of tries that outlive a restart. Names of buckets
  /// are digests: neither addresses nor people can be read from them.
  static let sessionDevices = Migration(
    number: 10, name: "session devices",
    sql: """
      ALTER TABLE sessions ADD COLUMN device_name TEXT NOT NULL DEFAULT '';
      ALTER TABLE sessions ADD COLUMN platform TEXT NOT NULL DEFAULT '';
      ALTER TABLE sessions ADD COLUMN last_used_at BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN end_reason TEXT NOT NULL DEFAULT '';
      UPDATE sessions SET last_used_at = created_at;
      CREATE TABLE try_buckets (
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        tries_left BIGINT NOT NULL,
        counted_at BIGINT NOT NULL,
        PRIMARY KEY (kind, name)
      ) WITHOUT ROWID;
      """)
}
