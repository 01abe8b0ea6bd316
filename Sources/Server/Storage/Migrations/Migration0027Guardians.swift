extension Migration {
  static let guardians = Migration(
    number: 27, name: "guardians",
    sql: """
      CREATE TABLE guardians (
        realm TEXT NOT NULL,
        address TEXT NOT NULL,
        note TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        person_id BIGINT REFERENCES people (id) ON DELETE CASCADE,
        PRIMARY KEY (realm, address)
      );
      """)
}
