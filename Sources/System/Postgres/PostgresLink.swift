import CPostgres
import SQL

/// One connection to a server in pipeline mode (PostgreSQL documentation, "libpq – Pipeline Mode"): statements are
/// sent as they come and answered together. Belongs to one thread.
final class PostgresLink {
  /// A failed statement: whose it was, and why. What was sent after it did not run.
  struct Failure {
    let owner: Int
    let error: SQLError
  }

  private struct Sent {
    enum Kind {
      case preparation(Prepared)
      case statement, marked
    }
    let kind: Kind
    let owner: Int
  }

  private struct Prepared: Hashable {
    let sql: StatementText
    let types: [Oid]
  }

  private let connection: OpaquePointer
  private var prepared = StatementCache<Prepared, String>(limit: 256)
  private var preparedCount = 0
  /// Prepared statements that gave way to others, by name. Each goes behind a statement of a transaction: before a
  /// `BEGIN` it would open one by itself, in which `BEGIN` may not choose any more (PostgreSQL documentation, 55.2.4).
  private var expired: [String] = []
  private var sent: [Sent] = []
  /// A sync point was sent whose answers were not read yet.
  private var isFlushed = false
  /// The connection is gone; it answers nothing any more.
  private(set) var isLost = false
  /// The first column of the last statement that was sent as `isMarked`.
  private(set) var marked: String?

  init(url: String) throws(SQLError) {
    // What stands in the URL overrides what stands before it.
    let settings = [
      ("application_name", "maru"), ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "20000"), ("dbname", url), ("client_encoding", "UTF8"),
    ]
    guard let opened = Self.connect(settings) else { throw .unavailable("no memory") }
    connection = opened
    guard PQstatus(opened) == CONNECTION_OK else { throw .unavailable(message) }
    PQsetNoticeProcessor(opened, { _, _ in }, nil)
    guard PQserverVersion(opened) >= 130_000 else { throw .unavailable("PostgreSQL older than 13") }
    guard PQparameterStatus(opened, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
      throw .unavailable("the encoding of the database is not UTF8")
    }
    guard PQenterPipelineMode(opened) == 1 else { throw .unavailable(message) }
  }

  deinit { PQfinish(connection) }

  private static func connect(_ settings: [(name: String, value: String)]) -> OpaquePointer? {
    var names: [UnsafePointer<CChar>?] = []
    var values: [UnsafePointer<CChar>?] = []
    var copies: [UnsafeMutablePointer<CChar>] = []
    defer { for copy in copies { copy.deallocate() } }
    func copy(_ text: String) -> UnsafePointer<CChar> {
      let bytes = text.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (offset, byte) in bytes.enumerated() { copy[offset] = byte }
      copies.append(copy)
      return UnsafePointer(copy)
    }
    for (name, value) in settings {
      names.append(copy(name))
      values.append(copy(value))
    }
    return PQconnectdbParams(names + [nil], values + [nil], 1)
  }

  /// What libpq says last; one line.
  private var message: String {
    let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Sends a statement on its way, prepared the first time.
  func send(_ sql: String, _ values: [SQLValue] = [], owner: Int, isMarked: Bool = false) throws(SQLError) {
    try finishFlushed()
    if isMarked { marked = nil }
    if !sent.isEmpty || PQtransactionStatus(connection) == PQTRANS_INTRANS { try dropExpired(owner) }
    let parameters = PostgresParameters(values)
    let name = try prepare(Prepared(sql: StatementText(sql), types: parameters.types), owner)
    let code = parameters.withPointers { pointers, lengths, formats in
      PQsendQueryPrepared(connection, name, Int32(values.count), pointers, lengths, formats, 0)
    }
    try check(code)
    sent.append(Sent(kind: isMarked ? .marked : .statement, owner: owner))
  }

  private func prepare(_ statement: Prepared, _ owner: Int) throws(SQLError) -> String {
    if let name = prepared.find(statement) { return name }
    preparedCount += 1
    let name = "s\(preparedCount)"
    try check(
      PQsendPrepare(
        connection, name, PostgresText.statement(statement.sql.text), Int32(statement.types.count), statement.types))
    sent.append(Sent(kind: .preparation(statement), owner: owner))
    if let old = prepared.insert(name, for: statement) { expired.append(old) }
    return name
  }

  private func dropExpired(_ owner: Int) throws(SQLError) {
    for name in expired {
      // The name is ours: no quoting.
      try check(PQsendQueryParams(connection, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 0))
      sent.append(Sent(kind: .statement, owner: owner))
    }
    expired = []
  }

  private func check(_ code: Int32) throws(SQLError) {
    guard code != 1 else { return }
    if PQstatus(connection) != CONNECTION_BAD { throw .mistake(message) }
    throw lose()
  }

  private func lose() -> SQLError {
    isLost = true
    sent = []
    return .unavailable(message)
  }

  // MARK: Answers

  /// Waits for all that was sent: the answer to the last statement, or the first failure.
  func answer() throws(SQLError) -> Result<PostgresResult?, Failure> {
    try finishFlushed()
    try check(PQpipelineSync(connection))
    return try readAnswers()
  }

  /// Sends all off without waiting; the answers are read, and forgotten, before the next statement.
  func flush() throws(SQLError) {
    try finishFlushed()
    try check(PQpipelineSync(connection))
    isFlushed = true
    try check(PQflush(connection) < 0 ? 0 : 1)
  }

  private func finishFlushed() throws(SQLError) {
    if isLost { throw .unavailable("the connection is gone") }
    guard isFlushed else { return }
    isFlushed = false
    _ = try readAnswers()
  }

  private func readAnswers() throws(SQLError) -> Result<PostgresResult?, Failure> {
    let batch = sent
    sent = []
    var last: PostgresResult?
    var failure: Failure?
    for entry in batch {
      let result = try nextResult()
      if let error = read(result, of: entry), failure == nil { failure = Failure(owner: entry.owner, error: error) }
      last = result
      while let more = PQgetResult(connection) { PQclear(more) }
      if PQstatus(connection) == CONNECTION_BAD { throw lose() }
    }
    guard try nextResult().status == PGRES_PIPELINE_SYNC else { throw lose() }
    return failure.map { .failure($0) } ?? .success(last)
  }

  private func nextResult() throws(SQLError) -> PostgresResult {
    guard let result = PQgetResult(connection) else { throw lose() }
    return PostgresResult(result)
  }

  /// nil where it went well, or did not run because of another.
  private func read(_ result: PostgresResult, of entry: Sent) -> SQLError? {
    switch result.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
      if case .marked = entry.kind { marked = result.bytes(0, 0).map { String(decoding: $0, as: UTF8.self) } }
      return nil
    case PGRES_EMPTY_QUERY: return .mistake("empty statement")
    default:
      if case .preparation(let statement) = entry.kind { prepared.remove(statement) }
      return result.status == PGRES_PIPELINE_ABORTED ? nil : SQLError(result)
    }
  }

  /// Runs several statements outside of the pipeline, which cannot carry them. All answers were read.
  func run(script: String) throws(SQLError) {
    guard PQexitPipelineMode(connection) == 1 else { throw .mistake(message) }
    defer { _ = PQenterPipelineMode(connection) }
    guard let raw = PQexec(connection, PostgresText.schema(script)) else { throw lose() }
    let result = PostgresResult(raw)
    if PQstatus(connection) == CONNECTION_BAD { throw lose() }
    guard result.status == PGRES_COMMAND_OK || result.status == PGRES_TUPLES_OK else { throw SQLError(result) }
  }
}

extension PostgresLink.Failure: Error {}
