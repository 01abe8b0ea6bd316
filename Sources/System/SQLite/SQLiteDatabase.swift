import CLogFile
import Foundation
import SQL
import Synchronization

public enum SQLitePlace: Equatable, Sendable {
  case memory
  case file(String)
  /// The one database of a registered file system.
  case fileSystem(String)

  fileprivate var path: String {
    switch self {
    case .memory: ":memory:"
    case .file(let path): path
    case .fileSystem: "/maru.db"
    }
  }

  fileprivate var fileSystem: String? { if case .fileSystem(let name) = self { name } else { nil } }

  /// The same file system for who writes: where each commit is synced, its pages go into the log in one write.
  fileprivate func fileSystem(for durability: Durability) -> String? {
    guard self != .memory, durability == .full, let name = log_file_system(fileSystem) else { return fileSystem }
    return String(cString: name)
  }
}

extension Database {
  /// Pages in the log before the writer itself carries over what is left of them, and begins the log anew: right behind
  /// the upkeep, for which nobody waits, when little is left.
  private static let logPages = 4_000
  /// The same where the upkeep does not come to it.
  private static let mostLogPages = 16_000

  /// Opens a SQLite database (WAL: readers never wait for the writer). A file is its owner's alone.
  /// - Parameter readers: threads that read. A database in memory has none and reads on the writing thread. With 0 a
  ///   database has no threads at all: everything runs on the thread that asks for it.
  public convenience init(
    _ place: SQLitePlace, durability: Durability = .full, readers: Int = 2
  ) throws(SQLError) {
    if case .file(let path) = place { SQLiteFile.keepPrivate(path) }
    let writing = try SQLiteConnection(path: place.path, fileSystem: place.fileSystem(for: durability))
    try writing.run(
      script: """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = \(durability.rawValue.uppercased()); PRAGMA foreign_keys = ON;
        PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = \(Self.logPages);
        """)
    // What a cut left in the log goes into the database first: on a disk whose torn sectors are garbage, a write
    // behind the last commit could take that commit with it.
    try writing.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    if readers == 0 {
      self.init(inline: writing)
      return
    }
    let turn = CarryOver()
    let (logPages, most) = (Self.logPages, Self.mostLogPages)
    writing.carryOver { pages in turn.isWriters(pages >= logPages, must: pages >= most) }
    try self.init(
      writer: writing, readers: place == .memory ? 0 : readers, upkeep: try Self.checkpoints(place, durability, turn)
    ) {
      () throws(SQLError) -> sending any SQLSession in
      let reading = try SQLiteConnection(path: place.path, readOnly: true, fileSystem: place.fileSystem)
      try reading.run(script: "PRAGMA query_only = ON; PRAGMA temp_store = MEMORY;")
      return reading
    }
  }
}

extension Database {
  /// Carries pages from the log to the database without holding up anybody.
  private static func checkpoints(
    _ place: SQLitePlace, _ durability: Durability, _ turn: CarryOver
  ) throws(SQLError) -> sending (() -> Void)? {
    if place == .memory { return nil }
    let connection = try SQLiteConnection(path: place.path, fileSystem: place.fileSystem)
    try connection.run(script: "PRAGMA synchronous = \(durability.rawValue.uppercased());")
    // What fails here is done, and said, by the writer.
    return {
      _ = try? connection.run(script: "PRAGMA wal_checkpoint(PASSIVE)")
      if durability == .full { connection.syncFile() }
      turn.upkeepIsDone()
    }
  }
}

/// Whose turn it is to carry pages over. The log begins anew only where nothing is left in it, and only who writes can
/// see to that; the less is left, the shorter everybody waits.
private final class CarryOver: Sendable {
  private let isUpkeepDone = Atomic(false)

  func upkeepIsDone() { isUpkeepDone.store(true, ordering: .relaxed) }

  /// Asked after each commit.
  func isWriters(_ isDue: Bool, must: Bool) -> Bool {
    let isDone = isUpkeepDone.exchange(false, ordering: .relaxed)
    return isDue && isDone || must
  }
}

private enum SQLiteFile {
  /// Makes the file, or takes it, for its owner only; SQLite gives the files beside it the same mode. What fails here
  /// fails again, with its reason, when SQLite opens the file.
  static func keepPrivate(_ path: String) {
    // Never opened where it is there: closing it again would give up the locks of this process.
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if made >= 0 { close(made) }
    for suffix in ["", "-wal", "-shm"] { _ = chmod(path + suffix, 0o600) }
  }
}
