import Domain
import JSON

/// What a token says. `issuedAt` and `expiresAt` are seconds since 1970 (RFC 7519 section 2).
public struct TokenClaims: Equatable, Sendable {
  public enum Use: String, Sendable { case access, refresh }

  public var person: ID<Person>
  /// The id of the session.
  public var session: String
  public var generation: Int64
  public var use: Use
  public var app: App
  public var issuedAt: Int64
  public var expiresAt: Int64

  public init(
    person: ID<Person>, session: String, generation: Int64, use: Use, app: App, issuedAt: Int64,
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

  public var json: JSONValue {
    [
      "sub": .string(person.text), "sid": .string(session), "gen": .integer(generation),
      "use": .string(use.rawValue), "aud": .string(Self.audience(app)), "iat": .integer(issuedAt),
      "exp": .integer(expiresAt),
    ]
  }

  /// nil where a claim is missing, of another kind, or out of range.
  public init?(json: JSONValue) {
    guard let person = json["sub"]?.string, let session = json["sid"]?.string, let generation = json["gen"]?.int64,
      let use = json["use"]?.string.flatMap(Use.init(rawValue:)), let audience = json["aud"]?.string,
      let app = App.allCases.first(where: { Self.audience($0) == audience }),
      let issuedAt = json["iat"]?.int64, let expiresAt = json["exp"]?.int64,
      // Milliseconds of them fit as well.
      (0..<1 << 40).contains(issuedAt), (0..<1 << 40).contains(expiresAt)
    else { return nil }
    self.init(
      person: ID(person), session: session, generation: generation, use: use, app: app, issuedAt: issuedAt,
      expiresAt: expiresAt)
  }
}
