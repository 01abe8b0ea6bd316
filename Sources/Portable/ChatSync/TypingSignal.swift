import Wire

/// What this device tells others of its person's typing: at once when they begin, repeated while they go on, and once
/// when they stop.
public struct TypingSignal: Equatable, Sendable {
  public static let pauseMilliseconds: Int64 = 3_000

  private var toldAt: Timestamp?

  public init() {}

  /// The person changed the text.
  /// - Returns: what to tell the server (`typing` with `on`), nil for nothing.
  public mutating func typed(isEmpty: Bool, now: Timestamp) -> Bool? {
    if isEmpty { return stopped() }
    if let toldAt, toldAt <= now, now.milliseconds - toldAt.milliseconds < Self.pauseMilliseconds { return nil }
    toldAt = now
    return true
  }

  /// The text was sent, or the room left.
  public mutating func stopped() -> Bool? {
    guard toldAt != nil else { return nil }
    toldAt = nil
    return false
  }
}
