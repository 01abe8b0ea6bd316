extension Migration {
  /// How many messages of one's own are above one's read position: with it the unread ones are the distance to the
  /// newest, less these.
  static let unread = Migration(
    number: 15, name: "unread",
    sql: """
      ALTER TABLE room_members ADD COLUMN own_after_read BIGINT NOT NULL DEFAULT 0;
      UPDATE room_members SET own_after_read = (
        SELECT COUNT(*) FROM messages x
        WHERE x.room_id = room_members.room_id AND x.seq > room_members.read_seq
          AND x.sender_id = room_members.person_id);
      """)
}
