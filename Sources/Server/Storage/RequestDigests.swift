import Crypto
import Wire

/// What is kept of a request that a client may repeat, beside its key (`IdempotencyStore`): enough to tell it from
/// another one, and nothing that could be guessed from it, such as the number of an account.
public struct RequestDigests: Sendable {
  private let key: [UInt8]

  /// - Parameter key: 32 bytes that do not lie in the database.
  public init(key: [UInt8]) {
    self.key = Hashing.hmacSHA256(Array("maru/requests".utf8), key: key)
  }

  /// - Parameter parts: all that is asked for, in the order of the route.
  public func text(_ parts: [String]) -> String {
    // With their lengths: no two requests have the same text.
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined(separator: ",")
    return Hex.encode(Hashing.hmacSHA256(Array(text.utf8), key: key))
  }
}
