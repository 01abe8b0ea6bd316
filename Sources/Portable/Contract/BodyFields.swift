import JSON
import Wire

/// The values of a request body by name, whether it is JSON or urlencoded.
public struct BodyFields: Sendable {
  private enum Source: Sendable {
    case json(JSONObject)
    case form([String: JSONValue])
  }

  private let source: Source

  /// - Throws: 400 where the body is not what its content type says, or no object.
  public init(_ request: HTTPRequest) throws(APIError) {
    if request.body.isEmpty {
      source = .form([:])
    } else if Self.isForm(request.headers["Content-Type"] ?? "") {
      source = .form(Self.read(Query(parsing: String(decoding: request.body, as: UTF8.self))))
    } else {
      guard let object = (try? JSONValue(parsing: request.body))?.object else { throw .badRequest }
      source = .json(object)
    }
  }

  public init(_ object: JSONObject) { source = .json(object) }

  private static func isForm(_ contentType: String) -> Bool {
    let type = contentType.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    return asciiEqualIgnoringCase(String(Substring(type)), "application/x-www-form-urlencoded")
  }

  /// A name that ends in `[]`, or stands there twice, makes a list.
  private static func read(_ form: Query) -> [String: JSONValue] {
    var members: [String: [JSONValue]] = [:]
    var lists: Set<String> = []
    for item in form.items {
      let isList = item.name.utf8.suffix(2).elementsEqual("[]".utf8)
      let name = isList ? String(Substring(item.name.utf8.dropLast(2))) : item.name
      if isList { lists.insert(name) }
      members[name, default: []].append(.string(item.value))
    }
    var values: [String: JSONValue] = [:]
    for (name, list) in members { values[name] = list.count > 1 || lists.contains(name) ? .array(list) : list[0] }
    return values
  }

  /// As it came; nil where it is missing.
  public func value(_ name: String) -> JSONValue? {
    switch source {
    case .json(let object): object[name]
    case .form(let values): values[name]
    }
  }

  /// nil where the value is missing, null or no text; a number counts as its text.
  public func text(_ name: String) -> String? {
    switch value(name) {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }

  public func required(_ name: String) throws(APIError) -> String {
    guard let text = text(name), !text.isEmpty else { throw .missingValue }
    return text
  }

  public func requiredNumber(_ name: String) throws(APIError) -> Int64 {
    guard let number = Int64(try required(name)) else { throw .badRequest }
    return number
  }

  /// nil where it is missing, null or empty. - Throws: 400 where it is no whole number.
  public func number(_ name: String) throws(APIError) -> Int64? {
    guard let text = text(name), !text.isEmpty else { return nil }
    guard let number = Int64(text) else { throw .badRequest }
    return number
  }

  /// nil where it is missing, null or empty. - Throws: 400 where it is no date of ISO 8601.
  public func date(_ name: String) throws(APIError) -> Timestamp? {
    guard let text = text(name), !text.isEmpty else { return nil }
    guard let date = Timestamp(iso8601: text) else { throw .badDate }
    return date
  }

  /// False where it is missing or null.
  public func flag(_ name: String) throws(APIError) -> Bool {
    switch value(name) {
    case nil, .null: false
    default: try requiredFlag(name)
    }
  }

  /// `true` or `false`, as JSON or as text.
  public func requiredFlag(_ name: String) throws(APIError) -> Bool {
    switch value(name) {
    case .bool(let flag): return flag
    case .string("true"): return true
    case .string("false"): return false
    case nil, .null: throw .missingValue
    default: throw .badRequest
    }
  }

  /// The elements of a list; all must be readable.
  public func required<Element>(_ name: String, _ read: (JSONValue) -> Element?) throws(APIError) -> [Element] {
    guard let value = value(name) else { throw .missingValue }
    guard let values = value.array else { throw .badRequest }
    var elements: [Element] = []
    for value in values {
      guard let element = read(value) else { throw .badRequest }
      elements.append(element)
    }
    return elements
  }

  /// The texts of a list; a single text is a list of one.
  public func texts(_ name: String) -> [String] {
    if case .array(let values) = value(name) { return values.compactMap { $0.string } }
    return text(name).map { [$0] } ?? []
  }
}
