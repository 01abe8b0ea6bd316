import Accounts
import Contract
import Domain
import Push
import Storage
import Wire

/// How often something may be tried: by network address, by account, and by person.
struct Limits: Sendable {
  /// Failed sign-ins and all sign-ups, by address.
  let tries: TryLimiter
  /// Failed sign-ins, by account: many addresses together get no further than one.
  let accounts: TryLimiter
  /// Address checks: each tells whether somebody has an account. By network, and by the address that is asked for: many
  /// networks that ask for one learn no more than one.
  let checks: TryLimiter
  let addressChecks: TryLimiter
  /// Codes that one network asks for and guesses at.
  let codes: TryLimiter
  /// Wrong passwords of somebody who is signed in.
  let proofs: TryLimiter
  /// Proofs of providers, which cost a call elsewhere, and sign-ins that begin there, by network.
  let providers: TryLimiter
  /// Messages to telephones, which cost money, of all together.
  let messages: TryLimiter
  /// Pushes that people send to each other, by person.
  let pushes: TryLimiter
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
    func kept(_ kind: String, _ count: Int, per period: Int64 = 60_000) -> TryLimiter {
      TryLimiter(kind, count: count, per: period, key: key)
    }
    tries = kept("sign-in/address", accounts.triesPerMinute)
    self.accounts = kept("sign-in/account", accounts.triesPerAccount, per: accounts.accountPeriod)
    checks = kept("email-check/address", accounts.checksPerMinute)
    addressChecks = kept("email-check/email", accounts.checksPerEmail)
    codes = kept("code/address", accounts.codesPerMinute)
    proofs = kept("proof/person", min(accounts.triesPerMinute, 10))
    providers = kept("provider/address", accounts.triesPerMinute)
    messages = kept("message/all", accounts.messagesPerHour, per: 3_600_000)
    pushes = kept("push/person", settings.push.directPerMinute)
    changes = TryLimiter(perMinute: settings.messagesPerMinute)
    searches = TryLimiter(perMinute: settings.searchesPerMinute)
    let ledger = TryLedger(
      store: store,
      limiters: [tries, self.accounts, checks, addressChecks, codes, proofs, providers, messages, pushes])
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
  static func account(_ email: String, _ realm: Realm) -> String {
    realm.rawValue + "/" + Accounts.countingName(email)
  }
}
