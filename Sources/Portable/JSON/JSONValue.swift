/// A JSON text as a value (RFC 8259). Numbers keep their source text, so that no digit is lost on the way through and
/// a program that never asks for a `Double` does not carry the conversion.
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The text of a JSON number, as it stood in the source.
public struct JSONNumber: Equatable, Sendable {
  public let text: String

  /// - Parameter text: must follow the grammar of RFC 8259 section 6; the reader guarantees it.
  public init(unchecked text: String) {
    self.text = text
  }

  public init(_ value: Int64) {
    text = "\(value)"
  }

  /// The value, where the text is a whole number that fits; nil for fractions and exponents.
  public var int64: Int64? { Int64(text) }

  public var double: Double? { Double(text) }
}

/// Members in source order. A repeated name keeps its last value.
public struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  public struct Member: Equatable, Sendable {
    public let name: String
    public var value: JSONValue
  }

  public private(set) var members: [Member]

  public init() {
    members = []
  }

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = []
    members.reserveCapacity(elements.count)
    for (name, value) in elements { self[name] = value }
  }

  /// As read: time stays linear in the number of members, however many there are.
  init(reading source: [Member]) {
    guard source.count > 16 else {
      let repeats = source.indices.contains { index in source[..<index].contains { $0.name == source[index].name } }
      members = repeats ? [] : source
      if repeats { for member in source { self[member.name] = member.value } }
      return
    }
    members = []
    var places: [String: Int] = [:]
    for member in source {
      if let place = places[member.name] {
        members[place].value = member.value
      } else {
        places[member.name] = members.count
        members.append(member)
      }
    }
  }

  public subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}

extension JSONValue {
  public static func integer(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var int64: Int64? { if case .number(let value) = self { value.int64 } else { nil } }
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The member of that name; nil where this is no object or has none.
  public subscript(name: String) -> JSONValue? { object?[name] }
}

/// A member as one kind of value; nil where there is none, or another kind. Calls, so that programs that read many
/// members stay small.
extension JSONValue {
  @inline(never) public func string(at name: String) -> String? { self[name]?.string }
  @inline(never) public func int64(at name: String) -> Int64? { self[name]?.int64 }
  @inline(never) public func bool(at name: String) -> Bool? { self[name]?.bool }
  @inline(never) public func array(at name: String) -> [JSONValue]? { self[name]?.array }

  /// nil for what is no JSON.
  @inline(never) public static func parsed(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }
}

extension JSONObject {
  @inline(never) public func string(at name: String) -> String? { self[name]?.string }
  @inline(never) public func int64(at name: String) -> Int64? { self[name]?.int64 }
  @inline(never) public func bool(at name: String) -> Bool? { self[name]?.bool }
  @inline(never) public func array(at name: String) -> [JSONValue]? { self[name]?.array }
}
