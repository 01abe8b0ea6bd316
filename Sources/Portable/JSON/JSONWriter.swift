/// Writes one JSON text piece by piece, with no white space. The caller keeps the order right: a name before each
/// value in an object, an end for each begin.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {
    bytes.reserveCapacity(256)
  }

  public mutating func beginObject() { begin(UInt8(ascii: "{")) }
  public mutating func endObject() { end(UInt8(ascii: "}")) }
  public mutating func beginArray() { begin(UInt8(ascii: "[")) }
  public mutating func endArray() { end(UInt8(ascii: "]")) }

  public mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() { raw("null") }
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  public mutating func integer(_ value: Int64) { raw("\(value)") }

  public mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .number(let number): raw(number.text)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        name(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  /// Escapes what must be (RFC 8259 section 7): the quotation mark, the backslash and control characters.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var plain = 0
    for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<index]))
      plain = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0x22, 0x5C: bytes.append(byte)
      default:
        let low = byte & 0xF
        bytes += [0x75, 0x30, 0x30, byte >> 4 | 0x30, low < 10 ? low | 0x30 : low + 0x57]
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain...]))
  }
}

extension JSONValue {
  /// The shortest text of this value, UTF-8, with no white space.
  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  public var text: String { String(decoding: bytes, as: UTF8.self) }
}
