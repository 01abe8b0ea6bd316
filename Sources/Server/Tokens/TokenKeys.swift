import Crypto
import Synchronization
import Wire

/// One key of tokens (HS256).
public struct TokenKey: Equatable, Sendable {
  public static let length = 32

  public let bytes: [UInt8]
  /// Names it in tokens (`kid`, RFC 7515 section 4.1.4).
  public let id: String
  /// No token of this key runs out later; nil for the one that signs.
  public var until: Timestamp?

  public init(bytes: [UInt8], until: Timestamp? = nil) {
    self.bytes = bytes
    id = String(Hex.encode(Hashing.sha256(bytes)).prefix(8))
    self.until = until
  }
}

public enum TokenKeysError: Error, Equatable, Sendable {
  /// The file cannot be written; the keys of before are in force.
  case unwritable(String)
}

/// The keys of tokens: the first signs, the others only verify until their last token has run out.
///
/// Kept in one file of mode 0600, a line each: the key in hex, and behind those that sign no more the milliseconds of
/// `until`. A file of one line is that of a server that never changed its key.
public final class TokenKeys: Sendable {
  private let path: String?
  private let keys: Mutex<[TokenKey]>

  /// - Parameter path: nil keeps them in memory.
  public init(_ keys: [TokenKey], path: String?) {
    self.path = path
    self.keys = Mutex(keys)
  }

  /// The one that signs comes first; there is always one.
  public var all: [TokenKey] { keys.withLock { $0 } }

  /// Makes a new key that signs from now on.
  /// - Parameter until: when the last token of the present key runs out; nil forgets all older keys at once.
  /// - Throws: `unwritable`, with the old keys in force.
  @discardableResult
  public func rotate(until: Timestamp?, at now: Timestamp) throws(TokenKeysError) -> [TokenKey] {
    let result: Result<[TokenKey], TokenKeysError> = keys.withLock { keys in
      var old: [TokenKey] = []
      if let until {
        old = keys.map { TokenKey(bytes: $0.bytes, until: $0.until ?? until) }
        old.removeAll { $0.until.map { $0 < now } ?? false }
      }
      let next = [TokenKey(bytes: SecureRandom.bytes(TokenKey.length))] + old
      if let path, !PrivateKeyFile.write(Self.text(next), to: path) { return .failure(.unwritable(path)) }
      keys = next
      return .success(next)
    }
    return try result.get()
  }

  /// What the file says.
  static func text(_ keys: [TokenKey]) -> String {
    keys.map { key in Hex.encode(key.bytes) + (key.until.map { " \($0.milliseconds)" } ?? "") + "\n" }.joined()
  }

  /// nil for anything that `text` does not write.
  public static func parse(_ text: String) -> [TokenKey]? {
    var keys: [TokenKey] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard let word = words.first, let bytes = Hex.decode(String(word)), bytes.count == TokenKey.length else {
        return nil
      }
      // Only the first signs.
      if keys.isEmpty {
        guard words.count == 1 else { return nil }
        keys.append(TokenKey(bytes: bytes))
      } else {
        guard words.count == 2, let until = Int64(words[1]) else { return nil }
        keys.append(TokenKey(bytes: bytes, until: Timestamp(milliseconds: until)))
      }
    }
    return keys.isEmpty ? nil : keys
  }
}
