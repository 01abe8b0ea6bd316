import Crypto

/// What an operator may choose. Times are milliseconds.
public struct AccountSettings: Sendable {
  public var accessLifetime: Int64 = 15 * 60 * 1_000
  public var refreshLifetime: Int64 = 60 * 24 * 3_600 * 1_000
  /// How long after the first use of a pair its predecessor is still answered with it.
  public var rotationGrace: Int64 = 60 * 1_000
  /// Live sessions of one person; the one that was used longest ago makes room for a new one.
  public var sessionsPerPerson = 50
  public var passwordCost = PasswordHash.Cost.standard
  /// Password hashes computed at the same time; each takes a core and the memory of the cost.
  public var passwordWorkers = 2
  /// Failed sign-ins and sign-ups that one network address has a minute.
  public var triesPerMinute = 30
  /// Checks whether an e-mail address is free that one network address has a minute.
  public var checksPerMinute = 120

  public init() {}
}
