/// RFC 6455 as a client needs it here: texts out, masked with a key of zeros; whole frames in.
enum Frames {
  static func text(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
    var frame: [UInt8] = [0x80 | opcode]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame += [0x80 | 126, UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF)]
    }
    return frame + [0, 0, 0, 0] + payload
  }

  struct Incoming {
    var opcode: UInt8
    var payload: Range<Int>
  }

  /// The frame at the front, nil where it is not whole yet.
  static func next(_ bytes: UnsafeBufferPointer<UInt8>) -> Incoming? {
    guard bytes.count >= 2 else { return nil }
    var length = Int(bytes[1] & 0x7F)
    var start = 2
    if length == 126 {
      guard bytes.count >= 4 else { return nil }
      length = Int(bytes[2]) << 8 | Int(bytes[3])
      start = 4
    } else if length == 127 {
      guard bytes.count >= 10 else { return nil }
      length = 0
      for byte in bytes[2..<10] { length = length << 8 | Int(byte) }
      start = 10
    }
    guard bytes.count - start >= length else { return nil }
    return Incoming(opcode: bytes[0] & 0x0F, payload: start..<start + length)
  }

  /// Where the head of an HTTP answer ends, nil where it is not whole yet.
  static func headEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for at in 3..<bytes.count where bytes[at] == 10 && bytes[at - 1] == 13 && bytes[at - 2] == 10 && bytes[at - 3] == 13
    {
      return at + 1
    }
    return nil
  }
}
