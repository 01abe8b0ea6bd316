import Contract
import Domain
import JSON
import Session

/// What a device keeps of a session: whose it is, and the token that renews it. Access tokens are never kept.
public struct Credentials: Equatable, Sendable {
  public var person: Person
  public var email: String
  public var role: Role
  public var refreshToken: String
  /// The person has signed out here, and the server does not know yet.
  public var isLeaving: Bool
  /// Counts what the processes of this device have kept, one after the other.
  public var generation: Int64
  /// Names the sign-in, by chance.
  public var beginning: Int64

  public init(
    person: Person, email: String, role: Role, refreshToken: String, isLeaving: Bool = false, generation: Int64 = 0,
    beginning: Int64 = 0
  ) {
    self.person = person
    self.email = email
    self.role = role
    self.refreshToken = refreshToken
    self.isLeaving = isLeaving
    self.generation = generation
    self.beginning = beginning
  }

  var token: KeptToken {
    KeptToken(refreshToken: refreshToken, generation: generation, beginning: beginning, isLeaving: isLeaving)
  }

  var json: JSONValue {
    [
      "person": person.json, "email": .string(email), "role": .string(role.rawValue),
      "refresh_token": .string(refreshToken), "leaving": .bool(isLeaving),
      "generation": .integer(generation), "beginning": .integer(beginning),
    ]
  }

  init?(json: JSONValue) {
    guard let person = json["person"].flatMap(Person.init(json:)), let token = json["refresh_token"]?.string,
      !token.isEmpty
    else { return nil }
    self.init(
      person: person, email: json["email"]?.string ?? "",
      role: json["role"]?.string.flatMap(Role.init(rawValue:)) ?? .member, refreshToken: token,
      isLeaving: json["leaving"]?.bool ?? false, generation: json["generation"]?.int64 ?? 0,
      beginning: json["beginning"]?.int64 ?? 0)
  }
}

/// Why it cannot be said what is kept.
public enum CredentialFault: Error, Equatable, Sendable {
  /// There may be something; the file, its key or the keychain does not open now.
  case unreadable
  /// What lies there is no session: torn, changed, or sealed with a key that is lost.
  case damaged
}

/// Where credentials are kept. Tests give their own.
public struct CredentialStore: Sendable {
  /// nil where there are none: nobody has signed in, or somebody has ended the session.
  public var read: @Sendable () throws(CredentialFault) -> Credentials?
  /// nil forgets them. When it returns, they are kept; false: they could not be.
  public var save: @Sendable (Credentials?) -> Bool
  /// Waits until no other process changes them; nil where that takes too long. The turn lasts as long as it is held.
  public var turn: @Sendable () async -> CredentialTurn?

  public init(
    load: @escaping @Sendable () throws(CredentialFault) -> Credentials?,
    save: @escaping @Sendable (Credentials?) -> Bool,
    turn: @escaping @Sendable () async -> CredentialTurn? = { CredentialTurn() }
  ) {
    read = load
    self.save = save
    self.turn = turn
  }

  /// nil where there are none, or none that can be read.
  public func load() -> Credentials? { (try? read()) ?? nil }
}
