import Crypto
import Foundation

public enum SecretsError: Error, Equatable, Sendable {
  /// A key file is there but cannot be read, or has another length than a key.
  case unreadable(String)
  case unwritable(String)
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

  /// - Parameter folder: exists; new files are made in it.
  public static func load(folder: String) throws(SecretsError) -> ServerSecrets {
    try ServerSecrets(
      tokenKey: key("token.key", count: 32, in: folder), identifierKey: key("id.key", count: 16, in: folder))
  }

  private static func key(_ name: String, count: Int, in folder: String) throws(SecretsError) -> [UInt8] {
    let path = folder + "/" + name
    if FileManager.default.fileExists(atPath: path) {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let bytes = Hex.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes.count == count
      else { throw .unreadable(path) }
      return bytes
    }
    let bytes = SecureRandom.bytes(count)
    // Written under another name first: a killed start leaves a whole key or none.
    let draft = path + ".new"
    try? FileManager.default.removeItem(atPath: draft)
    let made = FileManager.default.createFile(
      atPath: draft, contents: Data((Hex.encode(bytes) + "\n").utf8), attributes: [.posixPermissions: 0o600])
    guard made, rename(draft, path) == 0 else { throw .unwritable(path) }
    return bytes
  }
}
