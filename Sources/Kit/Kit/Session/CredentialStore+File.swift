import Foundation
import JSON
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CredentialStore {
  /// In memory only: the session ends with the process.
  public static func memory() -> CredentialStore {
    let kept = Kept()
    return CredentialStore(
      load: { kept.value.withLock { $0 } },
      save: { credentials in
        kept.value.withLock { $0 = credentials }
        return true
      })
  }

  private final class Kept: Sendable {
    let value = Mutex<Credentials?>(nil)
  }

  /// In a sealed file that only this user can read (AES-256-GCM, mode 0600), with its key in a file beside it. It is
  /// replaced as a whole: after a crash there is the old content or the new one, and what is torn is no session. The
  /// processes that share it renew one after the other.
  /// - Parameters:
  ///   - path: its folder must exist.
  ///   - keyPath: where the key lies; nil: `path` and `.key`.
  public static func file(_ path: String, keyPath: String? = nil) -> CredentialStore {
    let seal = SealedText(keyPath: keyPath ?? path + ".key")
    return CredentialStore(
      load: { () throws(CredentialFault) in
        guard let bytes = try PrivateFile.read(path) else { return nil }
        // Files of earlier versions were not sealed; the next tokens are.
        let text = bytes.first == UInt8(ascii: "{") ? bytes : try seal.open(bytes)
        guard let json = try? JSONValue(parsing: text), let credentials = Credentials(json: json) else {
          throw .damaged
        }
        return credentials
      },
      save: { credentials in
        guard let credentials else { return unlink(path) == 0 || errno == ENOENT }
        guard let sealed = seal.seal(credentials.json.bytes) else { return false }
        return PrivateFile.replace(path, with: sealed)
      },
      turn: { await CredentialTurn.take(path + ".lock") })
  }
}

/// Files that only this user can read.
enum PrivateFile {
  private static let largest = 1 << 20

  /// A file that others could read is closed to them before it is used.
  /// - Returns: nil where there is none.
  static func read(_ path: String) throws(CredentialFault) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .unreadable }
      return nil
    }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw .unreadable }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= largest {
      let count = part.withUnsafeMutableBytes { readOnce(descriptor, $0) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
    throw .damaged
  }

  private static func readOnce(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Writes a new file beside the old one and puts it in its place.
  /// - Returns: false where the old content stayed.
  static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    // Another process may be at it, too.
    let fresh = "\(path).\(getpid()).new"
    unlink(fresh)
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = bytes.withUnsafeBytes { writeAll(descriptor, $0) } && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(fresh, path) == 0 else {
      unlink(fresh)
      return false
    }
    syncFolder(of: path)
    return true
  }

  /// A folder for this user alone, with those above it.
  static func makeFolder(_ path: String) -> Bool {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    return
      (try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: attributes)) != nil
  }

  private static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return true
  }

  /// So that the new name survives a loss of power as well.
  static func syncFolder(of path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
