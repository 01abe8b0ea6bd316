import Contract
import Crypto
import Domain
import Foundation
import Storage
import Tokens
import Wire

/// Who people are: joining, signing in and out, token pairs, doctors. Refusals are thrown as `APIError`; anything else
/// that is thrown is a fault of the server.
public final class Accounts: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let mint: TokenMint
  let tokenKeys: TokenKeys
  let settings: AccountSettings
  let clock: @Sendable () -> Timestamp
  let registry = SessionRegistry()
  let workers: PasswordWorkers
  let book: CodeBook
  /// Messages to telephones, which cost money, by nobody in particular.
  let messages: TryLimiter
  /// Notes of failed sign-ins, by person.
  private let failures = TryLimiter(perMinute: 1)
  /// Sends a text once the transaction that it is called in is durable. nil: there is nobody to write to, and the time
  /// that this takes must not tell.
  let deliver: @Sendable (Delivery?, Tables) throws -> Void
  /// Called when a session has ended, so that its sockets can be closed.
  let sessionEnded: @Sendable (EndedSession) -> Void
  /// Called in the transaction that closes a way in, while it is still there.
  let wayCloses: @Sendable (IdentityRow, Tables) throws -> Void
  /// Runs what need not be written before the answer.
  let later: @Sendable (@escaping @Sendable () async -> Void) -> Void

  /// Loads what `registry` must know.
  /// - Parameter messages: all that go to telephones; nil: those of the settings, which a restart forgets.
  public init(
    store: DataStore, secrets: ServerSecrets, settings: AccountSettings = AccountSettings(),
    clock: @escaping @Sendable () -> Timestamp, messages: TryLimiter? = nil,
    deliver: @escaping @Sendable (Delivery?, Tables) throws -> Void = { _, _ in },
    sessionEnded: @escaping @Sendable (EndedSession) -> Void = { _ in },
    wayCloses: @escaping @Sendable (IdentityRow, Tables) throws -> Void = { _, _ in },
    later: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in Task { await work() } }
  ) async throws {
    self.store = store
    identifiers = secrets.identifiers
    tokenKeys = secrets.tokenKeys
    mint = TokenMint(keys: secrets.tokenKeys.all)
    self.settings = settings
    self.clock = clock
    self.sessionEnded = sessionEnded
    self.deliver = deliver
    self.wayCloses = wayCloses
    book = CodeBook(settings: settings.codes, key: secrets.codeKey)
    self.messages = messages ?? TryLimiter("message/all", count: settings.messagesPerHour, per: 3_600_000)
    self.later = later
    workers = try PasswordWorkers(cost: settings.passwordCost, count: settings.passwordWorkers)
    let now = clock()
    // A token minted just before the end lives one lifetime longer; under an older setting that may have been a day.
    let oldest = now.adding(milliseconds: -2 * max(settings.accessLifetime, 24 * 3_600_000))
    let (ended, unused, owing) = try await store.write { tables in
      // A month late, in case the clock of this machine is wrong today.
      try tables.sessions.deleteExpired(at: now.adding(milliseconds: -30 * 24 * 3_600_000))
      return (
        try tables.sessions.ended(since: oldest), try tables.sessions.unusedGenerations(),
        try tables.people.owingConsent()
      )
    }
    for person in owing { registry.setOwesConsent(true, person) }
    registry.load(ended: ended, unused: unused, at: now)
  }

  /// - Throws: 400 for a bad form, 409 where the address is taken.
  public func check(email: String, realm: Realm) async throws {
    let email = try Self.normalised(email)
    guard try await store.read({ try !$0.people.isTaken(email: email, realm: realm) }) else {
      throw APIError.emailTaken
    }
  }

  /// Makes an account and signs it in. The app decides the role.
  /// - Throws: 400 for a bad form, a common password, missing consent and for somebody under 14, 402 for a bad nick,
  ///   409 where the address is taken.
  public func join(
    _ form: JoinForm, app: App, device: SessionDevice = SessionDevice(), from caller: Caller = Caller()
  ) async throws -> SessionAnswer {
    let email = try Self.normalised(form.email)
    try Self.check(form, email)
    let details = try JoinDetails(form.more)
    try check(details, app, at: clock())
    try await check(email: email, realm: app.realm)
    let person = NewPerson(
      realm: app.realm, email: email, nick: form.nick, phoneNumber: form.phoneNumber,
      introduction: form.introduction, role: app.role, passwordHash: try await workers.hash(form.password))
    let now = clock()
    let start = start(app: app, device: device, from: caller)
    let started = try await store.write { [self] tables in
      let id = try insert(person, details, identity: nil, tables, caller, now)
      guard let row = try tables.people.find(id) else { throw APIError.personGone }
      return try start.begin(for: row, in: tables)
    }
    return finish(started)
  }

  /// Takes equally long whether the address is known or not.
  public func login(
    _ form: LoginForm, app: App, device: SessionDevice = SessionDevice(), from caller: Caller = Caller()
  ) async throws -> SessionAnswer {
    let email = (try? Self.normalised(form.email)) ?? ""
    let found = try await store.read { try $0.people.credentials(email: email, realm: app.realm) }
    let isRight = try await workers.verify(form.password, against: found?.passwordHash)
    guard isRight, let found else {
      if let found { noteFailure(of: found.person.id, caller) }
      throw APIError.wrongCredentials
    }
    guard found.person.role == app.role else { throw APIError.wrongApp(app) }
    // Made at another cost than today's: this is the one moment at which it can be made again.
    let renewed = workers.isOutdated(found.passwordHash) ? try? await workers.hash(form.password) : nil
    let start = start(app: app, device: device, from: caller)
    let started = try await store.write { tables in
      // Changed meanwhile: the password was right a moment ago, and is not any more.
      guard try tables.people.passwordHash(of: found.person.id) == found.passwordHash else {
        throw APIError.wrongCredentials
      }
      if let renewed { try tables.people.setPassword(renewed, of: found.person.id) }
      return try start.begin(for: found.person, in: tables)
    }
    return finish(started)
  }

  /// The answer does not wait for it: that would tell which addresses are known. Once a minute and person, so that
  /// guessing does not fill the record.
  private func noteFailure(of person: RowID<Person>, _ caller: Caller) {
    let now = clock()
    do { try failures.take("\(person.value)", at: now) } catch { return }
    let entry = AuditEntry(person: person, kind: .signInFailed, address: caller.address, at: now)
    Task { [store] in try? await store.write { try $0.audit.record(entry) } }
  }

  /// What tries with an address are counted by: all spellings of one address have one name, and so has what is none.
  public static func countingName(_ email: String) -> String {
    let start = String(decoding: email.utf8.prefix(countedBytes), as: UTF8.self)
    return (try? normalised(start)) ?? start.lowercased()
  }

  /// An address in wide signs takes three times the bytes that it has in the end.
  private static let countedBytes = 3 * 254

  /// Equal addresses have equal text: neither case nor the form in which accents are written means anything.
  /// An e-mail address or a mobile number as sign-ups know it. nil for what is neither.
  public static func signUpAddress(_ written: String) -> String? {
    written.contains("@") ? try? normalised(written) : PhoneNumber(written)?.text
  }

  static func normalised(_ email: String) throws(APIError) -> String {
    let text = email.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    guard AccountRules.fault(email: text) == nil, text.utf8.allSatisfy({ $0 >= 0x20 }) else {
      throw .invalidEmail
    }
    return text
  }

  private static func check(_ form: JoinForm, _ email: String) throws(APIError) {
    guard AccountRules.fault(nickname: form.nick) == nil else { throw .badNickname }
    try check(password: form.password, personal: [name(in: email), form.nick])
    let others = form.phoneNumber + form.introduction
    guard form.phoneNumber.utf8.count <= 30, form.introduction.count <= 500, form.introduction.utf8.count <= 4_000,
      !others.utf8.contains(0)
    else { throw .badRequest }
  }
}

extension App {
  /// The role that one has by joining through this app, and must have to sign in there.
  var role: Role {
    switch self {
    case .eyemon: .patient
    case .eyemonDoctor: .doctor
    case .ssacsu, .flatbread, .truloop: .member
    }
  }
}
