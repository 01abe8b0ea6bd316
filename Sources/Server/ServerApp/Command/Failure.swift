import Bookings
import Files
import Foundation
import SQL
import Sockets
import Storage

/// Why a server did not start, besides what its data say.
public enum StartError: Error, Equatable, Sendable {
  /// The address and the `errno` of the system.
  case cannotListen(String, code: Int32)
  case noPages(String)
  /// The file of a key for pushes, or of a password for mail.
  case badKey(String)
  /// A file that the practice payment provider keeps its payments in.
  case cannotKeep(String)
}

/// Why the server could not start, in words for the operator.
public func startFailure(_ error: any Error, _ settings: ServerSettings) -> String {
  let folder = settings.database == nil ? settings.dataFolder ?? "memory" : "PostgreSQL"
  switch error {
  case StartError.cannotListen(let place, let code):
    return "cannot listen on \(place): \(String(cString: strerror(code)).lowercased())"
  case StartError.badKey(let path): return "the key in \(path) cannot be read, or is not of the kind that is needed"
  case StartError.cannotKeep(let path): return "\(path) cannot be made or written"
  case StartError.noPages(let path): return "there are no built pages in \(path)"
  case TimeZones.Fault.noDatabase(let path):
    return "there are no time zones in \(path); install the package tzdata"
  case TimeZones.Fault.brokenZone(let name): return "the time zone \(name) is damaged; install the package tzdata again"
  case DataFolderError.inUse(let path): return "another server runs on the data folder \(path)"
  case DataFolderError.cannotMake(let path): return "the data folder \(path) cannot be made or written"
  case SecretsError.unreadable(let path): return "the key \(path) is damaged; put back its copy"
  case SecretsError.missing(let path): return "the key \(path) of the data beside it is missing; put back its copy"
  case SecretsError.unwritable(let path): return "the key \(path) cannot be written"
  case FileFolderError.cannotMake(let path): return "\(path) cannot be made or written"
  case FileFolderError.keyMissing(let path):
    return "the key \(path) of the sealed files is missing; put back its copy, or name its place with --file-key"
  case FileFolderError.keyWrong(let path): return "the key \(path) is not the one that the files were sealed with"
  case FileFolderError.keyUnreadable(let path): return "the key \(path) is damaged; put back its copy"
  case MigrationError.madeByNewerVersion(let schema):
    return "the data of \(folder) were used by a newer version (schema \(schema)); this one would damage them"
  case SQLError.corrupt: return "the database in \(folder) is damaged"
  case SQLError.full: return "no space is left for \(folder)"
  case SQLError.unavailable(let reason): return "the database in \(folder) cannot be used: \(reason)"
  default: return "\(error)"
  }
}
