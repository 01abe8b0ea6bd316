import Domain
import SQL
import Wire

/// A sign-in that is on its way through somebody else's page.
public struct ProviderFlowRow: Equatable, Sendable {
  /// Digests; the values themselves are with the browser.
  public var stateHash: String
  public var bindingHash: String
  /// The provider's name.
  public var provider: String
  public var app: App
  public var nonce: String
  public var verifier: String
  /// Where the provider sends the browser, as it was told.
  public var redirect: String
  /// Where the app goes on.
  public var target: String
  /// Who links another way in, and in which session; nil: a sign-in.
  public var person: RowID<Person>?
  public var session: RowID<SessionRow>?
  public var expiresAt: Timestamp

  public init(
    stateHash: String, bindingHash: String, provider: String, app: App, nonce: String, verifier: String,
    redirect: String, target: String, person: RowID<Person>?, session: RowID<SessionRow>?, expiresAt: Timestamp
  ) {
    self.stateHash = stateHash
    self.bindingHash = bindingHash
    self.provider = provider
    self.app = app
    self.nonce = nonce
    self.verifier = verifier
    self.redirect = redirect
    self.target = target
    self.person = person
    self.session = session
    self.expiresAt = expiresAt
  }
}

/// What a provider lets us do for a person, sealed: it must be given back when the account goes.
public struct ProviderGrantRow: Equatable, Sendable {
  public var provider: String
  /// As whom we asked for it.
  public var client: String
  public var sealed: String

  public init(provider: String, client: String, sealed: String) {
    self.provider = provider
    self.client = client
    self.sealed = sealed
  }
}

public struct ProviderStore {
  let connection: any SQLConnection

  private static let columns = """
    state_hash, binding_hash, provider, app, nonce, verifier, redirect, target, person_id, session_id, expires_at
    """

  /// Adds one, and forgets those whose time is over.
  public func insert(_ flow: ProviderFlowRow, at now: Timestamp) throws(SQLError) {
    try connection.execute("DELETE FROM provider_flows WHERE expires_at < ?1", [.timestamp(now)])
    try connection.execute(
      "INSERT INTO provider_flows (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
      [
        .text(flow.stateHash), .text(flow.bindingHash), .text(flow.provider), .name(flow.app), .text(flow.nonce),
        .text(flow.verifier), .text(flow.redirect), .text(flow.target), .optional(flow.person?.value),
        .optional(flow.session?.value), .timestamp(flow.expiresAt),
      ])
  }

  /// Takes it out: nobody gets it a second time.
  /// - Parameter binding: a state that came to another browser stays for the one that began it.
  public func take(state: String, binding: String, at now: Timestamp) throws(SQLError) -> ProviderFlowRow? {
    try connection.first(
      """
      DELETE FROM provider_flows WHERE state_hash = ?1 AND binding_hash = ?2 AND expires_at >= ?3
      RETURNING \(Self.columns)
      """, [.text(state), .text(binding), .timestamp(now)]
    ) { (row) throws(SQLError) in
      ProviderFlowRow(
        stateHash: try row.text(0), bindingHash: try row.text(1), provider: try row.text(2),
        app: try row.name(3, as: App.self), nonce: try row.text(4), verifier: try row.text(5),
        redirect: try row.text(6), target: try row.text(7), person: try row.optionalInt64(8).map { RowID($0) },
        session: try row.optionalInt64(9).map { RowID($0) }, expiresAt: try row.timestamp(10))
    }
  }

  public func countFlows() throws(SQLError) -> Int64 {
    try connection.first("SELECT COUNT(*) FROM provider_flows") { (row) throws(SQLError) in try row.int64(0) } ?? 0
  }

  /// The newest grant of a provider counts.
  public func keep(_ grant: ProviderGrantRow, of person: RowID<Person>, at now: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO provider_grants (person_id, provider, client, sealed, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (person_id, provider) DO UPDATE
      SET client = excluded.client, sealed = excluded.sealed, created_at = excluded.created_at
      """,
      [.id(person), .text(grant.provider), .text(grant.client), .text(grant.sealed), .timestamp(now)])
  }

  public func grants(of person: RowID<Person>) throws(SQLError) -> [ProviderGrantRow] {
    try connection.all(
      "SELECT provider, client, sealed FROM provider_grants WHERE person_id = ?1 ORDER BY provider", [.id(person)]
    ) { (row) throws(SQLError) in
      ProviderGrantRow(provider: try row.text(0), client: try row.text(1), sealed: try row.text(2))
    }
  }

  public func deleteGrant(_ provider: String, of person: RowID<Person>) throws(SQLError) {
    try connection.execute(
      "DELETE FROM provider_grants WHERE person_id = ?1 AND provider = ?2", [.id(person), .text(provider)])
  }

  /// Notes a notice of a provider. false where it was heard before.
  public func hear(_ name: String, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      "DELETE FROM provider_notices WHERE heard_at < ?1", [.timestamp(now.adding(milliseconds: -Self.noticesKept))])
    return try connection.execute(
      "INSERT INTO provider_notices (name, heard_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
      [.text(name), .timestamp(now)]) > 0
  }

  /// Longer than a notice counts.
  private static let noticesKept: Int64 = 30 * 86_400_000
}
