extension Migration {
  /// Whom a job is about: letters and messages that could not be sent go with their person.
  static let jobsOfPeople = Migration(
    number: 19, name: "jobs_of_people",
    sql: """
      ALTER TABLE jobs ADD COLUMN person_id BIGINT REFERENCES people (id) ON DELETE SET NULL;
      CREATE INDEX jobs_of_person ON jobs (person_id) WHERE person_id IS NOT NULL;
      """)
}
