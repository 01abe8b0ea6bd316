import Domain
import JSON
import SQL
import Wire

/// A clinic, as the operator made it and its doctors keep it.
public struct ClinicRow: Equatable, Sendable {
  /// From … to on a day of the week, minutes after midnight on the clock of the place.
  public struct Hours: Equatable, Sendable {
    /// 1: Monday … 7: Sunday.
    public var weekday: Int64
    public var from: Int64
    public var to: Int64

    public init(weekday: Int64, from: Int64, to: Int64) {
      self.weekday = weekday
      self.from = from
      self.to = to
    }
  }

  public var id: RowID<ClinicRow>
  public var realm: Realm
  public var name: String
  public var address: String
  public var phone: String
  /// Millionths of a degree.
  public var longitude: Int64
  public var latitude: Int64
  public var hours: [Hours]
  /// Paths of pictures.
  public var pictures: [String]
  public var specialties: [String]

  public init(
    id: RowID<ClinicRow> = RowID(0), realm: Realm, name: String, address: String = "", phone: String = "",
    longitude: Int64 = 0, latitude: Int64 = 0, hours: [Hours] = [], pictures: [String] = [],
    specialties: [String] = []
  ) {
    self.id = id
    self.realm = realm
    self.name = name
    self.address = address
    self.phone = phone
    self.longitude = longitude
    self.latitude = latitude
    self.hours = hours
    self.pictures = pictures
    self.specialties = specialties
  }
}

extension ClinicRow: Identified { public static var identifierKind: UInt32 { 5 } }

public struct ClinicStore {
  let connection: any SQLConnection

  private static let columns =
    "c.id, c.realm, c.name, c.address, c.phone, c.longitude, c.latitude, c.hours, c.pictures, c.specialties"

  public func insert(_ clinic: ClinicRow, at now: Timestamp) throws(SQLError) -> RowID<ClinicRow> {
    let id = try connection.insert(
      """
      INSERT INTO clinics
        (realm, name, address, phone, longitude, latitude, hours, pictures, specialties, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10)
      """, Self.values(clinic) + [.timestamp(now)])
    guard let id else { throw .mistake("a clinic without a number") }
    return RowID(id)
  }

  /// Everything but realm and number. false where there is none.
  public func update(_ clinic: ClinicRow, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      """
      UPDATE clinics SET name = ?2, address = ?3, phone = ?4, longitude = ?5, latitude = ?6, hours = ?7,
        pictures = ?8, specialties = ?9, updated_at = ?10
      WHERE id = ?11 AND realm = ?1
      """, Self.values(clinic) + [.timestamp(now), .id(clinic.id)]) > 0
  }

  public func find(_ id: RowID<ClinicRow>) throws(SQLError) -> ClinicRow? {
    try all("WHERE c.id = ?1", [.id(id)]).first
  }

  /// In the order in which they came.
  public func list(realm: Realm, limit: Int = 1_000) throws(SQLError) -> [ClinicRow] {
    try all("WHERE c.realm = ?1 ORDER BY c.id LIMIT ?2", [.name(realm), .integer(Int64(limit))])
  }

  /// The clinic in which a doctor works.
  public func clinic(of doctor: RowID<Person>) throws(SQLError) -> ClinicRow? {
    try all("JOIN doctor_schedules s ON s.clinic_id = c.id WHERE s.doctor_id = ?1", [.id(doctor)]).first
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [ClinicRow] {
    try connection.all("SELECT \(Self.columns) FROM clinics c \(condition)", values) { (row) throws(SQLError) in
      ClinicRow(
        id: try row.id(0), realm: try row.name(1, as: Realm.self), name: try row.text(2), address: try row.text(3),
        phone: try row.text(4), longitude: try row.int64(5), latitude: try row.int64(6),
        hours: StoredJSON.array(try row.text(7)).compactMap(Self.hours),
        pictures: StoredJSON.texts(try row.text(8)), specialties: StoredJSON.texts(try row.text(9)))
    }
  }

  private static func hours(_ json: JSONValue) -> ClinicRow.Hours? {
    guard let weekday = json["weekday"]?.int64, let from = json["from"]?.int64, let to = json["to"]?.int64 else {
      return nil
    }
    return ClinicRow.Hours(weekday: weekday, from: from, to: to)
  }

  private static func values(_ clinic: ClinicRow) -> [SQLValue] {
    let hours = JSONValue.array(
      clinic.hours.map {
        ["weekday": .integer($0.weekday), "from": .integer($0.from), "to": .integer($0.to)]
      })
    return [
      .name(clinic.realm), .text(clinic.name), .text(clinic.address), .text(clinic.phone),
      .integer(clinic.longitude), .integer(clinic.latitude), .text(hours.text),
      .text(StoredJSON.text(clinic.pictures)), .text(StoredJSON.text(clinic.specialties)),
    ]
  }
}

/// Lists that are read and written as a whole.
enum StoredJSON {
  static func array(_ text: String) -> [JSONValue] { (try? JSONValue(parsing: Array(text.utf8)))?.array ?? [] }
  static func texts(_ text: String) -> [String] { array(text).compactMap { $0.string } }
  static func text(_ texts: [String]) -> String { JSONValue.array(texts.map { .string($0) }).text }
}
