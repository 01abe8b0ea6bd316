import CPostgres
import SQL

/// What the server answered to one statement: all of its rows, as text.
final class PostgresResult {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) {
    self.result = result
  }

  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }
  var rowCount: Int { Int(PQntuples(result)) }
  var columnCount: Int { Int(PQnfields(result)) }

  /// Rows changed by INSERT, UPDATE or DELETE.
  var changes: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  func errorField(_ code: Unicode.Scalar) -> String {
    PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
  }

  /// The number of the column's type in `pg_type`.
  func type(_ column: Int) -> Oid { PQftype(result, Int32(column)) }

  /// nil where the value is NULL.
  func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard PQgetisnull(result, Int32(row), Int32(column)) == 0,
      let start = PQgetvalue(result, Int32(row), Int32(column))
    else { return nil }
    let count = Int(PQgetlength(result, Int32(row), Int32(column)))
    return UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }
}

/// One row of a result.
final class PostgresCells: SQLCells {
  private let result: PostgresResult
  var row = 0

  init(_ result: PostgresResult) {
    self.result = result
  }

  func isNull(_ column: Int) -> Bool { value(column) == nil }

  func int64(_ column: Int) -> Int64? {
    guard let text = value(column) else { return nil }
    switch result.type(column) {
    case PostgresType.bool: return text.first == UInt8(ascii: "t") ? 1 : 0
    case PostgresType.int8, PostgresType.int4, PostgresType.int2, PostgresType.numeric:
      return Int64(String(decoding: text, as: UTF8.self))
    default: return nil
    }
  }

  func double(_ column: Int) -> Double? {
    guard let text = value(column) else { return nil }
    switch result.type(column) {
    case PostgresType.float8, PostgresType.float4, PostgresType.int8, PostgresType.int4, PostgresType.int2,
      PostgresType.numeric:
      return Double(String(decoding: text, as: UTF8.self))
    default: return nil
    }
  }

  func text(_ column: Int) -> String? {
    guard result.type(column) == PostgresType.text, let text = value(column) else { return nil }
    return PostgresText.unescaped(String(decoding: text, as: UTF8.self))
  }

  /// `\x00ff`.
  func blob(_ column: Int) -> [UInt8]? {
    guard result.type(column) == PostgresType.bytea, let text = value(column), text.count % 2 == 0,
      text.starts(with: [0x5C, 0x78])
    else { return nil }
    return stride(from: 2, to: text.count, by: 2).map { digit(text[$0]) << 4 | digit(text[$0 + 1]) }
  }

  private func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte & 0x0F : (byte & 0x0F) &+ 9 }

  private func value(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    column >= 0 && column < result.columnCount ? result.bytes(row, column) : nil
  }
}

/// Numbers of `pg_type` that never change.
enum PostgresType {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let text: Oid = 25
  static let float4: Oid = 700
  static let float8: Oid = 701
  static let numeric: Oid = 1700
  /// The server finds it out.
  static let unknown: Oid = 0
}
