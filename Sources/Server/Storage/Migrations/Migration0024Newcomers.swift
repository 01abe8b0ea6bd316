extension Migration {
  /// Who has not agreed to anything yet, what a provider has told of its people, and where mail arrives no more.
  static let newcomers = Migration(
    number: 24, name: "newcomers",
    sql: """
      ALTER TABLE people ADD COLUMN owes_consent BIGINT NOT NULL DEFAULT 0;
      CREATE INDEX people_owing ON people (id) WHERE owes_consent = 1;
      ALTER TABLE people ADD COLUMN mail_stopped BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE identities ADD COLUMN proved_at BIGINT;
      CREATE TABLE provider_notices (
        name TEXT PRIMARY KEY,
        heard_at BIGINT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX provider_notices_heard ON provider_notices (heard_at);
      """)
}
