/// What an operator may choose. Times are milliseconds.
public struct JobSettings: Sendable {
  /// How long a job of a server that is gone rests before another one takes it. Renewed at a third.
  public var lease: Int64 = 60_000
  /// How often a server looks for jobs of others; its own are told to it.
  public var pause: Int64 = 500
  /// How long what has ended is kept, and with it its key.
  public var keep: Int64 = 30 * 24 * 3_600_000

  public init() {}
}
