import CPostgres
import SQL

/// The values of a statement as libpq takes them: text as C strings, bytes as they are.
struct PostgresParameters {
  private var bytes: [UInt8] = []
  /// Where each value begins and ends in `bytes`; nil for NULL.
  private var places: [Range<Int>?] = []
  private var formats: [Int32] = []
  let types: [Oid]

  init(_ values: [SQLValue]) {
    types = values.map(\.postgresType)
    for value in values {
      let start = bytes.count
      switch value {
      case .null: break
      case .integer(let number): bytes += Array(String(number).utf8)
      case .real(let number): bytes += Array(number.description.utf8)
      case .text(let text): bytes += Array(PostgresText.escaped(text).utf8)
      case .blob(let blob): bytes += blob
      }
      places.append(value == .null ? nil : start..<bytes.count)
      formats.append(types[formats.count] == PostgresType.bytea ? 1 : 0)
      bytes.append(0)
    }
  }

  /// Gives the arrays of `PQsendQueryPrepared`: values, lengths, formats.
  func withPointers<T>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> T
  ) -> T {
    bytes.withUnsafeBytes { all in
      let start = all.bindMemory(to: CChar.self).baseAddress
      let pointers = places.map { place in place.flatMap { range in start.map { $0 + range.lowerBound } } }
      let lengths = places.map { Int32(clamping: $0?.count ?? 0) }
      return pointers.withUnsafeBufferPointer { values in
        body(values.baseAddress.map { UnsafePointer($0) }, lengths, formats)
      }
    }
  }
}

extension SQLValue {
  fileprivate var postgresType: Oid {
    switch self {
    case .null: PostgresType.unknown
    case .integer: PostgresType.int8
    case .real: PostgresType.float8
    case .text: PostgresType.text
    case .blob: PostgresType.bytea
    }
  }
}
