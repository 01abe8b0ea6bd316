import Foundation
import Synchronization
import Wire

/// A folder of what would have been sent, for the operator's eyes only: files of mode 0600, which go after a week.
public final class OutboxFolder: Sendable {
  private static let keepMilliseconds: Int64 = 7 * 24 * 3_600_000
  let path: String
  private let sweptAt = Mutex<Timestamp?>(nil)

  /// - Parameter path: made where it is missing.
  public init(_ path: String) {
    self.path = path
  }

  func write(_ bytes: [UInt8], name: String, at now: Timestamp) throws(MailFailure) {
    sweep(at: now)
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw .unavailable("the outbox cannot be made") }
    // Under another name first: nobody reads half a letter.
    let draft = "\(path)/.\(name).new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .unavailable("the outbox cannot be written") }
    var isWritten = true
    var rest = bytes[...]
    while !rest.isEmpty && isWritten {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { isWritten = count < 0 && errno == EINTR }
    }
    close(file)
    guard isWritten, rename(draft, "\(path)/\(name)") == 0 else {
      unlink(draft)
      throw .unavailable("the outbox cannot be written")
    }
  }

  /// Removes what is a week old, now and then.
  private func sweep(at now: Timestamp) {
    let isDue = sweptAt.withLock { sweptAt in
      if let sweptAt, now.milliseconds - sweptAt.milliseconds < 3_600_000 { return false }
      sweptAt = now
      return true
    }
    guard isDue, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
    for name in names {
      // Names begin with the time.
      guard let written = Int64(name.prefix { $0.isNumber }), now.milliseconds - written > Self.keepMilliseconds
      else { continue }
      unlink("\(path)/\(name)")
    }
  }
}
