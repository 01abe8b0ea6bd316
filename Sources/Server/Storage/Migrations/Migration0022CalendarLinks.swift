extension Migration {
  /// Which of a person's calendar addresses is the present one. Without a row: the first.
  static let calendarLinks = Migration(
    number: 22, name: "calendar_links",
    sql: """
      CREATE TABLE calendar_links (
        person_id BIGINT NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        number BIGINT NOT NULL,
        created_at BIGINT NOT NULL
      );
      """)
}
