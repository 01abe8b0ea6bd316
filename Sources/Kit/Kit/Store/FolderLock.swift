import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps a second process out of a folder; ends with the process that holds it, however that ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// nil where another process holds it, or the folder cannot be written.
  init?(_ folder: String) {
    descriptor = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }
}
