import Accounts
import Contract
import Crypto
import Domain
import JSON
import PowerLoss
import SessionSimulation
import Storage
import Synchronization
import Wire

/// The server's own accounts on SQLite, on a disk that forgets what was not synced when the process is killed.
public struct RealSessions: SessionServer {
  /// The time, and what is to be written behind the answers.
  private final class Surroundings: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 0))
    private let work = Mutex<[@Sendable () async -> Void]>([])

    var now: Timestamp {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }

    func add(_ piece: @escaping @Sendable () async -> Void) { work.withLock { $0.append(piece) } }

    func take() -> [@Sendable () async -> Void] {
      work.withLock { work in
        defer { work = [] }
        return work
      }
    }
  }

  private static let app = App.flatbread
  private let surroundings = Surroundings()
  private let secrets: ServerSecrets
  private let opened: OpenedStore
  private let people: [RowID<Person>]
  private var accounts: Accounts

  public init(seed: UInt64) throws {
    let disk = PowerLossDisk(seed: seed)
    let secrets = try ServerSecrets.ephemeral()
    self.secrets = secrets
    let store = try wait { try await DataStore.open(.fileSystem(disk.name), readers: 0) }
    opened = OpenedStore(disk, store)
    var people: [RowID<Person>] = []
    for number in 0..<simulatedPeople {
      let person = NewPerson(
        realm: .flatbread, email: "p\(number)@example.com", nick: "사람", role: .member, passwordHash: "h")
      let row = try wait { try await store.write { try $0.people.insert(person, at: Timestamp(milliseconds: 0)) } }
      if let row { people.append(row) }
    }
    self.people = people
    accounts = try Self.start(store, secrets, surroundings)
  }

  private static func start(
    _ store: DataStore, _ secrets: ServerSecrets, _ surroundings: Surroundings
  ) throws -> Accounts {
    var settings = AccountSettings()
    settings.passwordCost = .lowest
    settings.sessionsPerPerson = 1_000
    return try wait { [settings] in
      try await Accounts(
        store: store, secrets: secrets, settings: settings, clock: { surroundings.now },
        later: { surroundings.add($0) })
    }
  }

  public mutating func begin(_ person: Int, at now: Timestamp) -> SessionAnswer {
    surroundings.now = now
    let (accounts, row) = (accounts, people[person])
    guard
      let answer = try? wait({
        try await accounts.begin(row, app: Self.app, device: SessionDevice(name: "시뮬레이터", platform: "test"))
      })
    else { preconditionFailure("nobody can begin a session") }
    return answer
  }

  private func refusal(_ now: Timestamp, _ call: @escaping @Sendable () async throws -> Void) -> APIError? {
    surroundings.now = now
    do {
      try wait(call)
      return nil
    } catch {
      return error as? APIError ?? .internalError
    }
  }

  public mutating func call(_ token: String, at now: Timestamp) -> APIError? {
    refusal(now) { [accounts] in _ = try await accounts.authorize(token, app: Self.app) }
  }

  public mutating func refresh(_ token: String, at now: Timestamp) -> Result<SessionAnswer, APIError> {
    surroundings.now = now
    let accounts = accounts
    do {
      return .success(try wait { try await accounts.refresh(token, app: Self.app) })
    } catch {
      return .failure(error as? APIError ?? .internalError)
    }
  }

  public mutating func logout(_ token: String, at now: Timestamp) -> APIError? {
    refusal(now) { [accounts] in
      try await accounts.logout(try await accounts.authorize(token, app: Self.app))
    }
  }

  public mutating func endOthers(_ token: String, at now: Timestamp) -> APIError? {
    refusal(now) { [accounts] in
      let caller = try await accounts.authorize(token, app: Self.app)
      try await accounts.endSessions(of: caller.person, except: caller.session, .remote)
    }
  }

  public mutating func rotateKeys(at now: Timestamp) {
    _ = refusal(now) { [accounts] in try await accounts.rotateKeys() }
  }

  public mutating func settle() {
    let work = surroundings.take()
    try? wait { for piece in work { await piece() } }
  }

  /// Nothing may fail here: what the simulation cuts is between two calls.
  public mutating func crash(at now: Timestamp) {
    surroundings.now = now
    _ = surroundings.take()
    opened.store.close()
    opened.disk.restore()
    let disk = opened.disk
    guard let again = try? wait({ try await DataStore.open(.fileSystem(disk.name), readers: 0) }),
      let accounts = try? Self.start(again, secrets, surroundings)
    else { preconditionFailure("the database does not open after a power loss") }
    opened.store = again
    self.accounts = accounts
  }

  public func place(of token: String) -> TokenPlace? {
    guard let claims = claims(token), let session = claims["sid"]?.string, let generation = claims["gen"]?.int64 else {
      return nil
    }
    return TokenPlace(session: session, generation: generation)
  }

  public func end(of token: String) -> Int64? { claims(token)?["exp"]?.int64.map { $0 * 1_000 } }

  private func claims(_ token: String) -> JSONValue? {
    let parts = token.split(separator: ".")
    guard parts.count == 3, let body = Base64URL.decode(parts[1]) else { return nil }
    return try? JSONValue(parsing: body)
  }
}
