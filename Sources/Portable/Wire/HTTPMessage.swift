public enum HTTPMethod: String, Equatable, Hashable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
}

/// Header fields in order. Names compare without regard to ASCII case (RFC 9110 section 5.1).
public struct HTTPHeaders: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  public struct Field: Equatable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field] = []

  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// The first value of that name. Setting replaces all of them; nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { asciiEqualIgnoringCase($0.name, name) }?.value }
    set {
      fields.removeAll { asciiEqualIgnoringCase($0.name, name) }
      if let newValue { add(name, newValue) }
    }
  }

  public func values(_ name: String) -> [String] {
    var values: [String] = []
    for field in fields where asciiEqualIgnoringCase(field.name, name) { values.append(field.value) }
    return values
  }

  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name, value))
  }
}

/// Compares two ASCII tokens without regard to case; other bytes compare as they are.
public func asciiEqualIgnoringCase(_ a: String, _ b: String) -> Bool {
  guard a.utf8.count == b.utf8.count else { return false }
  for (x, y) in zip(a.utf8, b.utf8) where asciiLowercase(x) != asciiLowercase(y) { return false }
  return true
}

public func asciiLowercase(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}

/// A request as a value. `path` is the raw path of the target, still percent-encoded and without the query;
/// `PercentEncoding` and `Query` read them.
public struct HTTPRequest: Equatable, Sendable {
  public var method: HTTPMethod
  public var path: String
  public var query: Query
  public var headers: HTTPHeaders
  public var body: [UInt8]

  public init(
    _ method: HTTPMethod, _ path: String, query: Query = Query(), headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// - Parameter target: path and, after a question mark, the query; a fragment is no part of it.
  public init(_ method: HTTPMethod, target: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    let query = mark.map { Query(parsing: String(target[target.utf8.index(after: $0)...])) }
    let path = String(target[..<(mark ?? target.endIndex)])
    self.init(method, path, query: query ?? Query(), headers: headers, body: body)
  }

  /// Path and query, as they stand on the request line (RFC 9112 section 3.2.1).
  public var target: String { query.items.isEmpty ? path : path + "?" + query.text }
}

public struct HTTPResponse: Equatable, Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: [UInt8]

  public init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
