extension Migration {
  /// `due_at` is when somebody may take a job: of one that runs, when its lease ends; of one that is over, never.
  static let jobs = Migration(
    number: 11, name: "jobs",
    sql: """
      CREATE TABLE jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        job_key TEXT,
        payload TEXT NOT NULL,
        state TEXT NOT NULL,
        due_at BIGINT,
        attempts BIGINT NOT NULL DEFAULT 0,
        lease TEXT,
        fault TEXT NOT NULL DEFAULT '',
        created_at BIGINT NOT NULL,
        ended_at BIGINT,
        UNIQUE (kind, job_key)
      );
      CREATE INDEX jobs_due ON jobs (kind, due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX jobs_by_state ON jobs (state, id);
      CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
      """)
}
