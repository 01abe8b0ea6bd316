extension Migration {
  static let attendances = Migration(
    number: 26, name: "attendances",
    sql: """
      CREATE TABLE attendances (
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        day TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (person_id, day)
      );
      """)
}
