import SQLite
import Sockets
import Storage

/// Why the server could not start, in words for the operator.
public func startFailure(_ error: any Error, _ settings: ServerSettings) -> String {
  let folder = settings.dataFolder ?? "memory"
  switch error {
  case DataFolderError.inUse(let path): return "another server runs on the data folder \(path)"
  case DataFolderError.cannotMake(let path): return "the data folder \(path) cannot be made or written"
  case SecretsError.unreadable(let path): return "the key \(path) is damaged; put back its copy"
  case SecretsError.unwritable(let path): return "the key \(path) cannot be written"
  case MigrationError.madeByNewerVersion(let schema):
    return "the data folder \(folder) was used by a newer version (schema \(schema)); this one would damage it"
  case SQLiteError.corrupt: return "the database in \(folder) is damaged"
  case SQLiteError.full: return "no space is left for \(folder)"
  case let error as SocketError: return "cannot listen on \(settings.listen): \(error)"
  default: return "\(error)"
  }
}
