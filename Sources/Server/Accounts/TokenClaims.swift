import Domain
import JSON
import Storage

/// What a token says. `issuedAt` and `expiresAt` are seconds since 1970 (RFC 7519 section 2).
public struct TokenClaims: Equatable, Sendable {
  public enum Use: String, Sendable { case access, refresh }

  public var person: ID<Person>
  public var session: ID<SessionRow>
  public var generation: Int64
  public var use: Use
  public var app: App
  public var issuedAt: Int64
  public var expiresAt: Int64

  public init(
    person: ID<Person>, session: ID<SessionRow>, generation: Int64, use: Use, app: App, issuedAt: Int64,
    expiresAt: Int64
  ) {
    self.person = person
    self.session = session
    self.generation = generation
    self.use = use
    self.app = app
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }

  /// Realm and app: a token of one is worth nothing in another.
  private static func audience(_ app: App) -> String { app.realm.rawValue + "/" + app.rawValue }

  var json: JSONValue {
    [
      "sub": .string(person.text), "sid": .string(session.text), "gen": .integer(generation),
      "use": .string(use.rawValue), "aud": .string(Self.audience(app)), "iat": .integer(issuedAt),
      "exp": .integer(expiresAt),
    ]
  }

  init?(json: JSONValue) {
    guard let person = json["sub"]?.string, let session = json["sid"]?.string, let generation = json["gen"]?.int64,
      let use = json["use"]?.string.flatMap(Use.init(rawValue:)), let audience = json["aud"]?.string,
      let app = App.allCases.first(where: { Self.audience($0) == audience }),
      let issuedAt = json["iat"]?.int64, let expiresAt = json["exp"]?.int64
    else { return nil }
    self.init(
      person: ID(person), session: ID(session), generation: generation, use: use, app: app, issuedAt: issuedAt,
      expiresAt: expiresAt)
  }
}
