extension Migration {
  /// What a sign-in through somebody else's page must remember until the browser is back. Of the state, and of what
  /// binds it to the browser, only digests are kept.
  static let providerFlows = Migration(
    number: 17, name: "provider_flows",
    sql: """
      CREATE TABLE provider_flows (
        state_hash TEXT PRIMARY KEY,
        binding_hash TEXT NOT NULL,
        provider TEXT NOT NULL,
        app TEXT NOT NULL,
        nonce TEXT NOT NULL,
        verifier TEXT NOT NULL,
        redirect TEXT NOT NULL,
        target TEXT NOT NULL,
        person_id BIGINT REFERENCES people (id) ON DELETE CASCADE,
        session_id BIGINT,
        expires_at BIGINT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX provider_flows_expired ON provider_flows (expires_at);
      CREATE INDEX provider_flows_of_person ON provider_flows (person_id) WHERE person_id IS NOT NULL;
      CREATE TABLE provider_grants (
        person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        provider TEXT NOT NULL,
        client TEXT NOT NULL,
        sealed TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (person_id, provider)
      ) WITHOUT ROWID;
      """)
}
