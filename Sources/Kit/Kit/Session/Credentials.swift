import Contract
import Domain
import JSON

/// What a device keeps of a session: whose it is, and the token that renews it. Access tokens are never kept.
public struct Credentials: Equatable, Sendable {
  public var person: Person
  public var email: String
  public var role: Role
  public var refreshToken: String
  /// The person has signed out here, and the server does not know yet.
  public var isLeaving: Bool

  public init(person: Person, email: String, role: Role, refreshToken: String, isLeaving: Bool = false) {
    self.person = person
    self.email = email
    self.role = role
    self.refreshToken = refreshToken
    self.isLeaving = isLeaving
  }

  var json: JSONValue {
    [
      "person": person.json, "email": .string(email), "role": .string(role.rawValue),
      "refresh_token": .string(refreshToken), "leaving": .bool(isLeaving),
    ]
  }

  init?(json: JSONValue) {
    guard let person = json["person"].flatMap(Person.init(json:)), let token = json["refresh_token"]?.string,
      !token.isEmpty
    else { return nil }
    self.init(
      person: person, email: json["email"]?.string ?? "",
      role: json["role"]?.string.flatMap(Role.init(rawValue:)) ?? .member, refreshToken: token,
      isLeaving: json["leaving"]?.bool ?? false)
  }
}

/// Where credentials are kept. Tests give their own.
public struct CredentialStore: Sendable {
  /// nil where there are none, or none that can be read.
  public var load: @Sendable () -> Credentials?
  /// nil forgets them. When it returns, they are kept; false: they could not be.
  public var save: @Sendable (Credentials?) -> Bool

  public init(
    load: @escaping @Sendable () -> Credentials?, save: @escaping @Sendable (Credentials?) -> Bool
  ) {
    self.load = load
    self.save = save
  }
}
