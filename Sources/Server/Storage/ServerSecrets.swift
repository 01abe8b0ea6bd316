import Crypto
import Foundation
import Glibc

public enum SecretsError: Error, Equatable, Sendable {
  /// A key file is there but cannot be read, or has another length than a key.
  case unreadable(String)
  case unwritable(String)
  /// There are data that were made with a key, but the key is gone. A new one would change every id.
  case missing(String)
}

/// Keys that are made at the first start and kept as long as the data: files of mode 0600 in the data folder.
public struct ServerSecrets: Sendable {
  /// Signs tokens (HS256), 32 bytes.
  public let tokenKey: [UInt8]
  /// Names `tokenKey` in tokens, so that it can be changed one day.
  public let tokenKeyID: String
  /// Hides row numbers.
  public let identifiers: Identifiers

  init(tokenKey: [UInt8], identifierKey: [UInt8]) throws(SecretsError) {
    guard let cipher = IdentifierCipher(key: identifierKey) else { throw .unreadable("id.key") }
    self.tokenKey = tokenKey
    tokenKeyID = String(Hex.encode(Hashing.sha256(tokenKey)).prefix(8))
    identifiers = Identifiers(cipher: cipher)
  }

  /// For tests: gone with the process.
  public static func ephemeral() throws(SecretsError) -> ServerSecrets {
    try ServerSecrets(tokenKey: SecureRandom.bytes(32), identifierKey: SecureRandom.bytes(16))
  }

  /// - Parameters:
  ///   - folder: exists.
  ///   - mayMake: whether missing keys are made: only before there are data.
  public static func load(folder: String, mayMake: Bool = true) throws(SecretsError) -> ServerSecrets {
    try ServerSecrets(
      tokenKey: key(folder + "/token.key", count: 32, mayMake),
      identifierKey: key(folder + "/id.key", count: 16, mayMake)
    )
  }

  private static func key(_ path: String, count: Int, _ mayMake: Bool) throws(SecretsError) -> [UInt8] {
    if FileManager.default.fileExists(atPath: path) {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let bytes = Hex.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes.count == count
      else { throw .unreadable(path) }
      return bytes
    }
    guard mayMake else { throw .missing(path) }
    let bytes = SecureRandom.bytes(count)
    guard write(Hex.encode(bytes) + "\n", to: path) else { throw .unwritable(path) }
    return bytes
  }

  /// Under another name first, and onto the disk before it gets its own: whatever happens, the key is whole or not
  /// there.
  private static func write(_ text: String, to path: String) -> Bool {
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let bytes = Array(text.utf8)
    let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
    close(file)
    guard isWritten, rename(draft, path) == 0 else { return false }
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    defer { close(folder) }
    return folder >= 0 && fsync(folder) == 0
  }
}
