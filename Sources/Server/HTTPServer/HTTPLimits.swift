/// What a client may cost. Sizes are bytes, times milliseconds.
public struct HTTPLimits: Equatable, Sendable {
  /// Longest request line; a longer one is answered with 414.
  public var requestLineBytes = 8 << 10
  /// Request line, fields and their line ends together, trailers as well; more is 431.
  public var headBytes = 32 << 10
  public var headerCount = 100
  /// A larger body is 413; with a declared length, before any of it is read.
  public var bodyBytes = 10 << 20
  /// Bytes of requests that are not answered yet, over all connections; a sender beyond it gets 503.
  public var requestBytesInAll = 256 << 20
  /// Longest line of a chunk's size with its extensions.
  public var chunkLineBytes = 256
  /// From the first byte of a head to its last; also from accepting to the first byte.
  public var headMilliseconds: Int64 = 10_000
  /// Time without a minimum rate at the start of a body.
  public var bodyGraceMilliseconds: Int64 = 5_000
  /// Least bytes a second of a body, on average after the grace.
  public var bodyBytesPerSecond: Int64 = 1_024
  /// Longest silence between requests.
  public var idleMilliseconds: Int64 = 75_000
  /// Longest time in which the peer takes nothing of an answer.
  public var stallMilliseconds: Int64 = 30_000
  /// Open connections in all, upgraded ones included; more are answered with 503.
  public var connections = 20_000
  /// Bytes of later requests that are kept while one is answered.
  public var pipelinedBytes = 64 << 10

  public init() {}
}
