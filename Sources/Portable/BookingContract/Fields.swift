import Contract
import Domain
import JSON
import Wire

extension APIForm {
  var schema: JSONValue { OpenAPI.Schema.object(fields) }

  func json(_ value: Value) -> JSONValue { .object(print(value)) }

  func array(_ values: [Value]) -> JSONValue { .array(values.map { json($0) }) }

  /// A member that is an object.
  func member(_ name: String, in fields: BodyFields) throws(APIError) -> Value {
    guard let value = try optional(name, in: fields) else { throw .missingValue }
    return value
  }

  /// nil where it is missing or null.
  func optional(_ name: String, in fields: BodyFields) throws(APIError) -> Value? {
    switch fields.value(name) {
    case nil, .null: return nil
    case .object(let object): return try read(BodyFields(object))
    default: throw .badRequest
    }
  }
}

extension JSONObject {
  /// Leaves out what is not there.
  mutating func put(_ name: String, _ text: String?) {
    if let text { self[name] = .string(text) }
  }

  mutating func put(_ name: String, _ instant: Timestamp?) {
    if let instant { self[name] = .string(instant.iso8601) }
  }

  mutating func put(_ name: String, _ number: Int64?) {
    if let number { self[name] = .integer(number) }
  }
}

extension BodyFields {
  func requiredDate(_ name: String) throws(APIError) -> Timestamp {
    guard let date = try date(name) else { throw .missingValue }
    return date
  }

  /// A whole number that fits where it is used.
  func whole(_ name: String, _ range: ClosedRange<Int64>) throws(APIError) -> Int {
    let number = try requiredNumber(name)
    guard range.contains(number) else { throw .badRequest }
    return Int(number)
  }

  /// - Throws: 400 where it is no day.
  func day(_ name: String) throws(APIError) -> CalendarDate {
    guard let day = CalendarDate(wire: try required(name)) else { throw .badDate }
    return day
  }

  func clock(_ name: String) throws(APIError) -> ClockTime {
    guard let time = ClockTime(text: try required(name)) else { throw .badDate }
    return time
  }

  func optionalClock(_ name: String) throws(APIError) -> ClockTime? {
    guard let text = text(name), !text.isEmpty else { return nil }
    guard let time = ClockTime(text: text) else { throw .badDate }
    return time
  }

  func amount(_ name: String) throws(APIError) -> Int64 {
    let amount = try requiredNumber(name)
    guard amount >= 0 else { throw .badRequest }
    return amount
  }
}

extension OpenAPI.Schema {
  static func day(_ name: String) -> OpenAPI.Field {
    member(name, ["type": "string", "format": "date"])
  }

  static func clock(_ name: String) -> OpenAPI.Field {
    member(name, ["type": "string", "pattern": "^([01][0-9]|2[0-4]):[0-5][0-9]$"])
  }

  static func wallTime(_ name: String) -> OpenAPI.Field {
    member(name, ["type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"])
  }

  static func between(_ name: String, _ range: ClosedRange<Int64>) -> OpenAPI.Field {
    member(
      name,
      [
        "type": "integer", "format": "int64", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ])
  }

  static func number(_ name: String) -> OpenAPI.Field { member(name, ["type": "number"]) }
}
