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

  /// The lock file of what is kept under a name and in no file: one for each name, the same for all processes.
  /// - Parameter folder: made where it is missing; nil: one for this user's application data.
  static func path(of name: String, in folder: String?) -> String {
    let usual = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
      .appendingPathComponent("maru").path
    let place = folder ?? usual ?? NSTemporaryDirectory()
    _ = PrivateFile.makeFolder(place)
    // No two names share one, and none leads out of the folder.
    let plain = name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber) ? String(character) : "_\(byte)_"
    }
    return place + "/" + plain.joined() + ".lock"
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
