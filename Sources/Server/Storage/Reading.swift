import SQL
import Wire

extension SQLRow {
  func id<Of>(_ column: Int) throws(SQLError) -> RowID<Of> { RowID(try int64(column)) }

  func timestamp(_ column: Int) throws(SQLError) -> Timestamp { Timestamp(milliseconds: try int64(column)) }

  func optionalTimestamp(_ column: Int) throws(SQLError) -> Timestamp? {
    isNull(column) ? nil : try timestamp(column)
  }

  /// A name of an enumeration; one that this version does not know means that a newer one wrote it.
  func name<Name: RawRepresentable<String>>(_ column: Int, as type: Name.Type) throws(SQLError) -> Name {
    let text = try text(column)
    guard let name = Name(rawValue: text) else { throw .mistake("unknown \(type) \(text)") }
    return name
  }
}

extension SQLValue {
  static func id<Of>(_ row: RowID<Of>) -> SQLValue { .integer(row.value) }
  static func timestamp(_ timestamp: Timestamp) -> SQLValue { .integer(timestamp.milliseconds) }
  static func name(_ name: some RawRepresentable<String>) -> SQLValue { .text(name.rawValue) }
}
