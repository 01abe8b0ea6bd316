import Domain
import SQL
import Wire

/// A doctor who can be found and reserved, with practice and rules.
public struct BookableDoctor: Equatable, Sendable {
  public var person: PersonRow
  public var specialty: String
  public var schedule: ScheduleRow
  public var clinicName: String
  public var likeCount: Int64
  public var updatedAt: Timestamp
}

/// By which rules doctors work.
public struct ScheduleStore {
  let connection: any SQLConnection

  private static let doctors = """
    SELECT \(ScheduleRow.columns), \(PeopleStore.columns), d.specialty, COALESCE(c.name, d.clinic),
      (SELECT COUNT(*) FROM liked_doctors l WHERE l.doctor_id = s.doctor_id), s.updated_at
    FROM doctor_schedules s JOIN people p ON p.id = s.doctor_id JOIN doctors d ON d.person_id = s.doctor_id
    LEFT JOIN clinics c ON c.id = s.clinic_id
    """

  public func find(_ doctor: RowID<Person>) throws(SQLError) -> ScheduleRow? {
    try connection.first("SELECT \(ScheduleRow.columns) FROM doctor_schedules s WHERE s.doctor_id = ?1", [.id(doctor)])
    { (row) throws(SQLError) in try ScheduleRow(row) }
  }

  /// Writes rules that were made from a version; the first ones are made from 0. The clinic stays.
  /// - Returns: the version that they have now; nil where they were changed meanwhile.
  public func put(_ schedule: ScheduleRow, at now: Timestamp) throws(SQLError) -> Int64? {
    let values = [.id(schedule.doctor)] + schedule.values + [.integer(schedule.version), .timestamp(now)]
    if schedule.version == 0 {
      let changed = try connection.execute(
        """
        INSERT INTO doctor_schedules (doctor_id, zone, slot_minutes, lead_minutes, horizon_days, needs_approval,
          approval_hours, fee, currency, languages, introduction, answer_time, free_hours, part_hours, part_percent,
          rules, exceptions, version, updated_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18 + 1, ?19)
        ON CONFLICT (doctor_id) DO NOTHING
        """, values)
      if changed > 0 { return 1 }
    }
    return try connection.first(
      """
      UPDATE doctor_schedules SET zone = ?2, slot_minutes = ?3, lead_minutes = ?4, horizon_days = ?5,
        needs_approval = ?6, approval_hours = ?7, fee = ?8, currency = ?9, languages = ?10, introduction = ?11,
        answer_time = ?12, free_hours = ?13, part_hours = ?14, part_percent = ?15, rules = ?16, exceptions = ?17,
        version = version + 1, updated_at = ?19
      WHERE doctor_id = ?1 AND version = ?18 RETURNING version
      """, values
    ) { (row) throws(SQLError) in try row.int64(0) }
  }

  /// Puts a doctor into a clinic; without rules of their own they get some in which nothing is free yet.
  public func assign(
    _ doctor: RowID<Person>, to clinic: RowID<ClinicRow>?, at now: Timestamp
  ) throws(SQLError) {
    if try find(doctor) == nil {
      _ = try put(ScheduleRow(doctor: doctor), at: now)
      try connection.execute("UPDATE doctor_schedules SET version = 0 WHERE doctor_id = ?1", [.id(doctor)])
    }
    try connection.execute(
      "UPDATE doctor_schedules SET clinic_id = ?2, updated_at = ?3 WHERE doctor_id = ?1",
      [.id(doctor), .optional(clinic?.value), .timestamp(now)])
  }

  /// An approved doctor who has rules; nil for everybody else.
  public func doctor(_ id: RowID<Person>, realm: Realm) throws(SQLError) -> BookableDoctor? {
    try all("WHERE s.doctor_id = ?1 AND d.realm = ?2 AND d.state = 'approved'", [.id(id), .name(realm)]).first
  }

  /// Approved ones with rules, in the order in which they came.
  public func doctors(realm: Realm, limit: Int = 1_000) throws(SQLError) -> [BookableDoctor] {
    try all(
      "WHERE d.realm = ?1 AND d.state = 'approved' ORDER BY s.doctor_id LIMIT ?2",
      [.name(realm), .integer(Int64(limit))])
  }

  public func doctors(of clinic: RowID<ClinicRow>) throws(SQLError) -> [BookableDoctor] {
    try all("WHERE s.clinic_id = ?1 AND d.state = 'approved' ORDER BY s.doctor_id", [.id(clinic)])
  }

  /// Those whom a person likes, the last liked first.
  public func liked(by person: RowID<Person>) throws(SQLError) -> [BookableDoctor] {
    try all(
      """
      JOIN liked_doctors l ON l.doctor_id = s.doctor_id
      WHERE l.person_id = ?1 AND d.state = 'approved' ORDER BY l.created_at DESC, s.doctor_id DESC LIMIT 1000
      """, [.id(person)])
  }

  public func setLiked(
    _ isLiked: Bool, _ doctor: RowID<Person>, by person: RowID<Person>, at now: Timestamp
  ) throws(SQLError) {
    if isLiked {
      try connection.execute(
        """
        INSERT INTO liked_doctors (person_id, doctor_id, created_at) VALUES (?1, ?2, ?3)
        ON CONFLICT (person_id, doctor_id) DO NOTHING
        """, [.id(person), .id(doctor), .timestamp(now)])
    } else {
      try connection.execute(
        "DELETE FROM liked_doctors WHERE person_id = ?1 AND doctor_id = ?2", [.id(person), .id(doctor)])
    }
  }

  public func isLiked(_ doctor: RowID<Person>, by person: RowID<Person>) throws(SQLError) -> Bool {
    try connection.first(
      "SELECT 1 FROM liked_doctors WHERE person_id = ?1 AND doctor_id = ?2", [.id(person), .id(doctor)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [BookableDoctor] {
    try connection.all("\(Self.doctors) \(condition)", values) { (row) throws(SQLError) in
      let next = 19 + PersonRow.columnCount
      return BookableDoctor(
        person: try PersonRow(row, from: 19), specialty: try row.text(next), schedule: try ScheduleRow(row),
        clinicName: try row.text(next + 1), likeCount: try row.int64(next + 2), updatedAt: try row.timestamp(next + 3))
    }
  }
}
