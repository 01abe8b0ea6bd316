import SQL

/// The tables and columns that a database really has: what the privacy table is checked against.
public enum SchemaReader {
  public static func columns(_ connection: any SQLConnection) throws(SQLError) -> [String: [String]] {
    switch connection.dialect {
    case .sqlite:
      var found: [String: [String]] = [:]
      let tables = try connection.all(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
      ) { (row) throws(SQLError) in try row.text(0) }
      for table in tables {
        found[table] = try connection.all("SELECT name FROM pragma_table_info(?1)", [.text(table)]) {
          (row) throws(SQLError) in try row.text(0)
        }
      }
      return found
    case .postgres:
      var found: [String: [String]] = [:]
      try connection.rows(
        """
        SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
        WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position
        """, []
      ) { (row) throws(SQLError) in found[try row.text(0), default: []].append(try row.text(1)) }
      return found
    }
  }
}
