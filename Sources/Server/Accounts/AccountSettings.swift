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
  /// Failed sign-ins that one account has in `accountPeriod`, from wherever they come.
  public var triesPerAccount = 20
  public var accountPeriod: Int64 = 10 * 60 * 1_000
  /// Checks whether an e-mail address is free that one network address has a minute.
  public var checksPerMinute = 120
  /// Checks of one e-mail address a minute, from wherever they come.
  public var checksPerEmail = 20
  /// Codes that one network address may ask for, and guess at, a minute.
  public var codesPerMinute = 20
  /// Messages with codes to telephones in an hour, to all together: each costs money.
  public var messagesPerHour = 1_000
  public var codes = CodeSettings()
  /// Whether children under 14 may sign up whose guardians' consents the operator was given.
  public var isOpenToChildren = false
  /// Ways in that the operator offers, besides e-mail.
  public var isPhoneOpen = false
  /// Codes of the countries whose telephones get messages; empty: all.
  public var phoneCountries = ["82"]
  /// Whether a doctor waits for the operator before anybody finds them.
  public var doctorsWait = true

  public init() {}
}

/// How codes are sent and guessed at. Times are milliseconds, counts are of one address or number.
public struct CodeSettings: Sendable {
  public var lifetime: Int64 = 5 * 60 * 1_000
  public var resendAfter: Int64 = 30 * 1_000
  public var sendsPerHour = 5
  public var sendsPerDay = 10
  public var failuresPerHour = 10
  public var failuresPerDay = 20

  public init() {}
}
