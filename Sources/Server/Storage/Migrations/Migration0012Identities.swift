extension Migration {
  /// Each way into an account is a row of `identities`, and nothing but proof of both makes one. An account without an
  /// e-mail address has a name of its own in `people.email`, which is no address: the column is unique. `consents` is
  /// a history; the last row of a kind counts. `codes` are kept for as long as their failures count.
  static let identities = Migration(
    number: 12, name: "identities",
    sql: """
      ALTER TABLE people ADD COLUMN name TEXT NOT NULL DEFAULT '';
      ALTER TABLE people ADD COLUMN hash_tags TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE people ADD COLUMN birth_day TEXT NOT NULL DEFAULT '';
      ALTER TABLE people ADD COLUMN gender TEXT NOT NULL DEFAULT '';
      ALTER TABLE people ADD COLUMN info TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE doctors ADD COLUMN license_number TEXT NOT NULL DEFAULT '';
      ALTER TABLE doctors ADD COLUMN reason TEXT NOT NULL DEFAULT '';
      ALTER TABLE doctors ADD COLUMN decided_at BIGINT;
      CREATE TABLE identities (
        realm TEXT NOT NULL,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        label TEXT NOT NULL,
        verified BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (realm, kind, subject),
        UNIQUE (person_id, kind)
      );
      INSERT INTO identities (realm, kind, subject, person_id, label, verified, created_at)
        SELECT realm, 'email', email, id, email, 0, created_at FROM people;
      CREATE TABLE consents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        version TEXT NOT NULL,
        agreed BIGINT NOT NULL,
        created_at BIGINT NOT NULL
      );
      CREATE INDEX consents_by_person ON consents (person_id, id);
      CREATE TABLE codes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        realm TEXT NOT NULL,
        purpose TEXT NOT NULL,
        subject TEXT NOT NULL,
        person_id BIGINT REFERENCES people (id) ON DELETE CASCADE,
        seed TEXT NOT NULL,
        failures BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        used_at BIGINT
      );
      CREATE INDEX codes_by_subject ON codes (realm, purpose, subject, created_at);
      CREATE INDEX codes_by_age ON codes (created_at);
      CREATE INDEX codes_by_person ON codes (person_id);
      """)
}
