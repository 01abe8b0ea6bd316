import Domain
import JSON
import SQL
import Storage
import Wire

/// The rows of one person as the archive shows them.
struct PersonExport {
  let tables: Tables
  let identifiers: Identifiers
  let person: RowID<Person>

  /// Some rows of a table, in the order of its first column.
  func rows(of rule: TableRule, from offset: Int, limit: Int) throws -> [JSONValue] {
    let columns = rule.exportedColumns
    guard rule.exported != nil, !columns.isEmpty, let first = rule.columns.first else { return [] }
    let condition = rule.exportCondition ?? rule.condition
    return try tables.connection.all(
      """
      SELECT \(columns.map(\.name).joined(separator: ", ")) FROM \(rule.table)
      WHERE \(condition) ORDER BY \(order(rule, first.name)) LIMIT ?2 OFFSET ?3
      """, [.integer(person.value), .integer(Int64(limit)), .integer(Int64(offset))]
    ) { (row) throws(SQLError) in
      var object = JSONObject()
      for (index, column) in columns.enumerated() where !row.isNull(index) {
        object[column.name] = try value(row, index, column.exported)
      }
      return .object(object)
    }
  }

  /// A whole order, so that pages neither repeat nor lose a row.
  private func order(_ rule: TableRule, _ first: String) -> String {
    let names = rule.columns.map(\.name)
    return ["id", "room_id", first, "seq", "person_id", "kind", "blocked_id", "subject"]
      .filter { names.contains($0) }.joined(separator: ", ")
  }

  private func value(
    _ row: SQLRow, _ index: Int, _ exported: ColumnRule.Exported
  ) throws(SQLError) -> JSONValue {
    switch exported {
    case .text: .string(try row.text(index))
    case .number: .integer(try row.int64(index))
    case .flag: .bool(try row.bool(index))
    case .time: .string(Timestamp(milliseconds: try row.int64(index)).iso8601)
    case .json: (try? JSONValue(parsing: Array(try row.text(index).utf8))) ?? .null
    case .person: .string(identifiers.id(RowID<Person>(try row.int64(index))).text)
    case .room: .string(identifiers.id(RowID<Room>(try row.int64(index))).text)
    case .message: .string(identifiers.id(RowID<Message>(try row.int64(index))).text)
    case .session: .string(identifiers.id(RowID<SessionRow>(try row.int64(index))).text)
    case .reservation: .string(identifiers.id(RowID<ReservationRow>(try row.int64(index))).text)
    case .secret, .bookkeeping, .ofOthers: .null
    }
  }

  /// Who the ids of others are, as far as the person sees them.
  func companions() throws -> [JSONValue] {
    try tables.rooms.members(ofRoomsOf: person).map { member in
      let other = identifiers.person(member.person)
      return [
        "user_id": .string(other.id.text), "nick": .string(other.nick),
        "room_id": .string(identifiers.id(member.roomID).text),
      ]
    }
  }

  /// Files whose bytes belong into the archive: those that the person can open.
  func files(after id: Int64, limit: Int) throws -> [FileRow] {
    guard let condition = PrivacyTable.rule(of: "files")?.exportCondition else { return [] }
    return try tables.files.list(where: condition, person: person, after: id, limit: limit)
  }
}
