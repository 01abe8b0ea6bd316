import Accounts
import Contract
import Domain
import Storage
import Wire

/// How often something may be tried: by network address, by account, and by person.
struct Limits: Sendable {
  /// Failed sign-ins and all sign-ups, by address.
  let tries: TryLimiter
  /// Failed sign-ins, by account: many addresses together get no further than one.
  let accounts: TryLimiter
  /// Address checks: each tells whether somebody has an account.
  let checks: TryLimiter
  /// What people say and change, and what they search for, by person. A restart may empty these.
  let changes: TryLimiter
  let searches: TryLimiter
  private let ledger: TryLedger
  private let keeping: Task<Void, Never>
  private let clock: @Sendable () -> Timestamp

  /// Begins with what was left before the start, and writes down what changes until `stop`.
  /// - Parameter key: hides the names that are kept.
  init(
    _ settings: ServerSettings, store: DataStore, key: [UInt8], clock: @escaping @Sendable () -> Timestamp
  ) async throws {
    let accounts = settings.accounts
    tries = TryLimiter("sign-in/address", count: accounts.triesPerMinute, key: key)
    self.accounts = TryLimiter(
      "sign-in/account", count: accounts.triesPerAccount, per: accounts.accountPeriod, key: key)
    checks = TryLimiter("email-check/address", count: accounts.checksPerMinute, key: key)
    changes = TryLimiter(perMinute: settings.messagesPerMinute)
    searches = TryLimiter(perMinute: settings.searchesPerMinute)
    let ledger = TryLedger(store: store, limiters: [tries, self.accounts, checks])
    try await ledger.load(at: clock())
    keeping = Task.detached(priority: .background) { await ledger.keep(clock: clock) }
    self.ledger = ledger
    self.clock = clock
  }

  /// A killed process loses a second of tries, a stopped one none.
  func stop() async {
    keeping.cancel()
    try? await ledger.flush(at: clock())
  }

  /// Names an account whether it exists or not, so that a refusal tells nothing.
  static func account(_ email: String, _ realm: Realm) -> String { realm.rawValue + "/" + email.lowercased() }
}
