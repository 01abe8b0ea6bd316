/// What host.js wrote for us: parts one after another, each a length of four bytes (little endian) and its bytes.
struct Inbox {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// nil at the end, and where a length leads past it.
  mutating func bytes() -> [UInt8]? {
    guard let count = number(), count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  mutating func text() -> String? {
    guard let bytes = bytes() else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Four bytes as they stand, without a length before them.
  mutating func number() -> Int32? {
    guard rest.count >= 4 else { return nil }
    var number: UInt32 = 0
    for byte in rest.prefix(4).reversed() { number = number << 8 | UInt32(byte) }
    rest = rest.dropFirst(4)
    return Int32(bitPattern: number)
  }
}
