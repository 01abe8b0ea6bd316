import Domain
import SQL
import Wire

/// One opening as the people concerned see it.
public struct OpeningRow: Equatable, Sendable {
  public var id: Int64
  public var fileName: String
  public var title: String
  public var kind: FileKind
  public var roomID: RowID<Room>
  public var person: PersonRow
  public var variant: String
  public var openedAt: Timestamp
}

extension FileStore {
  /// What a person may know of openings, the last first: a patient all of those in their rooms, everybody else their
  /// own.
  public func openings(
    ofFilesOf person: RowID<Person>, before id: Int64, limit: Int
  ) throws(SQLError) -> [OpeningRow] {
    try connection.all(
      """
      SELECT o.id, f.name, f.title, f.kind, f.room_id, o.variant, o.opened_at, \(PeopleStore.columns)
      FROM room_members own
      JOIN people viewer ON viewer.id = own.person_id
      JOIN files f ON f.room_id = own.room_id
      JOIN file_openings o ON o.file_id = f.id
      JOIN people p ON p.id = o.person_id
      WHERE own.person_id = ?1 AND o.id < ?2 AND (viewer.role = 'patient' OR o.person_id = ?1)
      ORDER BY o.id DESC LIMIT ?3
      """, [.id(person), .integer(id), .integer(Int64(limit))]
    ) { (row) throws(SQLError) in
      OpeningRow(
        id: try row.int64(0), fileName: try row.text(1), title: try row.text(2),
        kind: try row.name(3, as: FileKind.self), roomID: try row.id(4), person: try PersonRow(row, from: 7),
        variant: try row.text(5), openedAt: try row.timestamp(6))
    }
  }
}
