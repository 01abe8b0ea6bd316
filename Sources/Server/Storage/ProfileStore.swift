import Domain
import JSON
import SQL
import Wire

/// A person with all that the profile shows.
public struct ProfileRow: Equatable, Sendable {
  public var person: PersonRow
  public var phoneNumber: String
  public var details: PersonDetails
}

/// Profiles, as far as one person may see those of others: in `eyemon` patients find approved doctors and whom they
/// talk with, doctors find only those with whom they have a room; elsewhere members find each other. An erased person
/// is nobody.
public struct ProfileStore {
  let connection: any SQLConnection

  private static let columns = PeopleStore.columns + ", p.phone_number, p." + detailColumns
  private static var detailColumns: String { PersonDetails.columns.replacing(", ", with: ", p.") }

  public func find(_ id: RowID<Person>) throws(SQLError) -> ProfileRow? {
    try all("p.id = ?1 AND p.erased_at IS NULL", [.id(id)]).first
  }

  /// nil where there is nobody whom the viewer may know of.
  public func find(_ id: RowID<Person>, visibleTo viewer: PersonRow) throws(SQLError) -> ProfileRow? {
    if id == viewer.id { return try find(id) }
    return try all(
      "p.id = ?2 AND \(Self.mayBeSeen(by: viewer, searching: false))", [.id(viewer.id), .id(id)]
    ).first
  }

  /// People whose nick holds a text, whatever the case of its Latin letters; without the viewer. Those called exactly
  /// so come first.
  public func search(nick: String, visibleTo viewer: PersonRow, limit: Int) throws(SQLError) -> [ProfileRow] {
    let pattern = nick.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    return try all(
      """
      p.id <> ?1 AND LOWER(p.nick) LIKE LOWER(?2) ESCAPE '\\' AND \(Self.mayBeSeen(by: viewer, searching: true))
      ORDER BY CASE WHEN p.nick = ?3 THEN 0 ELSE 1 END, p.id LIMIT ?4
      """, [.id(viewer.id), .text("%\(pattern)%"), .text(nick), .integer(Int64(limit))])
  }

  /// The viewer is `?1`, the person `p`.
  private static func mayBeSeen(by viewer: PersonRow, searching: Bool) -> String {
    let together = """
      p.id IN (
        SELECT m.person_id FROM room_members own JOIN room_members m ON m.room_id = own.room_id
        WHERE own.person_id = ?1)
      """
    let approved = "p.id IN (SELECT d.person_id FROM doctors d WHERE d.realm = 'eyemon' AND d.state = 'approved')"
    let living = "p.realm = '\(viewer.realm.rawValue)' AND p.erased_at IS NULL"
    guard viewer.realm == .eyemon else { return living }
    guard viewer.role == .doctor else {
      return "\(living) AND p.role = 'doctor' AND (\(searching ? approved : "\(approved) OR \(together)"))"
    }
    return "\(living) AND p.role = 'patient' AND \(together)"
  }

  public func update(_ id: RowID<Person>, _ change: ProfileEdit) throws(SQLError) {
    var columns: [String] = []
    var values: [SQLValue] = [.id(id)]
    func set(_ column: String, _ value: SQLValue?) {
      guard let value else { return }
      values.append(value)
      columns.append("\(column) = ?\(values.count)")
    }
    set("nick", change.nick.map { .text($0) })
    set("phone_number", change.phoneNumber.map { .text($0) })
    set("introduction", change.introduction.map { .text($0) })
    set("profile_image", change.profileImage.map { $0.isEmpty ? .null : .text($0) })
    set("name", change.name.map { .text($0) })
    set("hash_tags", change.hashTags.map { tags in .list(tags.map { .string($0) }) })
    set("birth_day", change.birthDay.map { .text($0) })
    set("gender", change.gender.map { .text($0) })
    if change.info.contains(where: { $0 != nil }), let old = try find(id)?.details.info {
      let info = (0..<5).map { index in
        let kept = index < old.count ? old[index] : ""
        return index < change.info.count ? change.info[index] ?? kept : kept
      }
      set("info", .list(info.map { .string($0) }))
    }
    guard !columns.isEmpty else { return }
    try connection.execute("UPDATE people SET \(columns.joined(separator: ", ")) WHERE id = ?1", values)
  }

  private func all(_ condition: String, _ values: [SQLValue]) throws(SQLError) -> [ProfileRow] {
    try connection.all("SELECT \(Self.columns) FROM people p WHERE \(condition)", values) { (row) throws(SQLError) in
      let next = PersonRow.columnCount
      return ProfileRow(
        person: try PersonRow(row), phoneNumber: try row.text(next), details: try PersonDetails(row, from: next + 1))
    }
  }
}
