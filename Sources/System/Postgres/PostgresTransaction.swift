import Foundation
import SQL

extension PostgresSession {
  /// One transaction, each piece in a savepoint of its own; what a piece leaves unanswered travels with the beginning
  /// of the next one.
  ///
  /// Where the connection breaks before the commit, nothing was stored and all is done again. Where it breaks during
  /// the commit, the server is asked what became of the transaction (`pg_xact_status`).
  public func transact(_ bodies: [Body]) throws -> [(any Error)?] {
    var triesLeft = 2
    while true {
      triesLeft -= 1
      var group = PostgresGroup(bodies)
      do {
        try connect()
        try run(&group)
        return group.errors
      } catch {
        guard isLost else {
          begin(owner: PostgresGroup.start)
          try abandon()
          throw error
        }
        switch group.isCommitting ? outcome(of: group.transaction) : .forgotten {
        case .stored: return group.errors
        case .forgotten: if triesLeft == 0 { throw error }
        case .unknown:
          return bodies.map { _ in SQLError.unavailable("the connection to PostgreSQL broke during a commit") }
        }
      }
    }
  }

  private func run(_ group: inout PostgresGroup) throws {
    begin(owner: PostgresGroup.start)
    try send("BEGIN", owner: owner)
    try send("SELECT CAST(pg_current_xact_id() AS TEXT)", owner: owner, isMarked: true)
    while true {
      while group.next < group.bodies.count { try runNext(&group) }
      // Without it nobody could ask for the outcome.
      if marked == nil, !(try wait(for: &group)) { continue }
      group.transaction = marked
      group.isCommitting = true
      try send("COMMIT", owner: PostgresGroup.end)
      if try wait(for: &group) { return }
      group.isCommitting = false
    }
  }

  /// false where a piece failed on the way and those after it have to run again.
  private func wait(for group: inout PostgresGroup) throws -> Bool {
    do throws(SQLError) {
      try wait()
      return true
    } catch {
      guard let failure else { throw error }
      try recover(&group, from: failure, thrown: nil)
      return false
    }
  }

  private func runNext(_ group: inout PostgresGroup) throws {
    let piece = group.next
    begin(owner: piece)
    try send("SAVEPOINT piece", owner: piece)
    var thrown: (any Error)?
    do { try group.bodies[piece](self) } catch { thrown = error }
    if isLost { throw thrown ?? SQLError.unavailable("the connection to PostgreSQL was lost") }
    if let failure { return try recover(&group, from: failure, thrown: failure.owner == piece ? thrown : nil) }
    if thrown != nil { try send("ROLLBACK TO SAVEPOINT piece", owner: piece) }
    try send("RELEASE SAVEPOINT piece", owner: piece)
    group.errors[piece] = thrown
    group.next += 1
  }

  /// Takes back the piece that failed. What came after it was not run, whoever believes so.
  private func recover(
    _ group: inout PostgresGroup, from failure: PostgresLink.Failure, thrown: (any Error)?
  ) throws {
    guard group.bodies.indices.contains(failure.owner) else { throw failure.error }
    group.note(thrown ?? failure.error, of: failure.owner)
    begin(owner: PostgresGroup.end)
    try send("ROLLBACK TO SAVEPOINT piece", owner: owner)
    try send("RELEASE SAVEPOINT piece", owner: owner)
    try wait()
  }

  private func abandon() throws(SQLError) {
    try send("ROLLBACK", owner: owner)
    try wait()
  }

  // MARK: After a broken commit

  private enum Outcome { case stored, forgotten, unknown }

  /// Connects again, which waits until the lost connection's transaction has ended, and asks.
  private func outcome(of transaction: String?) -> Outcome {
    guard let transaction else { return .unknown }
    let deadline = ContinuousClock.now.advanced(by: .seconds(15))
    while ContinuousClock.now < deadline {
      if let status = try? status(of: transaction) { return status }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return .unknown
  }

  private func status(of transaction: String) throws(SQLError) -> Outcome {
    try connect()
    begin(owner: PostgresGroup.start)
    let status = try first(
      "SELECT COALESCE(pg_xact_status(CAST(CAST(?1 AS TEXT) AS xid8)), '')", [.text(transaction)]
    ) { (row) throws(SQLError) in try row.text(0) }
    return status == "committed" ? .stored : status == "aborted" ? .forgotten : .unknown
  }

  // MARK: Reading

  public func look(_ body: Body) throws {
    do {
      try connect()
      try lookOnce(body)
    } catch  where isLost {
      // A connection that died while it waited for work. Looking again changes nothing.
      try connect()
      try lookOnce(body)
    }
  }

  private func lookOnce(_ body: Body) throws {
    begin(owner: PostgresGroup.start)
    try send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", owner: owner)
    do {
      try body(self)
    } catch {
      if !isLost { try endLook() }
      throw error
    }
    try endLook()
  }

  private func endLook() throws(SQLError) {
    let hasWaited = hasWaited
    try send("ROLLBACK", owner: PostgresGroup.end)
    // A body that asked nothing still learns whether the server is there.
    if hasWaited { try flush() } else { try wait() }
  }
}
