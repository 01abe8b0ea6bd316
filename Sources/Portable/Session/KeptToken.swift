/// What the processes of one device share of a session, and what one of them does with it when it is about to renew
/// while the others wait: two of them must never use one refresh token one after the other.
public struct KeptToken: Equatable, Sendable {
  public enum Plan: Equatable, Sendable {
    case renew(with: KeptToken)
    /// Another process has ended the session.
    case over
  }

  public var refreshToken: String
  /// Counts what the processes of this device have kept, one after the other.
  public var generation: Int64
  /// Names the sign-in, by chance: equal for all tokens of one session.
  public var beginning: Int64
  /// A sign-out that the server has not heard yet.
  public var isLeaving: Bool

  public init(refreshToken: String, generation: Int64, beginning: Int64 = 0, isLeaving: Bool = false) {
    self.refreshToken = refreshToken
    self.generation = generation
    self.beginning = beginning
    self.isLeaving = isLeaving
  }

  /// - Parameters:
  ///   - own: what this process knows.
  ///   - isKept: whether it could be written down for the others.
  ///   - shared: what is written down now; nil for nothing.
  public static func plan(own: KeptToken, isKept: Bool, shared: KeptToken?) -> Plan {
    // A farewell goes on where others have signed in and out meanwhile: nothing says that it was heard.
    guard let shared else { return isKept && !own.isLeaving ? .over : .renew(with: own) }
    // What was written after this process wrote is newer; only what it could not write may be newer still.
    if !isKept && shared.generation < own.generation { return .renew(with: own) }
    // A farewell is said to the session that was left, whoever has signed in since.
    if own.isLeaving { return .renew(with: shared.beginning == own.beginning ? shared : own) }
    return shared.isLeaving ? .over : .renew(with: shared)
  }
}
