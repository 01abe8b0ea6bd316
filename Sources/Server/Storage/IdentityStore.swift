import Domain
import SQL
import Wire

/// A way into an account. `subject` names the person there: an address, a number in E.164, a provider's id. A person
/// has at most one of each kind, and nobody else has it in that realm.
public struct IdentityRow: Equatable, Sendable {
  public var kind: IdentityKind
  public var subject: String
  public var person: RowID<Person>
  /// What its owner reads in a list.
  public var label: String
  /// Whether somebody has shown that it is theirs.
  public var isVerified: Bool
  public var createdAt: Timestamp
  /// When the provider last said that it is theirs; nil: at `createdAt`.
  public var provedAt: Timestamp?

  public init(
    kind: IdentityKind, subject: String, person: RowID<Person>, label: String, isVerified: Bool, createdAt: Timestamp,
    provedAt: Timestamp? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.person = person
    self.label = label
    self.isVerified = isVerified
    self.createdAt = createdAt
    self.provedAt = provedAt
  }
}

public struct IdentityStore {
  let connection: any SQLConnection

  private static let columns = "kind, subject, person_id, label, verified, created_at"
  private static let read = columns + ", proved_at"

  /// false where the subject is somebody's already, or the person has another one of the kind.
  public func insert(_ row: IdentityRow, realm: Realm) throws(SQLError) -> Bool {
    try connection.execute(
      """
      INSERT INTO identities (realm, \(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
      """,
      [
        .name(realm), .name(row.kind), .text(row.subject), .id(row.person), .text(row.label),
        .integer(row.isVerified ? 1 : 0), .timestamp(row.createdAt),
      ]) > 0
  }

  public func find(_ kind: IdentityKind, _ subject: String, realm: Realm) throws(SQLError) -> IdentityRow? {
    try connection.first(
      "SELECT \(Self.read) FROM identities WHERE realm = ?1 AND kind = ?2 AND subject = ?3",
      [.name(realm), .name(kind), .text(subject)]
    ) { (row) throws(SQLError) in try Self.identity(row) }
  }

  /// Whether somebody has it, in whatever realm.
  public func isKnown(_ kind: IdentityKind, _ subject: String) throws(SQLError) -> Bool {
    try connection.first(
      "SELECT 1 FROM identities WHERE kind = ?1 AND subject = ?2 LIMIT 1", [.name(kind), .text(subject)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  /// The oldest first.
  public func list(of person: RowID<Person>) throws(SQLError) -> [IdentityRow] {
    try connection.all(
      "SELECT \(Self.read) FROM identities WHERE person_id = ?1 ORDER BY created_at, kind", [.id(person)]
    ) { (row) throws(SQLError) in try Self.identity(row) }
  }

  public func markVerified(_ kind: IdentityKind, of person: RowID<Person>) throws(SQLError) {
    try connection.execute(
      "UPDATE identities SET verified = 1 WHERE person_id = ?1 AND kind = ?2", [.id(person), .name(kind)])
  }

  public func markProved(_ identity: IdentityRow, at instant: Timestamp) throws(SQLError) {
    try connection.execute(
      """
      UPDATE identities SET proved_at = ?3
      WHERE person_id = ?1 AND kind = ?2 AND COALESCE(proved_at, created_at) < ?3
      """, [.id(identity.person), .name(identity.kind), .timestamp(instant)])
  }

  /// false where there was none.
  @discardableResult
  public func delete(_ kind: IdentityKind, of person: RowID<Person>) throws(SQLError) -> Bool {
    try connection.execute(
      "DELETE FROM identities WHERE person_id = ?1 AND kind = ?2", [.id(person), .name(kind)]) > 0
  }

  private static func identity(_ row: SQLRow) throws(SQLError) -> IdentityRow {
    IdentityRow(
      kind: try row.name(0, as: IdentityKind.self), subject: try row.text(1), person: try row.id(2),
      label: try row.text(3), isVerified: try row.int64(4) != 0, createdAt: try row.timestamp(5),
      provedAt: try row.optionalTimestamp(6))
  }
}
