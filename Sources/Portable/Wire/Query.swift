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
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let value = end == part.endIndex ? part[end...] : part[part.index(after: end)...]
      items.append(Item(Self.decode(part[..<end]), Self.decode(value)))
    }
  }

  /// The first value of that name.
  public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  public var text: String {
    var bytes: [UInt8] = []
    for item in items {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
      Self.encode(item.name, into: &bytes)
      bytes.append(UInt8(ascii: "="))
      Self.encode(item.value, into: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encode(_ text: String, into bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if byte == UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: "+"))
      } else if PercentEncoding.isUnreserved(byte) {
        bytes.append(byte)
      } else {
        PercentEncoding.appendEscape(of: byte, to: &bytes)
      }
    }
  }

  /// A broken escape stands for itself; text that would not be UTF-8 stays undecoded.
  private static func decode(_ text: Substring.UTF8View) -> String {
    let source = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if let byte = source[index] == UInt8(ascii: "%") ? PercentEncoding.escapedByte(in: source, at: index) : nil {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : source[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(decoding: source, as: UTF8.self)
  }
}
