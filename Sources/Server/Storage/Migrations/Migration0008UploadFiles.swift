extension Migration {
  /// Removing a file looks for the upload that it came from.
  static let uploadFiles = Migration(
    number: 8, name: "upload files",
    sql: """
      CREATE INDEX uploads_by_file ON uploads (file_id);
      """)
}
