import Crypto
import Domain
import SQL
import Wire

/// A person as stored, without the password.
public struct PersonRow: Equatable, Sendable {
  public var id: RowID<Person>
  public var realm: Realm
  /// Empty where the person has none.
  public var email: String
  public var nick: String
  public var profileImage: String?
  public var introduction: String
  public var role: Role
}

public struct NewPerson: Equatable, Sendable {
  public var realm: Realm
  /// Empty for somebody who came another way and has none.
  public var email: String
  /// Whether a mailed code, or a provider, has shown that the address is this person's.
  public var isEmailVerified = false
  public var nick: String
  public var phoneNumber: String
  public var introduction: String
  public var role: Role
  /// Empty for somebody who has no password.
  public var passwordHash: String
  public var details = PersonDetails()
  /// Made before anything was agreed to: nothing is open to the person until it is.
  public var owesConsent = false

  public init(
    realm: Realm, email: String, nick: String, phoneNumber: String = "", introduction: String = "", role: Role,
    passwordHash: String
  ) {
    self.realm = realm
    self.email = email
    self.nick = nick
    self.phoneNumber = phoneNumber
    self.introduction = introduction
    self.role = role
    self.passwordHash = passwordHash
  }
}

public struct Credentials: Equatable, Sendable {
  public var person: PersonRow
  public var passwordHash: String
}

/// People and doctors. E-mail addresses arrive normalised: equal people have equal text.
public struct PeopleStore {
  let connection: any SQLConnection

  static let columns = "p.id, p.realm, p.email, p.nick, p.profile_image, p.introduction, p.role"

  /// With the address as the first way in, where there is one. nil where it is taken in that realm.
  public func insert(_ person: NewPerson, at now: Timestamp) throws(SQLError) -> RowID<Person>? {
    let id: RowID<Person>? = try connection.first(
      """
      INSERT INTO people
        (realm, email, nick, phone_number, introduction, role, password_hash, created_at, \(PersonDetails.columns))
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      ON CONFLICT (realm, email) DO NOTHING
      RETURNING id
      """,
      [
        .name(person.realm), .text(person.email.isEmpty ? Self.noAddress() : person.email), .text(person.nick),
        .text(person.phoneNumber), .text(person.introduction), .name(person.role), .text(person.passwordHash),
        .timestamp(now),
      ] + person.details.values
    ) { (row) throws(SQLError) in try row.id(0) }
    guard let id else { return nil }
    if person.owesConsent { try setOwesConsent(true, of: id) }
    if !person.email.isEmpty {
      let row = IdentityRow(
        kind: .email, subject: person.email, person: id, label: person.email, isVerified: person.isEmailVerified,
        createdAt: now)
      guard try IdentityStore(connection: connection).insert(row, realm: person.realm) else {
        throw .mistake("an address without its person")
      }
    }
    return id
  }

  /// Unique, and no address: it has no `@`.
  private static func noAddress() -> String { "~" + Hex.encode(SecureRandom.bytes(16)) }

