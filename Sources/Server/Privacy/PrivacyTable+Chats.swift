import Storage

extension PrivacyTable {
  private static let ownRooms = "(SELECT o.room_id FROM room_members o WHERE o.person_id = ?1)"

  /// What the person can see now: not what is deleted or hidden from them.
  private static let seen = """
    room_id IN \(ownRooms) AND deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM hidden_messages h WHERE h.room_id = messages.room_id AND h.seq = messages.seq AND h.person_id = ?1)
    """

  static let chats = [
    TableRule(
      "rooms", "who talks with whom", of: .columns(["low_person_id", "high_person_id"]), erased: .nothing,
      exported: "rooms", where: "id IN \(ownRooms)",
      [
        .stays("id", .room), .stays("realm", .text), .stays("low_person_id", .person),
        .stays("high_person_id", .person), .stays("created_at", .time), .stays("updated_at", .time),
        .stays("last_seq", .bookkeeping), .stays("last_message_at", .time), .stays("version", .bookkeeping),
        .stays("pinned_id", .message), .stays("indexed_at", .bookkeeping),
      ]),
    TableRule(
      "room_members", "how far each has read", of: .column("person_id"), erased: .nothing, exported: "read_positions",
      [
        .stays("room_id", .room), .stays("person_id", .person), .stays("read_seq", .number),
        .stays("joined_seq", .number), .stays("is_muted", .flag), .stays("pushed_seq", .bookkeeping),
        .stays("own_after_read", .bookkeeping),
      ]),
    TableRule(
      "messages", "what was said", of: .column("sender_id"), erased: .messages(.consultRecord), exported: "messages",
      where: seen,
      [
        .stays("id", .message), .stays("room_id", .room), .stays("seq", .number), .stays("sender_id", .person),
        .stays("client_id", .text), .goes("content", .text), .goes("files", .json), .stays("created_at", .time),
        .stays("updated_at", .time), .stays("version", .bookkeeping), .stays("edited_at", .time),
        .stays("deleted_at", .time), .goes("reply_to_id", .message), .goes("body_digest", .bookkeeping),
        .goes("mentions", .bookkeeping), .goes("reactions", .bookkeeping), .goes("attachments", .json),
        .stays("erase_at", .bookkeeping), .goes("gram_bits", .bookkeeping),
      ]),
    TableRule(
      "hidden_messages", "what a block keeps from somebody", of: .column("person_id"), erased: .rows,
      [.goes("room_id", .ofOthers), .goes("seq", .ofOthers), .goes("person_id", .ofOthers)]),
    TableRule(
      "blocks", "who has blocked whom", of: .columns(["blocker_id", "blocked_id"]), erased: .rows, exported: "blocks",
      where: "blocker_id = ?1",
      [.goes("blocker_id", .person), .goes("blocked_id", .person), .goes("created_at", .time)]),
    TableRule(
      "search_grams", "where letters stand in messages", of: .nobody, erased: .withRow(of: "messages"),
      [.goes("room_id", .bookkeeping), .goes("gram", .bookkeeping), .goes("sent_at", .bookkeeping)]),
    TableRule(
      "reports", "what was brought before the operator", of: .column("reporter_id"), erased: .kept(.report),
      exported: "reports",
      [
        .goes("id", .bookkeeping), .goes("message_id", .message), .goes("reporter_id", .bookkeeping),
        .goes("reason", .text), .goes("note", .text), .goes("content", .text), .goes("created_at", .time),
        .goes("closed_at", .time), .goes("attachments", .json),
      ]),
  ]

