import Wire

/// What the sandbox needs of the world.
public struct SandboxClient: Sendable {
  public var now: @Sendable () -> Timestamp
  /// Delivers a webhook; the status of the answer, 0 where there was none.
  public var deliver: @Sendable (_ url: String, _ headers: HTTPHeaders, _ body: [UInt8]) async -> Int
  public var pause: @Sendable (_ milliseconds: Int64) async -> Void
  /// Digits for ids.
  public var random: @Sendable () -> UInt64
  /// Where browsers reach the sandbox, `http://HOST:PORT`.
  public var origin: @Sendable () -> String

  public init(
    origin: @escaping @Sendable () -> String,
    now: @escaping @Sendable () -> Timestamp,
    deliver: @escaping @Sendable (_ url: String, _ headers: HTTPHeaders, _ body: [UInt8]) async -> Int,
    pause: @escaping @Sendable (_ milliseconds: Int64) async -> Void,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.origin = origin
    (self.now, self.deliver, self.pause, self.random) = (now, deliver, pause, random)
  }
}
