/// The body of an answer that is made while it is sent: the next bytes are asked for when the peer has taken most of
/// what was there.
public struct ProducedBody: Sendable {
  /// Bytes in all; nil where nobody knows yet: they are sent in chunks (RFC 9112 section 7.1), to HTTP/1.0 until the
  /// connection ends.
  public let count: Int64?
  let next: @Sendable () async throws -> [UInt8]?

  /// - Parameter next: some bytes at a time, `count` in all, then nil. Where it throws, or gives another number of
  ///   bytes, the connection is cut: whoever was told a length, or reads chunks, sees that the answer is not whole.
  public init(count: Int64? = nil, next: @escaping @Sendable () async throws -> [UInt8]?) {
    self.count = count
    self.next = next
  }

  /// The same body; `note` is told why it ends where it throws.
  public func noting(_ note: @escaping @Sendable (any Error) -> Void) -> ProducedBody {
    ProducedBody(count: count) {
      do {
        return try await next()
      } catch {
        note(error)
        throw error
      }
    }
  }

  /// For tests, and for handlers that are asked without a socket.
  public func bytes() async throws -> [UInt8] {
    var all: [UInt8] = []
    while Int64(all.count) < count ?? .max, let more = try await next() { all += more }
    return all
  }
}
