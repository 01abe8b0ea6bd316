import Contract
import Domain
import SQL
import Wire

/// What somebody brought before the operator.
public struct ReportRow: Equatable, Sendable {
  public var id: Int64
  public var messageID: RowID<Message>
  public var roomID: RowID<Room>
  public var sender: PersonRow
  public var reporter: PersonRow
  public var reason: Report.Reason
  public var note: String
  /// As it was when it was reported.
  public var content: String
  /// The same: its files.
  public var attachments: [Attachment]
  public var createdAt: Timestamp
  public var closedAt: Timestamp?
}

public struct ReportStore {
  let connection: any SQLConnection

  /// One per person and message: a second one takes the place of the first, and opens it again.
  public func insert(
    _ report: Report, of message: MessageRow, by reporter: RowID<Person>, at now: Timestamp
  ) throws(SQLError) {
    try connection.execute(
      """
      INSERT INTO reports (message_id, reporter_id, reason, note, content, created_at, attachments)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (message_id, reporter_id) DO UPDATE SET
        reason = excluded.reason, note = excluded.note, content = excluded.content, created_at = excluded.created_at,
        attachments = excluded.attachments, closed_at = NULL
      """,
      [
        .id(message.id), .id(reporter), .name(report.reason), .text(report.note), .text(message.content),
        .timestamp(now), .list(message.attachments.map { $0.json }),
      ])
  }

  /// The newest first.
  /// - Parameter isOpen: only those that nobody has closed.
  public func list(isOpen: Bool, limit: Int) throws(SQLError) -> [ReportRow] {
    let sender = PeopleStore.columns.replacing("p.", with: "s.")
    return try connection.all(
      """
      SELECT t.id, t.message_id, x.room_id, t.reason, t.note, t.content, t.created_at, t.closed_at,
        t.attachments, \(PeopleStore.columns), \(sender)
      FROM reports t
      JOIN messages x ON x.id = t.message_id
      JOIN people p ON p.id = t.reporter_id
      JOIN people s ON s.id = x.sender_id
      \(isOpen ? "WHERE t.closed_at IS NULL " : "")ORDER BY t.id DESC LIMIT ?1
      """, [.integer(Int64(limit))]
    ) { (row) throws(SQLError) in try ReportRow(row) }
  }

  public func openCount() throws(SQLError) -> Int64 {
    try connection.first("SELECT COUNT(*) FROM reports WHERE closed_at IS NULL") { (row) throws(SQLError) in
      try row.int64(0)
    } ?? 0
  }

  /// false where there is no open one of that number.
  public func close(_ id: Int64, at now: Timestamp) throws(SQLError) -> Bool {
    try connection.execute(
      "UPDATE reports SET closed_at = ?2 WHERE id = ?1 AND closed_at IS NULL", [.integer(id), .timestamp(now)]) > 0
  }
}

extension ReportRow {
  init(_ row: SQLRow) throws(SQLError) {
    id = try row.int64(0)
    messageID = try row.id(1)
    roomID = try row.id(2)
    reason = try row.name(3, as: Report.Reason.self)
    note = try row.text(4)
    content = try row.text(5)
    createdAt = try row.timestamp(6)
    closedAt = try row.optionalTimestamp(7)
    attachments = try row.list(8, Attachment.init(json:))
    reporter = try PersonRow(row, from: 9)
    sender = try PersonRow(row, from: 9 + PersonRow.columnCount)
  }
}
