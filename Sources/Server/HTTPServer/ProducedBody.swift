/// The body of an answer that is made while it is sent: the next bytes are asked for when the peer has taken most of
/// what was there.
public struct ProducedBody: Sendable {
  /// Bytes in all.
  public let count: Int64
  let next: @Sendable () async throws -> [UInt8]?

  /// - Parameter next: some bytes at a time, `count` in all, then nil. Where it throws, or gives another number of
  ///   bytes, the connection is cut: the promised length cannot be kept.
  public init(count: Int64, next: @escaping @Sendable () async throws -> [UInt8]?) {
    self.count = count
    self.next = next
  }

  /// For tests, and for handlers that are asked without a socket.
  public func bytes() async throws -> [UInt8] {
    var all: [UInt8] = []
    while Int64(all.count) < count, let more = try await next() { all += more }
    return all
  }
}
