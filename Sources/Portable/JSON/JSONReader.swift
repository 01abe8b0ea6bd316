extension JSONValue {
  /// Reads one JSON text (RFC 8259). No byte order mark, no comments, no trailing comma.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, JSONError> in
      var reader = JSONReader(buffer, limits: limits)
      do throws(JSONError) {
        return .success(try reader.readText())
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }
}

/// One pass over the bytes. Recursion is as deep as the nesting, which `limits.depth` bounds.
struct JSONReader {
  let source: UnsafeBufferPointer<UInt8>
  var offset = 0
  private let limits: JSONLimits
  private var depth = 0
  private var values = 0

  init(_ source: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.source = source
    self.limits = limits
  }

  mutating func readText() throws(JSONError) -> JSONValue {
    skipBlanks()
    let value = try readValue()
    skipBlanks()
    guard offset == source.count else { throw JSONError(.trailingBytes, at: offset) }
    return value
  }

  /// The byte at `offset`.
  func peek() throws(JSONError) -> UInt8 {
    guard offset < source.count else { throw JSONError(.unexpectedEnd, at: source.count) }
    return source[offset]
  }

  /// What stands from there to `offset`.
  func text(from start: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: source[start..<offset]), as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while offset < source.count {
      switch source[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func readValue() throws(JSONError) -> JSONValue {
    let byte = try peek()
    values += 1
    guard values <= limits.values else { throw JSONError(.tooLarge, at: offset) }
    switch byte {
    case UInt8(ascii: "\""):
      offset += 1
      return .string(try readString())
    case UInt8(ascii: "{"): return .object(try readObject())
    case UInt8(ascii: "["): return .array(try readArray())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    case UInt8(ascii: "t"):
      try readWord("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try readWord("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try readWord("null")
      return .null
    default: throw JSONError(.unexpectedByte, at: offset)
    }
  }

  private mutating func readWord(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[index] else { throw JSONError(.unexpectedByte, at: offset) }
      offset += 1
    }
  }

  private mutating func open() throws(JSONError) {
    depth += 1
    guard depth <= limits.depth else { throw JSONError(.tooDeep, at: offset) }
    offset += 1
    skipBlanks()
  }

  /// Takes the bracket or the comma behind an element; false at the end of the list.
  private mutating func goesOn(until close: UInt8) throws(JSONError) -> Bool {
    skipBlanks()
    let byte = try peek()
    guard byte == close || byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: offset) }
    offset += 1
    guard byte == UInt8(ascii: ",") else {
      depth -= 1
      return false
    }
    skipBlanks()
    return true
  }

  private mutating func readArray() throws(JSONError) -> [JSONValue] {
    try open()
    var elements: [JSONValue] = []
    if try peek() == UInt8(ascii: "]") {
      offset += 1
      depth -= 1
      return elements
    }
    repeat {
      elements.append(try readValue())
    } while try goesOn(until: UInt8(ascii: "]"))
    return elements
  }

  private mutating func readObject() throws(JSONError) -> JSONObject {
    try open()
    if try peek() == UInt8(ascii: "}") {
      offset += 1
      depth -= 1
      return JSONObject()
    }
    var members: [JSONObject.Member] = []
    members.reserveCapacity(8)
    repeat {
      guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: offset) }
      offset += 1
      let name = try readString()
      skipBlanks()
      guard try peek() == UInt8(ascii: ":") else { throw JSONError(.unexpectedByte, at: offset) }
      offset += 1
      skipBlanks()
      members.append(JSONObject.Member(name: name, value: try readValue()))
    } while try goesOn(until: UInt8(ascii: "}"))
    return JSONObject(reading: members)
  }

  private mutating func readNumber() throws(JSONError) -> JSONNumber {
    let start = offset
    if source[offset] == UInt8(ascii: "-") { offset += 1 }
    if try peek() == UInt8(ascii: "0") {
      offset += 1
      if offset < source.count, isDigit(source[offset]) { throw JSONError(.invalidNumber, at: offset) }
    } else {
      try readDigits()
    }
    if offset < source.count, source[offset] == UInt8(ascii: ".") {
      offset += 1
      try readDigits()
    }
    if offset < source.count, source[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      let sign = try peek()
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
      try readDigits()
    }
    return JSONNumber(unchecked: text(from: start))
  }

  /// One digit or more.
  private mutating func readDigits() throws(JSONError) {
    guard isDigit(try peek()) else { throw JSONError(.invalidNumber, at: offset) }
    repeat { offset += 1 } while offset < source.count && isDigit(source[offset])
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
