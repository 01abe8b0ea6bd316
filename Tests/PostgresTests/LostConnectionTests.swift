import Postgres
import SQL
import Testing

/// The server goes away, at every point where that makes a difference.
@Suite(.enabled(if: serverURL != nil))
struct LostConnectionTests {
  private func end(_ process: Int64, from settings: PostgresSettings) throws {
    let session = try PostgresSession(PostgresSettings(url: settings.url), .reads)
    _ = try session.transact([
      { connection in
        try connection.execute("SELECT pg_terminate_backend(CAST(?1 AS INTEGER), 5000)", [.integer(process)])
      }
    ])
  }

  @Test func idleConnectionsAreMadeAgain() async throws {
    let settings = try freshSchema()
    let database = try Database(settings, readers: 1)
    try await makeTable(database)
    try end(try await database.write(backend), from: settings)
    try end(try await database.read(backend), from: settings)
    try await database.write(insert("a"))
    #expect(try await database.read(names) == ["a"])
  }

  @Test func whatWasNotCommittedIsDoneAgain() async throws {
    let settings = try freshSchema()
    let database = try Database(settings)
    try await makeTable(database)
    let runs = Counter()
    try await database.write { connection in
      try insert("a")(connection)
      if runs.next() == 1 { try end(try backend(connection), from: settings) }
      try insert("b")(connection)
    }
    #expect(runs.count == 2)
    #expect(try await database.read(names) == ["a", "b"])
  }

  /// The commit reached the server, its answer did not reach us: the server is asked, and nothing is done twice.
  @Test func aCommitWithoutAnAnswerIsFoundOut() async throws {
    let settings = try freshSchema()
    try await makeTable(try Database(settings))
    let proxy = try CommitProxy(to: settings.url)
    let runs = Counter()
    let database = try Database(PostgresSettings(url: proxy.url, schema: settings.schema))
    let told = Counter()
    proxy.cut(.afterCommit)
    try await database.write { connection in
      _ = runs.next()
      try insert("once")(connection)
    } committed: {
      told.next()
    }
    #expect(proxy.cutCount == 1)
    #expect(runs.count == 1)
    #expect(told.count == 1)
    #expect(try await database.read(names) == ["once"])
  }

  @Test func aCommitThatNeverArrivedIsDoneAgain() async throws {
    let settings = try freshSchema()
    try await makeTable(try Database(settings))
    let proxy = try CommitProxy(to: settings.url)
    let runs = Counter()
    let database = try Database(PostgresSettings(url: proxy.url, schema: settings.schema))
    proxy.cut(.beforeCommit)
    try await database.write { connection in
      _ = runs.next()
      try insert("once")(connection)
    }
    #expect(proxy.cutCount == 1)
    #expect(runs.count == 2)
    #expect(try await database.read(names) == ["once"])
  }
}
