import Domain
import SQL
import Wire

/// A member of a room to whom something was said that is neither read nor settled.
public struct WaitingMember: Equatable, Sendable {
  public var personID: RowID<Person>
  public var realm: Realm
  /// The newest of these messages, and who said it.
  public var seq: Int64
  public var senderID: RowID<Person>
  /// When the first and the newest of them were said.
  public var firstAt: Timestamp
  public var lastAt: Timestamp
}

/// What a push shows of a message.
public struct NewestMessage: Equatable, Sendable {
  public var sender: String
  public var content: String
  public var hasFiles: Bool
}

/// Up to where it is settled who gets pushes, and how much they show.
public struct PushStore {
  let connection: any SQLConnection

  /// The seq of the newest message of a room, and for whom messages wait. Neither the muted, nor those from whom the
  /// messages are hidden, nor those who have read them are among them; deleted messages do not count.
  public func waiting(in room: RowID<Room>) throws(SQLError) -> (lastSeq: Int64, members: [WaitingMember]) {
    let last: Int64? = try connection.first("SELECT last_seq FROM rooms WHERE id = ?1", [.id(room)]) {
      (row) throws(SQLError) in try row.int64(0)
    }
    let members = try connection.all(
      """
      SELECT m.person_id, r.realm, n.seq, n.sender_id, f.created_at, n.created_at
      FROM room_members m JOIN rooms r ON r.id = m.room_id
      JOIN messages n ON n.room_id = m.room_id AND n.seq = (\(Self.news) ORDER BY x.seq DESC LIMIT 1)
      JOIN messages f ON f.room_id = m.room_id AND f.seq = (\(Self.news) ORDER BY x.seq LIMIT 1)
      WHERE m.room_id = ?1 AND m.is_muted = 0
      ORDER BY m.person_id
      """, [.id(room)]
    ) { (row) throws(SQLError) in
      WaitingMember(
        personID: try row.id(0), realm: try row.name(1, as: Realm.self), seq: try row.int64(2),
        senderID: try row.id(3), firstAt: try row.timestamp(4), lastAt: try row.timestamp(5))
    }
    return (last ?? 0, members)
  }

  /// What waits for a member `m`. Only its two ends are asked for: in a busy room there is much between them.
  private static let news = """
    SELECT x.seq FROM messages x
    WHERE x.room_id = m.room_id AND x.seq > CASE WHEN m.pushed_seq > m.read_seq THEN m.pushed_seq ELSE m.read_seq END
      AND x.seq > m.joined_seq AND x.sender_id <> m.person_id AND x.deleted_at IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM hidden_messages h WHERE h.room_id = x.room_id AND h.seq = x.seq AND h.person_id = m.person_id)
    """

  /// Settles a room up to a message, for all its members but some.
  public func settle(
    _ room: RowID<Room>, to seq: Int64, except waiting: [RowID<Person>] = []
  ) throws(SQLError) {
    // Numbers of ours: nothing that anybody wrote.
    let but = waiting.isEmpty ? "" : " AND person_id NOT IN (\(waiting.map { "\($0.value)" }.joined(separator: ", ")))"
    try connection.execute(
      "UPDATE room_members SET pushed_seq = ?2 WHERE room_id = ?1 AND pushed_seq < ?2\(but)",
      [.id(room), .integer(seq)])
  }

  /// Rooms in which something was said after an instant that is not settled: left behind by a server that was killed.
  /// Walks through all of them: at the start.
  public func unsettled(since instant: Timestamp) throws(SQLError) -> [RowID<Room>] {
    try connection.all(
      """
      SELECT DISTINCT m.room_id FROM room_members m JOIN rooms r ON r.id = m.room_id
      WHERE r.last_message_at > ?1 AND m.pushed_seq < r.last_seq AND m.read_seq < r.last_seq
      """, [.timestamp(instant)]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  /// The newest message of a room that waits for a person; nil where all is read, deleted, or muted by now.
  public func newest(in room: RowID<Room>, for person: RowID<Person>) throws(SQLError) -> NewestMessage? {
    try connection.first(
      """
      SELECT p.nick, x.content, x.files
      FROM room_members m JOIN messages x ON x.room_id = m.room_id AND x.seq > m.read_seq AND x.seq > m.joined_seq
      JOIN people p ON p.id = x.sender_id
      WHERE m.room_id = ?1 AND m.person_id = ?2 AND m.is_muted = 0 AND x.sender_id <> ?2 AND x.deleted_at IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM hidden_messages h WHERE h.room_id = x.room_id AND h.seq = x.seq AND h.person_id = ?2)
      ORDER BY x.seq DESC LIMIT 1
      """, [.id(room), .id(person)]
    ) { (row) throws(SQLError) in
      NewestMessage(sender: try row.text(0), content: try row.text(1), hasFiles: try row.text(2) != "[]")
    }
  }

  /// Whether a person may let something appear at another's: nil where they share no room, false where one of the two
  /// has blocked the other.
  public func mayReach(_ other: RowID<Person>, from person: RowID<Person>) throws(SQLError) -> Bool? {
    let pair: [SQLValue] = [.id(person), .id(other)]
    let shared = try connection.first(
      """
      SELECT 1 FROM room_members own JOIN room_members m ON m.room_id = own.room_id AND m.person_id = ?2
      WHERE own.person_id = ?1 AND own.person_id <> ?2 LIMIT 1
      """, pair
    ) { (_) throws(SQLError) in true }
    guard shared != nil else { return nil }
    let blocked = try connection.first(
      """
      SELECT 1 FROM blocks WHERE (blocker_id = ?1 AND blocked_id = ?2) OR (blocker_id = ?2 AND blocked_id = ?1) LIMIT 1
      """, pair
    ) { (_) throws(SQLError) in true }
    return blocked == nil
  }

  /// Whether somebody has muted a room in which something is not settled: what is said meanwhile is no news later.
  public func hasMuted(_ room: RowID<Room>) throws(SQLError) -> Bool {
    try connection.first(
      """
      SELECT 1 FROM room_members m JOIN rooms r ON r.id = m.room_id
      WHERE m.room_id = ?1 AND m.is_muted = 1 AND m.pushed_seq < r.last_seq AND m.read_seq < r.last_seq LIMIT 1
      """, [.id(room)]
    ) { (_) throws(SQLError) in true } ?? false
  }

  /// How much shows on a person's locked screens; nil where the person has not chosen.
  public func level(of person: RowID<Person>) throws(SQLError) -> String? {
    try connection.first("SELECT level FROM notification_settings WHERE person_id = ?1", [.id(person)]) {
      (row) throws(SQLError) in try row.text(0)
    }
  }

  public func setLevel(_ level: String, of person: RowID<Person>) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO notification_settings (person_id, level) VALUES (?1, ?2)
      ON CONFLICT (person_id) DO UPDATE SET level = excluded.level
      """, [.id(person), .text(level)])
  }
}
