extension Migration {
  /// A report keeps which files the message had: many that are reported have no text at all.
  static let reportFiles = Migration(
    number: 25, name: "report_files", sql: "ALTER TABLE reports ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';")
}
