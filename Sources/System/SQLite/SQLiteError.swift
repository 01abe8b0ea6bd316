import CSQLite

/// What went wrong in the database, by what a caller can do about it.
public enum SQLiteError: Error, Equatable, Sendable {
  /// Another process holds the lock; trying again can help.
  case busy
  /// A row with that key exists; the text names the columns (`people.realm, people.email`).
  case unique(String)
  /// Another constraint: foreign key, NOT NULL, CHECK.
  case constraint(String)
  /// No space left, or the size limit of the database is reached. Nothing was written.
  case full
  /// The file is damaged or is no database.
  case corrupt
  /// The file cannot be opened, read or written.
  case unavailable(String)
  /// The database was closed.
  case closed
  /// A column holds another type than was asked for.
  case columnType(Int)
  /// A mistake in the SQL or in its use.
  case mistake(String)

  // Macros that Swift does not import: SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY.
  private static let uniqueCode = SQLITE_CONSTRAINT | 8 << 8
  private static let primaryKeyCode = SQLITE_CONSTRAINT | 6 << 8

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
