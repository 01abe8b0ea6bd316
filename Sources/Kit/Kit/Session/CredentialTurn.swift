import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The right to change what the processes of one device keep of a session; one of them has it at a time. It ends with
/// the process that has it, however that ends.
public final class CredentialTurn: Sendable {
  private static let pause = Duration.milliseconds(20)
  private let descriptor: Int32?

  /// A turn that excludes nobody: for what only one process can have.
  public init() {
    descriptor = nil
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Waits for the turn that a lock file stands for.
  /// - Returns: nil where others had it for too long.
  static func take(_ path: String, patience: Duration = .seconds(60)) async -> CredentialTurn? {
    let end = ContinuousClock.now + patience
    while true {
      // Opened anew each time: the file may have been removed and made again.
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      // Where no file can be made nothing can be kept either, and there is nobody to share it with.
      guard descriptor >= 0 else { return CredentialTurn() }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return CredentialTurn(descriptor: descriptor) }
      close(descriptor)
      guard ContinuousClock.now < end, (try? await Task.sleep(for: pause)) != nil else { return nil }
    }
  }
}
