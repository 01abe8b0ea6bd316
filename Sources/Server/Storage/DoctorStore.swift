import Domain
import SQL
import Wire

public struct DoctorRow: Equatable, Sendable {
  public enum State: String, Sendable { case approved, waiting, refused }

  public var person: PersonRow
  public var clinic: String
  public var specialty: String
  public var licenseNumber: String
  public var state: State
  /// Why the operator refused; empty otherwise.
  public var reason: String
}

/// What a doctor says at sign-up, and what the operator made of it.
public struct DoctorStore {
  let connection: any SQLConnection

  private static let columns =
    PeopleStore.columns + ", d.clinic, d.specialty, d.license_number, d.state, d.reason"

  public func find(_ id: RowID<Person>) throws(SQLError) -> DoctorRow? {
    try connection.first(
      "SELECT \(Self.columns) FROM doctors d JOIN people p ON p.id = d.person_id WHERE d.person_id = ?1", [.id(id)]
    ) { (row) throws(SQLError) in try Self.read(row) }
  }

  /// In the order in which they came.
  public func list(realm: Realm, state: DoctorRow.State) throws(SQLError) -> [DoctorRow] {
    try connection.all(
      """
      SELECT \(Self.columns) FROM doctors d JOIN people p ON p.id = d.person_id
      WHERE d.realm = ?1 AND d.state = ?2 ORDER BY d.person_id
      """, [.name(realm), .name(state)]
    ) { (row) throws(SQLError) in try Self.read(row) }
  }

  /// Whether other people may find and meet the doctor.
  public func isApproved(_ id: RowID<Person>) throws(SQLError) -> Bool {
    try connection.first(
      "SELECT 1 FROM doctors WHERE person_id = ?1 AND state = ?2", [.id(id), .name(DoctorRow.State.approved)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  /// false where the person is no doctor.
  public func decide(
    _ state: DoctorRow.State, reason: String, on id: RowID<Person>, at now: Timestamp
  ) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE doctors SET state = ?2, reason = ?3, decided_at = ?4 WHERE person_id = ?1",
      [.id(id), .name(state), .text(reason), .timestamp(now)]) > 0
  }

  /// Brings a doctor who is not approved before the operator again, with what is to be looked at.
  /// - Returns: false where the person is no doctor, or an approved one.
  public func apply(licenseNumber: String, clinic: String, by id: RowID<Person>) throws(SQLError) -> Bool {
    try connection.execute(
      """
      UPDATE doctors SET license_number = ?2, clinic = ?3, state = ?4, reason = '', decided_at = NULL
      WHERE person_id = ?1 AND state <> ?5
      """,
      [
        .id(id), .text(licenseNumber), .text(clinic), .name(DoctorRow.State.waiting),
        .name(DoctorRow.State.approved),
      ]) > 0
  }

  public func setSpecialty(_ specialty: String, of id: RowID<Person>) throws(SQLError) {
    try connection.execute("UPDATE doctors SET specialty = ?2 WHERE person_id = ?1", [.id(id), .text(specialty)])
  }

  public func setLicense(_ number: String, of id: RowID<Person>) throws(SQLError) {
    try connection.execute("UPDATE doctors SET license_number = ?2 WHERE person_id = ?1", [.id(id), .text(number)])
  }

  static func read(_ row: SQLRow) throws(SQLError) -> DoctorRow {
    let next = PersonRow.columnCount
    return DoctorRow(
      person: try PersonRow(row), clinic: try row.text(next), specialty: try row.text(next + 1),
      licenseNumber: try row.text(next + 2), state: try row.name(next + 3, as: DoctorRow.State.self),
      reason: try row.text(next + 4))
  }
}
