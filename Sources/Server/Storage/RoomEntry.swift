import Domain
import SQL
import Wire

/// What whoever does something in a room looks at first.
public struct RoomEntry: Equatable, Sendable {
  public var room: RoomRow
  public var members: [MemberRow]
  /// The viewer has used the client id in the room that was asked about.
  public var isUsed: Bool
}

extension RoomStore {
  /// All of it in one statement: each message that is sent asks for it. nil where there is no such room.
  public func entry(
    _ room: RowID<Room>, for viewer: RowID<Person>, clientID: String? = nil
  ) throws(SQLError) -> RoomEntry? {
    var entry: RoomEntry?
    try connection.rows(Self.entry, [.id(viewer), .id(room), .optional(clientID)]) { (row) throws(SQLError) in
      let member = try MemberRow(row)
      let next = MemberRow.columnCount
      if entry == nil {
        let isUsed = try row.bool(next + RoomRow.columnCount)
        entry = RoomEntry(room: try RoomRow(row, from: next), members: [], isUsed: isUsed)
      }
      entry?.members.append(member)
    }
    return entry
  }

  private static let entry = """
    SELECT \(MemberRow.columns), \(columns), CASE WHEN EXISTS (
      SELECT 1 FROM messages x WHERE x.room_id = ?2 AND x.sender_id = ?1 AND x.client_id = ?3) THEN 1 ELSE 0 END
    FROM rooms r JOIN room_members m ON m.room_id = r.id JOIN people p ON p.id = m.person_id
    WHERE r.id = ?2 ORDER BY m.person_id
    """
}
