import Domain
import SQL
import Wire

/// A person as stored, without the password.
public struct PersonRow: Equatable, Sendable {
  public var id: RowID<Person>
  public var realm: Realm
  public var email: String
  public var nick: String
  public var profileImage: String?
  public var introduction: String
  public var role: Role
}

public struct NewPerson: Equatable, Sendable {
  public var realm: Realm
  public var email: String
  public var nick: String
  public var phoneNumber: String
  public var introduction: String
  public var role: Role
  public var passwordHash: String

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

public struct DoctorRow: Equatable, Sendable {
  public enum State: String, Sendable { case approved, waiting }

  public var person: PersonRow
  public var clinic: String
  public var specialty: String
}

public struct Credentials: Equatable, Sendable {
  public var person: PersonRow
  public var passwordHash: String
}

/// People and doctors. E-mail addresses arrive normalised: equal people have equal text.
public struct PeopleStore {
  let connection: any SQLConnection

  static let columns = "p.id, p.realm, p.email, p.nick, p.profile_image, p.introduction, p.role"

  /// nil where the address is taken in that realm.
  public func insert(_ person: NewPerson, at now: Timestamp) throws(SQLError) -> RowID<Person>? {
    try connection.first(
      """
      INSERT INTO people
        (realm, email, nick, phone_number, introduction, role, password_hash, created_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (realm, email) DO NOTHING
      RETURNING id
      """,
      [
        .name(person.realm), .text(person.email), .text(person.nick), .text(person.phoneNumber),
        .text(person.introduction), .name(person.role), .text(person.passwordHash), .timestamp(now),
      ]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  public func hasAny() throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM people LIMIT 1") { (_) throws(SQLError) in true } ?? false
  }

  public func isTaken(email: String, realm: Realm) throws(SQLError) -> Bool {
    try connection.first("SELECT 1 FROM people WHERE realm = ?1 AND email = ?2", [.name(realm), .text(email)]) {
      (_) throws(SQLError) in true
    } ?? false
  }

  public func find(_ id: RowID<Person>) throws(SQLError) -> PersonRow? {
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

  /// Approved ones, in the order in which they came.
  public func doctors(realm: Realm) throws(SQLError) -> [DoctorRow] {
    try connection.all(
      """
      SELECT \(Self.columns), d.clinic, d.specialty
      FROM doctors d JOIN people p ON p.id = d.person_id
      WHERE d.realm = ?1 AND d.state = ?2 ORDER BY d.person_id
      """,
      [.name(realm), .name(DoctorRow.State.approved)]
    ) { (row) throws(SQLError) in
      let next = PersonRow.columnCount
      return DoctorRow(person: try PersonRow(row), clinic: try row.text(next), specialty: try row.text(next + 1))
    }
  }
}

extension PersonRow {
  static let columnCount = 7

  /// Reads `PeopleStore.columns` from a column on.
  init(_ row: SQLRow, from first: Int = 0) throws(SQLError) {
    id = try row.id(first)
    realm = try row.name(first + 1, as: Realm.self)
    email = try row.text(first + 2)
    nick = try row.text(first + 3)
    profileImage = try row.optionalText(first + 4)
    introduction = try row.text(first + 5)
    role = try row.name(first + 6, as: Role.self)
  }
}
