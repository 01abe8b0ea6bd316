/// Texts on their way to host.js: their lengths in UTF-16 units, and all of them as one run of UTF-8.
struct HostCall {
  private var lengths: [Int32] = []
  private var text: [UInt8] = []

  init(_ texts: String...) {
    for text in texts { add(text) }
  }

  mutating func add(_ string: String) {
    var units: Int32 = 0
    for byte in string.utf8 {
      text.append(byte)
      if byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    }
    lengths.append(units)
  }

  func perform(_ operation: HostOperation, ticket: Int32 = 0, number: Int32 = 0, body: [UInt8] = []) {
    lengths.withUnsafeBufferPointer { lengths in
      text.withUnsafeBufferPointer { text in
        body.withUnsafeBufferPointer { body in
          hostPerform(
            operation.rawValue, ticket, number, lengths.baseAddress, Int32(lengths.count), text.baseAddress,
            Int32(text.count), body.baseAddress, Int32(body.count))
        }
      }
    }
  }
}
