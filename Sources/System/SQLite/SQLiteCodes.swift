import CSQLite
import SQL

extension SQLError {
  // Macros that Swift does not import: SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY.
  private static let uniqueCode = SQLITE_CONSTRAINT | 8 << 8
  private static let primaryKeyCode = SQLITE_CONSTRAINT | 6 << 8

  /// What a result code of SQLite means (sqlite.org/rescode.html).
  init(code: Int32, handle: OpaquePointer?) {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CONSTRAINT:
      let isUnique = code == Self.uniqueCode || code == Self.primaryKeyCode
      self = isUnique ? .unique(Self.columns(of: message)) : .constraint(message)
    case SQLITE_FULL: self = .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .corrupt
    case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_READONLY, SQLITE_PERM, SQLITE_NOMEM: self = .unavailable(message)
    default: self = .mistake(message)
    }
  }

  /// `UNIQUE constraint failed: a.b, a.c` → `a.b, a.c`.
  private static func columns(of message: String) -> String {
    guard let colon = message.firstIndex(of: ":") else { return message }
    return String(message[message.index(after: colon)...].drop { $0 == " " })
  }
}
