import SQL

/// A connection to PostgreSQL that is made again when it was lost. Belongs to one thread.
public final class PostgresSession: SQLSession {
  /// What a session does; two that write never do so at once.
  public enum Role: Sendable { case writes, reads }

  private let settings: PostgresSettings
  private let role: Role
  private var link: PostgresLink?
  /// After a failed try nobody waits for the next one at once.
  private var restUntil: ContinuousClock.Instant?
  /// Whose statements are sent now, and the first failure since that was last asked.
  var owner = 0
  var failure: PostgresLink.Failure?
  /// Something was waited for since `owner` last began.
  private(set) var hasWaited = false

  public var dialect: SQLDialect { .postgres }

  /// Connects.
  public init(_ settings: PostgresSettings, _ role: Role) throws(SQLError) {
    self.settings = settings
    self.role = role
    _ = try connect()
  }

  /// The open connection; a new one where it was lost.
  @discardableResult
  func connect() throws(SQLError) -> PostgresLink {
    if let link, !link.isLost { return link }
    link = nil
    let now = ContinuousClock.now
    if let restUntil, now < restUntil { throw .unavailable("PostgreSQL cannot be reached") }
    do throws(SQLError) {
      let made = try PostgresLink(url: settings.url)
      for statement in settings.preamble(role) { try made.send(statement, owner: 0) }
      if case .failure(let failure) = try made.answer() { throw failure.error }
      link = made
      return made
    } catch {
      restUntil = now.advanced(by: .milliseconds(500))
      throw error == .busy ? .unavailable("another server writes to this database") : error
    }
  }

  var isLost: Bool { link?.isLost ?? true }

  /// What the last statement that was sent as marked gave.
  var marked: String? { link?.marked }

  func begin(owner: Int) {
    self.owner = owner
    failure = nil
    hasWaited = false
  }

  func send(_ sql: String, owner: Int, isMarked: Bool = false) throws(SQLError) {
    try connected().send(sql, owner: owner, isMarked: isMarked)
  }

  /// Waits for all that was sent; a failure is kept and thrown.
  @discardableResult
  func wait() throws(SQLError) -> PostgresResult? {
    hasWaited = true
    switch try connected().answer() {
    case .success(let result): return result
    case .failure(let failed):
      failure = failed
      throw failed.error
    }
  }

  func flush() throws(SQLError) { try connected().flush() }

  private func connected() throws(SQLError) -> PostgresLink {
    guard let link, !link.isLost else { throw .unavailable("the connection to PostgreSQL was lost") }
    return link
  }

  // MARK: SQLConnection

  @discardableResult
  public func rows(
    _ sql: String, _ values: [SQLValue], each: (SQLRow) throws(SQLError) -> Void
  ) throws(SQLError) -> Int {
    try enqueue(sql, values)
    guard let result = try wait() else { return 0 }
    let cells = PostgresCells(result)
    let row = SQLRow(cells)
    for index in 0..<result.rowCount {
      cells.row = index
      try each(row)
    }
    return result.changes
  }

  public func enqueue(_ sql: String, _ values: [SQLValue]) throws(SQLError) {
    // The transaction can do nothing any more, and says again why.
    if let failure { throw failure.error }
    try connected().send(sql, values, owner: owner)
  }

  public func insert(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int64? {
    try first(sql + " RETURNING id", values) { (row) throws(SQLError) in try row.int64(0) }
  }

  public func run(script: String) throws(SQLError) {
    if let failure { throw failure.error }
    try wait()
    do {
      try connected().run(script: script)
    } catch {
      failure = PostgresLink.Failure(owner: owner, error: error)
      throw error
    }
  }
}
