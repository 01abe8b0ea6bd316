extension Migration {
  /// The index is filled for many messages of a room at once, because neighbours in it are then written together. Up to
  /// `indexed_at` it knows all messages of the room; newer ones are few and have `gram_bits`, which tell at a look what
  /// they cannot contain.
  static let searchTail = Migration(
    number: 14, name: "search tail",
    sql: """
      ALTER TABLE rooms ADD COLUMN indexed_at BIGINT NOT NULL DEFAULT 0;
      ALTER TABLE messages ADD COLUMN gram_bits BIGINT NOT NULL DEFAULT 0;
      UPDATE rooms SET indexed_at = last_message_at;
      """)
}