  public func hasAny() throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM people LIMIT 1") { (_) throws(SQLError) in true } ?? false
  }

  public func isTaken(email: String, realm: Realm) throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM people WHERE realm = ?1 AND email = ?2", [.name(realm), .text(email)]) {
      (_) throws(SQLError) in true
    } ?? false
  }

  /// nil also for somebody who was erased.
  public func find(_ id: RowID<Person>) throws(SQLError) -> PersonRow? {
    try connection.first("SELECT \(Self.columns) FROM people p WHERE p.id = ?1 AND p.erased_at IS NULL", [.id(id)]) {
      (row) throws(SQLError) in try PersonRow(row)
    }
  }

  /// Whoever has or had that number: what an erased person said still has a sender.
  public func known(_ id: RowID<Person>) throws(SQLError) -> PersonRow? {
    try connection.first("SELECT \(Self.columns) FROM people p WHERE p.id = ?1", [.id(id)]) {
      (row) throws(SQLError) in try PersonRow(row)
    }
  }

  public func credentials(email: String, realm: Realm) throws(SQLError) -> Credentials? {
    try connection.first(
      "SELECT \(Self.columns), p.password_hash FROM people p WHERE p.realm = ?1 AND p.email = ?2",
      [.name(realm), .text(email)]
    ) { (row) throws(SQLError) in
      Credentials(person: try PersonRow(row), passwordHash: try row.text(PersonRow.columnCount))
    }
  }

  public func insertDoctor(
    _ id: RowID<Person>, realm: Realm, state: DoctorRow.State, clinic: String, specialty: String
  ) throws(SQLError) {
    try connection.execute(
      "INSERT INTO doctors (person_id, realm, state, clinic, specialty) VALUES (?1, ?2, ?3, ?4, ?5)",
      [.id(id), .name(realm), .name(state), .text(clinic), .text(specialty)])
  }

  public func passwordHash(of id: RowID<Person>) throws(SQLError) -> String? {
    try connection.first("SELECT password_hash FROM people WHERE id = ?1", [.id(id)]) { (row) throws(SQLError) in
      try row.text(0)
    }
  }

  /// An empty hash takes the password away.
  public func setPassword(_ hash: String, of id: RowID<Person>) throws(SQLError) {
    try connection.execute("UPDATE people SET password_hash = ?2 WHERE id = ?1", [.id(id), .text(hash)])
  }

  /// The address and the way in by it, shown to be the person's. An empty one takes both away.
  /// - Returns: false where the address is another person's.
  public func setEmail(_ email: String, of person: PersonRow, at now: Timestamp) throws(SQLError) -> Bool {
    let identities = IdentityStore(connection: connection)
    if !email.isEmpty, let owner = try identities.find(.email, email, realm: person.realm), owner.person != person.id {
      return false
    }
    try identities.delete(.email, of: person.id)
    try connection.execute(
      "UPDATE people SET email = ?2, mail_stopped = 0 WHERE id = ?1",
      [.id(person.id), .text(email.isEmpty ? Self.noAddress() : email)])
    guard !email.isEmpty else { return true }
    let row = IdentityRow(
      kind: .email, subject: email, person: person.id, label: email, isVerified: true, createdAt: now)
    return try identities.insert(row, realm: person.realm)
  }

  /// Everybody who owes consent.
  public func owingConsent() throws(SQLError) -> [RowID<Person>] {
    try connection.all("SELECT id FROM people WHERE owes_consent = 1") { (row) throws(SQLError) in try row.id(0) }
  }

  public func owesConsent(_ id: RowID<Person>) throws(SQLError) -> Bool {
    try connection.first("SELECT owes_consent FROM people WHERE id = ?1", [.id(id)]) { (row) throws(SQLError) in
      try row.bool(0)
    } ?? false
  }

  public func setOwesConsent(_ owes: Bool, of id: RowID<Person>) throws(SQLError) {
    try connection.execute(
      "UPDATE people SET owes_consent = ?2 WHERE id = ?1 AND owes_consent <> ?2", [.id(id), .integer(owes ? 1 : 0)])
  }

  /// Whether mail to the person's address arrives no more.
  public func isMailStopped(_ id: RowID<Person>) throws(SQLError) -> Bool {
    try connection.first("SELECT mail_stopped FROM people WHERE id = ?1", [.id(id)]) { (row) throws(SQLError) in
      try row.bool(0)
    } ?? false
  }

  public func setMailStopped(_ isStopped: Bool, of id: RowID<Person>) throws(SQLError) {
    try connection.execute(
      "UPDATE people SET mail_stopped = ?2 WHERE id = ?1", [.id(id), .integer(isStopped ? 1 : 0)])
  }

  public func setPhoneNumber(_ number: String, of id: RowID<Person>) throws(SQLError) {
    try connection.execute("UPDATE people SET phone_number = ?2 WHERE id = ?1", [.id(id), .text(number)])
  }

  public func details(of id: RowID<Person>) throws(SQLError) -> PersonDetails? {
    try connection.first("SELECT \(PersonDetails.columns) FROM people WHERE id = ?1", [.id(id)]) {
      (row) throws(SQLError) in try PersonDetails(row, from: 0)
    }
  }

  /// Approved ones, in the order in which they came.
  public func doctors(realm: Realm) throws(SQLError) -> [DoctorRow] {
    try DoctorStore(connection: connection).list(realm: realm, state: .approved)
  }
}

extension PersonRow {
  static let columnCount = 7

  /// Reads `PeopleStore.columns` from a column on.
  init(_ row: SQLRow, from first: Int = 0) throws(SQLError) {
    id = try row.id(first)
    realm = try row.name(first + 1, as: Realm.self)
    let email = try row.text(first + 2)
    self.email = email.hasPrefix("~") && !email.utf8.contains(UInt8(ascii: "@")) ? "" : email
    nick = try row.text(first + 3)
    profileImage = try row.optionalText(first + 4)
    introduction = try row.text(first + 5)
    role = try row.name(first + 6, as: Role.self)
  }
}