  static let files = [
    TableRule(
      "files", "files of messages; the archive has their bytes", of: .column("uploader_id"),
      erased: .withRow(of: "messages"), exported: "files",
      where: """
        (message_id IS NULL AND uploader_id = ?1)
          OR message_id IN (SELECT messages.id FROM messages WHERE \(seen))
        """,
      [
        .goes("id", .bookkeeping), .goes("name", .text), .goes("realm", .text), .goes("room_id", .room),
        .goes("uploader_id", .person), .goes("message_id", .message), .goes("kind", .text), .goes("media_type", .text),
        .goes("title", .text), .goes("byte_count", .number), .goes("width", .number), .goes("height", .number),
        .goes("page_count", .number), .goes("file_key", .secret), .goes("created_at", .time),
      ]),
    TableRule(
      "uploads", "files on their way", of: .column("uploader_id"), erased: .rowsAndBytes, exported: "uploads",
      [
        .goes("id", .bookkeeping), .goes("name", .text), .goes("room_id", .room), .goes("uploader_id", .bookkeeping),
        .goes("title", .text), .goes("metadata", .text), .goes("byte_count", .number), .goes("received", .number),
        .goes("segments", .bookkeeping), .goes("file_key", .secret), .goes("file_id", .bookkeeping),
        .goes("created_at", .time), .goes("expires_at", .time),
      ]),
    TableRule(
      "file_openings", "who opened which file of a consult", of: .column("person_id"), erased: .withRow(of: "files"),
      exported: "file_openings",
      where: """
        person_id = ?1 OR file_id IN (
          SELECT files.id FROM files WHERE files.uploader_id = ?1 OR files.message_id IN (
            SELECT messages.id FROM messages WHERE \(seen)))
        """,
      [
        .stays("id", .bookkeeping), .stays("file_id", .bookkeeping), .stays("person_id", .person),
        .goes("variant", .text), .goes("address", .ofOthers), .stays("opened_at", .time),
      ]),
  ]

  static let records = [
    TableRule(
      "consents", "what was agreed to, and when", of: .column("person_id"), erased: .kept(.report),
      exported: "consents",
      [
        .goes("id", .bookkeeping), .goes("person_id", .bookkeeping), .goes("kind", .text), .goes("version", .text),
        .goes("agreed", .flag), .goes("created_at", .time),
      ]),
    TableRule(
      "audit_entries", "what happened to the account", of: .column("person_id"),
      erased: .byDate("keep_until", .accessRecord), exported: "activity",
      [
        .goes("id", .bookkeeping), .goes("person_id", .bookkeeping), .goes("session_id", .session),
        .goes("actor", .text), .goes("kind", .text), .goes("detail", .text), .goes("address", .text),
        .goes("happened_at", .time), .goes("keep_until", .time),
      ]),
    TableRule(
      "exports", "archives that were asked for", of: .column("person_id"), erased: .rowsAndBytes, exported: "exports",
      [
        .goes("id", .bookkeeping), .goes("name", .secret), .goes("person_id", .bookkeeping), .goes("state", .text),
        .goes("byte_count", .number), .goes("file_key", .secret), .goes("created_at", .time),
        .goes("expires_at", .time),
      ]),
    TableRule(
      "erasures", "that somebody was erased: a number and a date", of: .column("person_id"), erased: .nothing,
      [
        .stays("person_id", .bookkeeping), .stays("actor", .bookkeeping), .stays("asked_at", .bookkeeping),
        .stays("finished_at", .bookkeeping),
      ]),
    TableRule(
      "try_buckets", "how often somebody tried; names are digests", of: .nobody, erased: .nothing,
      [
        .stays("kind", .bookkeeping), .stays("name", .bookkeeping), .stays("tries_left", .bookkeeping),
        .stays("counted_at", .bookkeeping),
      ]),
    TableRule(
      "jobs",
      "letters, messages and pushes that wait or could not be sent, for 30 days; what Kakao and Apple have yet to be "
        + "told of somebody who left, for four days", of: .column("person_id"), erased: .rows,
      [
        .goes("id", .bookkeeping), .goes("kind", .bookkeeping), .goes("job_key", .bookkeeping),
        .goes("payload", .bookkeeping), .goes("state", .bookkeeping), .goes("due_at", .bookkeeping),
        .goes("attempts", .bookkeeping), .goes("lease", .bookkeeping), .goes("fault", .bookkeeping),
        .goes("created_at", .bookkeeping), .goes("ended_at", .bookkeeping), .goes("person_id", .bookkeeping),
      ]),
    TableRule(
      "schema_migrations", "steps of the schema", of: .nobody, erased: .nothing,
      [.stays("number", .bookkeeping), .stays("name", .bookkeeping)]),
  ]
}
