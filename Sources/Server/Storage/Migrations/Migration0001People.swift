extension Migration {
  static let people = Migration(
    number: 1, name: "people",
    sql: """
      CREATE TABLE people (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        realm TEXT NOT NULL,
        email TEXT NOT NULL,
        nick TEXT NOT NULL,
        phone_number TEXT NOT NULL,
        profile_image TEXT,
        introduction TEXT NOT NULL,
        role TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        UNIQUE (realm, email)
      );
      CREATE TABLE doctors (
        person_id BIGINT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        realm TEXT NOT NULL,
        state TEXT NOT NULL,
        clinic TEXT NOT NULL,
        specialty TEXT NOT NULL
      );
      CREATE INDEX doctors_by_state ON doctors (realm, state, person_id);
      """)
}
