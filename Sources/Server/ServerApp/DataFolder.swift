import Files
import Foundation
import Storage
import Synchronization

public enum DataFolderError: Error, Equatable, Sendable {
  case cannotMake(String)
  /// Another server has it.
  case inUse(String)
}

/// The folder that holds all data: for its owner only, and for one server at a time.
final class DataFolder: Sendable {
  let path: String
  private let lock: Mutex<Int32?>

  /// Makes the folder where it is missing, and keeps others out until `release`.
  init(_ path: String) throws(DataFolderError) {
    self.path = path
    let files = FileManager.default
    if !files.fileExists(atPath: path) {
      do {
        try files.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch { throw .cannotMake(path) }
    }
    let lock = open(path + "/maru.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .cannotMake(path) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw .inUse(path)
    }
    self.lock = Mutex(lock)
  }

  deinit { release() }

  var databasePath: String { path + "/maru.db" }

  var hasDatabase: Bool { FileManager.default.fileExists(atPath: databasePath) }

  /// - Parameter mayMake: whether there are no data yet that missing keys could be for.
  func secrets(mayMake: Bool) throws(SecretsError) -> ServerSecrets {
    try ServerSecrets.load(folder: path, mayMake: mayMake)
  }

  /// Sealed files. Their key lies outside, so that a copy of the folder opens none of them.
  func files(keyPath: String?) throws(FileFolderError) -> FileFolder {
    var plain = path
    while plain.count > 1, plain.hasSuffix("/") { plain.removeLast() }
    return try FileFolder(root: path + "/files", keyPath: keyPath ?? plain + ".key")
  }

  /// The system does the same when the process ends in any other way.
  func release() {
    lock.withLock { lock in
      if let lock { close(lock) }
      lock = nil
    }
  }
}
