import Contract
import Crypto
import Domain
import Storage
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
  /// Called when a session has ended, so that its sockets can be closed.
  let sessionEnded: @Sendable (EndedSession) -> Void

  /// Loads what `registry` must know.
  public init(
    store: DataStore, secrets: ServerSecrets, settings: AccountSettings = AccountSettings(),
    clock: @escaping @Sendable () -> Timestamp,
    sessionEnded: @escaping @Sendable (EndedSession) -> Void = { _ in }
  ) async throws {
    self.store = store
    identifiers = secrets.identifiers
    tokenKeys = secrets.tokenKeys
    mint = TokenMint(keys: secrets.tokenKeys.all)
    self.settings = settings
    self.clock = clock
    self.sessionEnded = sessionEnded
    workers = try PasswordWorkers(cost: settings.passwordCost, count: settings.passwordWorkers)
    let now = clock()
    // A token minted just before the end lives one lifetime longer; under an older setting that may have been a day.
    let oldest = now.adding(milliseconds: -2 * max(settings.accessLifetime, 24 * 3_600_000))
    let (ended, unused) = try await store.write { tables in
      // A month late, in case the clock of this machine is wrong today.
      try tables.sessions.deleteExpired(at: now.adding(milliseconds: -30 * 24 * 3_600_000))
      return (try tables.sessions.ended(since: oldest), try tables.sessions.unusedGenerations())
    }
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
  public func join(
    _ form: JoinForm, app: App, device: SessionDevice = SessionDevice()
  ) async throws -> SessionAnswer {
    let email = try Self.normalised(form.email)
    try Self.check(form)
    try await check(email: email, realm: app.realm)
    let person = NewPerson(
      realm: app.realm, email: email, nick: form.nick, phoneNumber: form.phoneNumber,
      introduction: form.introduction, role: app.role, passwordHash: try await workers.hash(form.password))
    let now = clock()
    let start = start(app: app, device: device)
    let started = try await store.write { tables in
      guard let id = try tables.people.insert(person, at: now), let row = try tables.people.find(id) else {
        throw APIError.emailTaken
      }
      if person.role == .doctor {
        // Approval comes with the console of the operator; until then every doctor is approved.
        try tables.people.insertDoctor(
          id, realm: app.realm, state: .approved, clinic: DoctorDefaults.clinic, specialty: DoctorDefaults.specialty)
      }
      return try start.begin(for: row, in: tables)
    }
    return finish(started)
  }

  /// Takes equally long whether the address is known or not.
  public func login(
    _ form: LoginForm, app: App, device: SessionDevice = SessionDevice()
  ) async throws -> SessionAnswer {
    let email = (try? Self.normalised(form.email)) ?? ""
    let found = try await store.read { try $0.people.credentials(email: email, realm: app.realm) }
    let isRight = try await workers.verify(form.password, against: found?.passwordHash)
    guard isRight, let person = found?.person else { throw APIError.wrongCredentials }
    return try await begin(person.id, app: app, device: device)
  }

  public func doctors(realm: Realm) async throws -> [Doctor] {
    let rows = try await store.read { try $0.people.doctors(realm: realm) }
    return rows.map { Doctor(person: identifiers.person($0.person), clinic: $0.clinic, specialty: $0.specialty) }
  }

  /// Equal addresses have equal text: case means nothing in practice.
  private static func normalised(_ email: String) throws(APIError) -> String {
    guard AccountRules.fault(email: email) == nil, email.utf8.allSatisfy({ $0 >= 0x20 }) else {
      throw .invalidEmail
    }
    return email.lowercased()
  }

  private static func check(_ form: JoinForm) throws(APIError) {
    guard AccountRules.faults(password: form.password).isEmpty else { throw .weakPassword }
    guard AccountRules.fault(nickname: form.nick) == nil else { throw .badNickname }
    let others = form.phoneNumber + form.introduction + form.password
    guard form.phoneNumber.utf8.count <= 30, form.introduction.count <= 500, form.introduction.utf8.count <= 4_000,
      !others.utf8.contains(0)
    else { throw .badRequest }
  }
}

/// What a doctor shows until the profile is filled in.
enum DoctorDefaults {
  static let clinic = "마루안과의원"
  static let specialty = "안과 전문의"
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
