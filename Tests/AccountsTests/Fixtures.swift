import Accounts
import Contract
import Crypto
import Domain
import SQL
import Storage
import StorageTesting
import Synchronization
import Testing
import Wire

/// A clock that stands until it is moved.
final class StoppedClock: Sendable {
  private let now = Mutex(Timestamp(milliseconds: 1_750_000_000_000))

  var time: Timestamp { now.withLock { $0 } }

  func advance(milliseconds: Int64) {
    now.withLock { $0 = $0.adding(milliseconds: milliseconds) }
  }
}

/// What was sent to people, the last one last. nil where there was nobody to write to.
final class Outbox: Sendable {
  let letters = Mutex<[Delivery?]>([])

  /// The six digits of the last letter, whoever got it.
  var code: String {
    get throws {
      let text = try #require(letters.withLock { $0.last } ?? nil).text
      let digits = text.split { !$0.isNumber }.first { $0.count == 6 }
      return String(try #require(digits))
    }
  }

  var recipients: [String?] { letters.withLock { $0.map { $0?.recipient } } }
}

final class Ended: Sendable {
  /// Subjects of ways in that were closed.
  let ways = Mutex<[String]>([])
  let sessions = Mutex<[EndedSession]>([])
}

/// Accounts on a database in memory.
struct House: Sendable {
  let clock = StoppedClock()
  let ended = Ended()
  let outbox = Outbox()
  let store: DataStore
  let secrets: ServerSecrets
  let accounts: Accounts

  let change: @Sendable (inout AccountSettings) -> Void

  static func make(_ change: @escaping @Sendable (inout AccountSettings) -> Void = { _ in }) async throws -> House {
    try await House(store: DataStore.open(.ofTest()), secrets: ServerSecrets.ephemeral(), change)
  }

  init(
    store: DataStore, secrets: ServerSecrets, _ change: @escaping @Sendable (inout AccountSettings) -> Void = { _ in }
  ) async throws {
    self.store = store
    self.secrets = secrets
    self.change = change
    accounts = try await Self.accounts(store, secrets, clock, ended, outbox, change)
  }

  /// As after a restart: nothing is left in memory.
  func restarted() async throws -> Accounts {
    try await Self.accounts(store, secrets, clock, ended, outbox, change)
  }

  private static func accounts(
    _ store: DataStore, _ secrets: ServerSecrets, _ clock: StoppedClock, _ ended: Ended,
    _ outbox: Outbox, _ change: (inout AccountSettings) -> Void
  ) async throws -> Accounts {
    var settings = AccountSettings()
    settings.passwordCost = .lowest
    settings.doctorsWait = false
    settings.isPhoneOpen = true
    change(&settings)
    return try await Accounts(
      store: store, secrets: secrets, settings: settings, clock: { clock.time },
      deliver: { letter, _ in outbox.letters.withLock { $0.append(letter) } },
      sessionEnded: { id in ended.sessions.withLock { $0.append(id) } },
      wayCloses: { identity, _ in ended.ways.withLock { $0.append(identity.subject) } })
  }

  func join(_ email: String = "a@example.com", app: App = .eyemon, nick: String = "하늘") async throws -> SessionAnswer {
    try await accounts.join(JoinForm(email: email, password: password, nick: nick), app: app)
  }

  func caller(_ answer: SessionAnswer, app: App = .eyemon) async throws -> Principal {
    try await accounts.authorize(answer.accessToken, app: app)
  }
}

let password = "maru!2345"

/// The refusal that a call ends in; nil where it goes well.
func refusal<T>(_ call: () async throws -> T) async -> APIError? {
  do {
    _ = try await call()
    return nil
  } catch {
    if let error = error as? APIError { return error }
    Issue.record("another error than a refusal: \(error)")
    return nil
  }
}
