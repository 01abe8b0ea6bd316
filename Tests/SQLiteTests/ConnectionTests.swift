import SQL
import SQLite
import Testing

struct ConnectionTests {
  let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    try connection.run(script: "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE NOT NULL, c BLOB, d REAL)")
  }

  @Test func everyTypeComesBack() throws {
    try connection.execute(
      "INSERT INTO t VALUES (?1, ?2, ?3, ?4)", [.integer(.min), "한글", .blob([0, 255]), .real(1.5)])
    let read = try connection.first("SELECT a, b, c, d FROM t") { (row) throws(SQLError) in
      #expect(try row.int64(0) == .min)
      #expect(try row.text(1) == "한글")
      #expect(try row.blob(2) == [0, 255])
      #expect(try row.double(3) == 1.5)
      return true
    }
    #expect(read == true)
  }

  @Test func emptyAndNullStayApart() throws {
    try connection.execute("INSERT INTO t VALUES (1, '', ?1, NULL)", [.blob([])])
    _ = try connection.first("SELECT b, c, d FROM t") { (row) throws(SQLError) in
      #expect(try row.optionalText(0) == "")
      #expect(!row.isNull(1))
      #expect(try row.blob(1) == [])
      #expect(row.isNull(2))
      #expect(try row.optionalInt64(2) == nil)
    }
  }

  @Test func textKeepsNULBytes() throws {
    try connection.execute("INSERT INTO t VALUES (1, ?1, NULL, NULL)", ["a\0b"])
    #expect(try connection.first("SELECT b FROM t") { (row) throws(SQLError) in try row.text(0) } == "a\0b")
  }

  @Test func anotherColumnTypeIsAnError() throws {
    #expect(throws: SQLError.columnType(0)) {
      try connection.first("SELECT 'x'") { (row) throws(SQLError) in try row.int64(0) }
    }
  }

  @Test func aRepeatedKeyNamesItsColumns() throws {
    try connection.execute("INSERT INTO t (a, b) VALUES (1, 'x')")
    #expect(throws: SQLError.unique("t.b")) { try connection.execute("INSERT INTO t (a, b) VALUES (2, 'x')") }
    #expect(throws: SQLError.unique("t.a")) { try connection.execute("INSERT INTO t (a, b) VALUES (1, 'y')") }
  }

  @Test func aMissingValueIsAConstraint() throws {
    #expect(throws: SQLError.constraint("NOT NULL constraint failed: t.b")) {
      try connection.execute("INSERT INTO t (a) VALUES (1)")
    }
  }

  @Test func theNumberOfValuesMustFit() {
    #expect(throws: SQLError.mistake("the statement takes 1 values, not 0")) {
      try connection.execute("INSERT INTO t (b) VALUES (?1)")
    }
  }

  @Test func wrongSQLIsAMistake() {
    #expect(throws: SQLError.self) { try connection.execute("SELEKT") }
    #expect(throws: SQLError.mistake("empty statement")) { try connection.execute("") }
  }

  @Test func aStatementWorksInsideItself() throws {
    for text in ["x", "y"] { try connection.execute("INSERT INTO t (b) VALUES (?1)", [.text(text)]) }
    let sql = "SELECT b FROM t ORDER BY b"
    let pairs = try connection.all(sql) { (outer) throws(SQLError) in
      let own = try outer.text(0)
      return try connection.all(sql) { (inner) throws(SQLError) in own + (try inner.text(0)) }
    }
    #expect(pairs == [["xx", "xy"], ["yx", "yy"]])
  }

  @Test func aWalkThroughATableIsSeen() throws {
    for text in ["x", "y"] { try connection.execute("INSERT INTO t (b) VALUES (?1)", [.text(text)]) }
    try connection.execute("UPDATE t SET d = 1 WHERE b = 'x'")
    #expect(connection.slowStatements == [])
    try connection.execute("UPDATE t SET d = 2 WHERE d = 1")
    #expect(connection.slowStatements == ["UPDATE t SET d = 2 WHERE d = 1"])
  }

  @Test func changesAreCounted() throws {
    for text in ["x", "y"] { try connection.execute("INSERT INTO t (b) VALUES (?1)", [.text(text)]) }
    #expect(try connection.execute("UPDATE t SET c = NULL") == 2)
    #expect(try connection.execute("DELETE FROM t WHERE b = 'q'") == 0)
  }

  @Test func aFileThatIsNoDatabaseIsCorrupt() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", Array(repeating: 0x41, count: 4096))
    #expect(throws: SQLError.corrupt) {
      try SQLiteConnection(path: folder.path("x")).execute("CREATE TABLE t (a)")
    }
  }

  @Test func aMissingFolderIsUnavailable() {
    #expect(throws: SQLError.unavailable("unable to open database file")) {
      try SQLiteConnection(path: "/nonexistent/folder/x.db")
    }
  }
}
