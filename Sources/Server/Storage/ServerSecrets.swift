import Crypto
import Foundation
import Tokens

public enum SecretsError: Error, Equatable, Sendable {
  /// A key file is there but cannot be read, or has another length than a key.
  case unreadable(String)
  case unwritable(String)
  /// There are data that were made with a key, but the key is gone. A new one would change every id.
  case missing(String)
}

/// Keys that are made at the first start and kept as long as the data: files of mode 0600 in the data folder.
public struct ServerSecrets: Sendable {
  /// Sign tokens.
  public let tokenKeys: TokenKeys
  /// Signs links of files and names of what is counted, 32 bytes: lasts as the ids do, whatever signs tokens.
  public let linkKey: [UInt8]
  /// Who we are to the push services of browsers, 32 bytes: subscriptions are bound to it.
  public let pushKey: [UInt8]
  /// Hides row numbers.
  public let identifiers: Identifiers
  /// Makes the codes that are mailed, 32 bytes. Not the key of tokens: a code outlives a change of that.
  public let codeKey: [UInt8]

  init(tokenKeys: TokenKeys, identifierKey: [UInt8], pushKey: [UInt8]) throws(SecretsError) {
    guard let cipher = IdentifierCipher(key: identifierKey) else { throw .unreadable("id.key") }
    self.tokenKeys = tokenKeys
    linkKey = Hashing.hmacSHA256(Array("maru/links".utf8), key: identifierKey)
    self.pushKey = pushKey
    identifiers = Identifiers(cipher: cipher)
    codeKey = Hashing.hmacSHA256(Array("maru codes".utf8), key: identifierKey)
  }

  /// For tests: gone with the process.
  public static func ephemeral() throws(SecretsError) -> ServerSecrets {
    let key = TokenKey(bytes: SecureRandom.bytes(TokenKey.length))
    return try ServerSecrets(
      tokenKeys: TokenKeys([key], path: nil), identifierKey: SecureRandom.bytes(16),
      pushKey: SecureRandom.bytes(32))
  }

  /// - Parameters:
  ///   - folder: exists.
  ///   - mayMake: whether missing keys are made: only before there are data.
  public static func load(folder: String, mayMake: Bool = true) throws(SecretsError) -> ServerSecrets {
    let path = folder + "/token.key"
    guard let keys = TokenKeys.parse(try text(path, count: TokenKey.length, mayMake)) else { throw .unreadable(path) }
    return try ServerSecrets(
      tokenKeys: TokenKeys(keys, path: path), identifierKey: bytes(folder + "/id.key", count: 16, mayMake),
      // Older data have none yet. With a new one browsers subscribe again, and nothing else is lost.
      pushKey: bytes(folder + "/push.key", count: 32, true))
  }

  private static func bytes(_ path: String, count: Int, _ mayMake: Bool) throws(SecretsError) -> [UInt8] {
    let digits = try text(path, count: count, mayMake).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let bytes = Hex.decode(digits), bytes.count == count else { throw .unreadable(path) }
    return bytes
  }

  private static func text(_ path: String, count: Int, _ mayMake: Bool) throws(SecretsError) -> String {
    if FileManager.default.fileExists(atPath: path) {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw .unreadable(path) }
      return text
    }
    guard mayMake else { throw .missing(path) }
    let text = Hex.encode(SecureRandom.bytes(count)) + "\n"
    guard PrivateKeyFile.write(text, to: path) else { throw .unwritable(path) }
    return text
  }
}
