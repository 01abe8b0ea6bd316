import Postgres
import SQL
import Testing

@Suite(.enabled(if: serverURL != nil))
struct PostgresConnectionTests {
  /// Runs a body in a transaction of a session that has a table of all types.
  private func inside(_ body: @escaping (any SQLConnection) throws -> Void) throws {
    let session = try PostgresSession(try freshSchema(), .writes)
    let errors = try session.transact([
      {
        try $0.run(script: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE NOT NULL, c BLOB, d REAL)")
        try body($0)
      }
    ])
    if let error = errors[0] { throw error }
  }

  @Test func everyTypeComesBack() throws {
    try inside { connection in
      let bytes = (0...255).map { UInt8($0) }
      try connection.execute(
        "INSERT INTO t VALUES (?1, ?2, ?3, ?4)", [.integer(.min), "한글", .blob(bytes), .real(1.5)])
      let read = try connection.first("SELECT a, b, c, d FROM t") { (row) throws(SQLError) in
        #expect(try row.int64(0) == .min)
        #expect(try row.text(1) == "한글")
        #expect(try row.blob(2) == bytes)
        #expect(try row.double(3) == 1.5)
        return true
      }
      #expect(read == true)
    }
  }

  @Test func emptyAndNullStayApart() throws {
    try inside { connection in
      try connection.execute("INSERT INTO t VALUES (1, '', ?1, ?2)", [.blob([]), .null])
      _ = try connection.first("SELECT b, c, d FROM t") { (row) throws(SQLError) in
        #expect(try row.optionalText(0) == "")
        #expect(!row.isNull(1))
        #expect(try row.blob(1) == [])
        #expect(row.isNull(2))
        #expect(try row.optionalInt64(2) == nil)
      }
    }
  }

  @Test func textKeepsNULBytesAndTheirEquality() throws {
    try inside { connection in
      try connection.execute("INSERT INTO t VALUES (1, ?1, NULL, NULL)", ["a\0b"])
      let sql = "SELECT b FROM t WHERE b = ?1"
      #expect(try connection.first(sql, ["a\0b"]) { (row) throws(SQLError) in try row.text(0) } == "a\0b")
    }
  }

  @Test func sumsAndTruthAreWholeNumbers() throws {
    try inside { connection in
      for number: Int64 in 1...3 {
        try connection.execute("INSERT INTO t VALUES (?1, 'x' || ?1, NULL, NULL)", [.integer(number)])
      }
      _ = try connection.first(
        "SELECT SUM(a), COUNT(*), EXISTS (SELECT 1 FROM t WHERE a = 9), a = 1 FROM t GROUP BY a = 1, a ORDER BY a"
      ) {
        (row) throws(SQLError) in
        #expect(try row.int64(0) == 1)
        #expect(try row.int64(1) == 1)
        #expect(try row.bool(2) == false)
        #expect(try row.bool(3) == true)
      }
    }
  }

  @Test func anotherColumnTypeIsAnError() throws {
    #expect(throws: SQLError.columnType(0)) {
      try inside { _ = try $0.first("SELECT 'x'") { (row) throws(SQLError) in try row.int64(0) } }
    }
    #expect(throws: SQLError.columnType(7)) {
      try inside { _ = try $0.first("SELECT 1") { (row) throws(SQLError) in try row.int64(7) } }
    }
  }

  @Test func aRepeatedKeyNamesItsColumns() throws {
    #expect(throws: SQLError.unique("t.b")) {
      try inside { connection in
        try connection.execute("INSERT INTO t (a, b) VALUES (1, 'x')")
        try connection.execute("INSERT INTO t (a, b) VALUES (2, 'x')")
      }
    }
  }

  @Test func aMissingValueIsAConstraint() throws {
    let error = #expect(throws: SQLError.self) { try inside { try $0.execute("INSERT INTO t (a) VALUES (1)") } }
    guard case .constraint = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test func wrongUseIsAMistake() throws {
    for (sql, values) in [("SELEKT", []), ("", []), ("SELECT ?1 + ?2", [SQLValue.integer(1)])] {
      let error = #expect(throws: SQLError.self) { try inside { try $0.execute(sql, values) } }
      guard case .mistake = error else {
        Issue.record("\(sql): \(String(describing: error))")
        return
      }
    }
  }

  @Test func aStatementWorksInsideItself() throws {
    try inside { connection in
      for text in ["x", "y"] {
        try connection.execute("INSERT INTO t (a, b) VALUES (?1, ?2)", [.integer(text == "x" ? 1 : 2), .text(text)])
      }
      let sql = "SELECT b FROM t ORDER BY b"
      let pairs = try connection.all(sql) { (outer) throws(SQLError) in
        let own = try outer.text(0)
        return try connection.all(sql) { (inner) throws(SQLError) in own + (try inner.text(0)) }
      }
      #expect(pairs == [["xx", "xy"], ["yx", "yy"]])
    }
  }

  @Test func anErrorOfWhatNobodyWaitedForComesLater() throws {
    #expect(throws: SQLError.unique("t.a")) {
      try inside { connection in
        try connection.enqueue("INSERT INTO t (a, b) VALUES (1, 'x')", [])
        try connection.enqueue("INSERT INTO t (a, b) VALUES (1, 'y')", [])
      }
    }
  }

  @Test func oneTextTakesAnyTypes() throws {
    try inside { connection in
      let sql = "SELECT COALESCE(?1, 5)"
      for (value, result) in [(SQLValue.integer(7), Int64(7)), (.null, 5)] {
        let found = try connection.first(sql, [value]) { (row) throws(SQLError) in try row.int64(0) }
        #expect(found == result)
      }
    }
  }

  @Test func moreStatementsThanTheServerKeepsGoOn() throws {
    try inside { connection in
      for round in 0..<2 {
        for number in 0..<300 {
          let sql = "SELECT \(number) + ?1"
          let sum = try connection.first(sql, [.integer(Int64(round))]) { (row) throws(SQLError) in try row.int64(0) }
          #expect(sum == Int64(number + round))
        }
      }
      let kept = try connection.first("SELECT COUNT(*) FROM pg_prepared_statements") { (row) throws(SQLError) in
        try row.int64(0)
      }
      #expect((kept ?? 999) <= 257)
    }
  }
}
