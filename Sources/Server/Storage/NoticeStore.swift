import Domain
import SQL
import Wire

/// One row of a person's notification inbox.
public struct NoticeRow: Equatable, Sendable {
  public var id: RowID<NoticeRow>
  /// Names it on the wire; random.
  public var name: String
  public var personID: RowID<Person>
  public var kind: String
  /// Of a notice about a room.
  public var roomID: RowID<Room>?
  /// The newest message that it is about.
  public var seq: Int64
  public var sender: String?
  public var title: String
  public var subtitle: String
  public var body: String
  public var toldAt: Timestamp
  public var isRead: Bool
  /// Of a notice about a room: what the message says; nil where it was deleted or is hidden.
  public var content: String?
  public var hasFiles: Bool
}

public struct NewNotice: Equatable, Sendable {
  public var name: String
  public var personID: RowID<Person>
  public var kind: String
  public var roomID: RowID<Room>?
  public var seq: Int64
  public var senderID: RowID<Person>?
  public var title: String
  public var subtitle: String
  public var body: String

  public init(
    name: String, personID: RowID<Person>, kind: String, roomID: RowID<Room>? = nil, seq: Int64 = 0,
    senderID: RowID<Person>? = nil, title: String = "", subtitle: String = "", body: String = ""
  ) {
    self.name = name
    self.personID = personID
    self.kind = kind
    self.roomID = roomID
    self.seq = seq
    self.senderID = senderID
    self.title = title
    self.subtitle = subtitle
    self.body = body
  }
}

/// Where a page of the inbox begins: below this notice.
public struct NoticePlace: Equatable, Sendable {
  public var toldAt: Timestamp
  public var id: Int64

  public init(toldAt: Timestamp, id: Int64) {
    self.toldAt = toldAt
    self.id = id
  }
}

/// What people were told. A notice about a room is one per person and room, read as far as the room is read.
public struct NoticeStore {
  let connection: any SQLConnection

  private static let columns = """
    n.id, n.name, n.person_id, n.kind, n.room_id, n.seq, p.nick, n.title, n.subtitle, n.body, n.told_at,
    CASE WHEN \(unread) THEN 0 ELSE 1 END,
    CASE WHEN x.deleted_at IS NULL AND h.seq IS NULL THEN x.content ELSE NULL END,
    CASE WHEN x.files IS NULL OR x.files = '[]' THEN 0 ELSE 1 END
    """
  private static let unread = "(n.read_at IS NULL AND (n.room_id IS NULL OR m.read_seq < n.seq))"
  private static let member = "LEFT JOIN room_members m ON m.room_id = n.room_id AND m.person_id = n.person_id"
  private static let tables = """
    FROM notices n \(member)
    LEFT JOIN people p ON p.id = n.sender_id
    LEFT JOIN messages x ON x.room_id = n.room_id AND x.seq = n.seq
    LEFT JOIN hidden_messages h ON h.room_id = n.room_id AND h.seq = n.seq AND h.person_id = n.person_id
    """

  /// A notice about a room takes the place of the one before, and is new again.
  @discardableResult
  public func put(_ notice: NewNotice, at now: Timestamp) throws(SQLError) -> RowID<NoticeRow>? {
    try connection.first(
      """
      INSERT INTO notices (name, person_id, kind, room_id, seq, sender_id, title, subtitle, body, told_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (person_id, room_id) DO UPDATE SET
        name = excluded.name, seq = excluded.seq, sender_id = excluded.sender_id, told_at = excluded.told_at,
        read_at = NULL
      RETURNING id
      """,
      [
        .text(notice.name), .id(notice.personID), .text(notice.kind), .optional(notice.roomID?.value),
        .integer(notice.seq), .optional(notice.senderID?.value), .text(notice.title), .text(notice.subtitle),
        .text(notice.body), .timestamp(now),
      ]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  /// One that is about no room. nil where there is one of that name already: nobody is told the same twice.
  public func putOnce(_ notice: NewNotice, at now: Timestamp) throws(SQLError) -> RowID<NoticeRow>? {
    try connection.first(
      """
      INSERT INTO notices (name, person_id, kind, seq, sender_id, title, subtitle, body, told_at)
      VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (name) DO NOTHING RETURNING id
      """,
      [
        .text(notice.name), .id(notice.personID), .text(notice.kind), .optional(notice.senderID?.value),
        .text(notice.title), .text(notice.subtitle), .text(notice.body), .timestamp(now),
      ]
    ) { (row) throws(SQLError) in try row.id(0) }
  }

  public func find(_ id: RowID<NoticeRow>) throws(SQLError) -> NoticeRow? {
    try connection.first("SELECT \(Self.columns) \(Self.tables) WHERE n.id = ?1", [.id(id)]) {
      (row) throws(SQLError) in try NoticeRow(row)
    }
  }

  /// The newest first, below a place.
  public func list(
    of person: RowID<Person>, below place: NoticePlace?, limit: Int
  ) throws(SQLError) -> [NoticeRow] {
    let below = place == nil ? "" : " AND (n.told_at, n.id) < (?3, ?4)"
    let values: [SQLValue] = place.map { [.timestamp($0.toldAt), .integer($0.id)] } ?? []
    return try connection.all(
      """
      SELECT \(Self.columns) \(Self.tables)
      WHERE n.person_id = ?1\(below) ORDER BY n.told_at DESC, n.id DESC LIMIT ?2
      """, [.id(person), .integer(Int64(limit))] + values
    ) { (row) throws(SQLError) in try NoticeRow(row) }
  }

  public func unreadCount(of person: RowID<Person>) throws(SQLError) -> Int64 {
    try connection.first(
      "SELECT COUNT(*) FROM notices n \(Self.member) WHERE n.person_id = ?1 AND \(Self.unread)", [.id(person)]
    ) { (row) throws(SQLError) in try row.int64(0) } ?? 0
  }

  /// Of one person: what is named, or all.
  public func markRead(
    _ names: [String]?, of person: RowID<Person>, at now: Timestamp
  ) throws(SQLError) {
    let mark = "UPDATE notices SET read_at = ?2 WHERE person_id = ?1 AND read_at IS NULL"
    guard let names else {
      try connection.execute(mark, [.id(person), .timestamp(now)])
      return
    }
    for name in names {
      try connection.execute(mark + " AND name = ?3", [.id(person), .timestamp(now), .text(name)])
    }
  }

  /// Forgets what is older than an instant, and says how many.
  @discardableResult
  public func delete(before instant: Timestamp, limit: Int) throws(SQLError) -> Int {
    try connection.execute(
      "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE told_at < ?1 ORDER BY told_at LIMIT ?2)",
      [.timestamp(instant), .integer(Int64(limit))])
  }
}

extension NoticeRow {
  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    name = try row.text(1)
    personID = try row.id(2)
    kind = try row.text(3)
    roomID = row.isNull(4) ? nil : try row.id(4)
    seq = try row.int64(5)
    sender = try row.optionalText(6)
    title = try row.text(7)
    subtitle = try row.text(8)
    body = try row.text(9)
    toldAt = try row.timestamp(10)
    isRead = try row.bool(11)
    content = try row.optionalText(12)
    hasFiles = try row.bool(13)
  }
}
