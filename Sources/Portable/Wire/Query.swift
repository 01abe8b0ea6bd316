/// The query of a URL as name and value pairs (application/x-www-form-urlencoded, WHATWG URL section 5).
public struct Query: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  public struct Item: Equatable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var items: [Item]

  public init(_ items: [Item] = []) {
    self.items = items
  }

  public init(dictionaryLiteral elements: (String, String)...) {
    items = elements.map { Item($0.0, $0.1) }
  }

  /// Never fails: what cannot be decoded stays as it is.
  public init(parsing text: String) {
    items = []
  }

  /// The first value of that name.
  public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  public var text: String { "" }
}

/// Percent-encoding of path segments (RFC 3986 section 2.1).
public enum PercentEncoding {
  public static func encode(segment: String) -> String { segment }

  /// nil where an escape is broken or the bytes are not UTF-8.
  public static func decode(segment: String) -> String? { segment }
}
