/// A value that a statement takes.
public enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  public static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
  public static func optional(_ integer: Int64?) -> SQLValue { integer.map(SQLValue.integer) ?? .null }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(nilLiteral: ()) { self = .null }
}
