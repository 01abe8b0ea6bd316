import Wire

/// A part of an app as a pure function: an action changes the state and asks for effects. It reads no clock and draws
/// no random number; both arrive in the moment.
public protocol Feature {
  associatedtype State: Equatable
  associatedtype Action

  static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect]
}

/// When an action happened, and 128 fresh random bits for the ids that it needs.
public struct Moment: Equatable, Sendable {
  public var now: Timestamp
  public var entropy: (UInt64, UInt64)

  public init(now: Timestamp, entropy: (UInt64, UInt64)) {
    self.now = now
    self.entropy = entropy
  }

  public static func == (a: Moment, b: Moment) -> Bool {
    a.now == b.now && a.entropy == b.entropy
  }
}
