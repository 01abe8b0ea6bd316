/// The first bytes of a frame (RFC 6455 section 5.2).
enum WebSocketHeader {
  /// The frame that begins here and how long its header is; nil where bytes are missing. What can no longer become a
  /// legal header is refused at once.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ side: WebSocketDecoder.Side, compression: Bool
  ) throws(WebSocketCloseCode) -> (WebSocketDecoder.Frame, length: Int)? {
    guard bytes.count >= 1 else { return nil }
    let first = bytes[0]
    // Reserved bits belong to extensions; the first says that a message is compressed (RFC 7692 section 6).
    let isCompressed = first & 0x40 != 0
    guard first & 0x30 == 0, let opcode = WebSocketOpcode(rawValue: first & 0x0F) else { throw .protocolError }
    guard !isCompressed || compression && (opcode == .text || opcode == .binary) else { throw .protocolError }
    let isControl = opcode.rawValue >= 0x8
    let isFinal = first & 0x80 != 0
    guard isFinal || !isControl else { throw .protocolError }
    guard bytes.count >= 2 else { return nil }
    let isMasked = bytes[1] & 0x80 != 0
    guard isMasked == (side == .server) else { throw .protocolError }
    let short = Int(bytes[1] & 0x7F)
    guard short <= 125 || !isControl else { throw .protocolError }
    let lengthBytes = short < 126 ? 0 : short == 126 ? 2 : 8
    let total = 2 + lengthBytes + (isMasked ? 4 : 0)
    guard bytes.count >= total else { return nil }
    let remaining = try length(bytes, short, lengthBytes)
    var mask: UInt32 = 0
    if isMasked { mask = bytes.loadUnaligned(fromByteOffset: total - 4, as: UInt32.self) }
    return (
      WebSocketDecoder.Frame(
        opcode: opcode, isFinal: isFinal, isCompressed: isCompressed, mask: mask, remaining: remaining), total
    )
  }

  private static func length(
    _ bytes: UnsafeRawBufferPointer, _ short: Int, _ lengthBytes: Int
  ) throws(WebSocketCloseCode) -> Int {
    guard lengthBytes > 0 else { return short }
    var value: UInt64 = 0
    for index in 2..<(2 + lengthBytes) { value = value << 8 | UInt64(bytes[index]) }
    // The shortest form is demanded, and the highest bit must not be set.
    guard value >= (lengthBytes == 2 ? 126 : 0x1_0000), value >> 63 == 0 else { throw .protocolError }
    return Int(clamping: value)
  }
}

/// The mask of a frame (RFC 6455 section 5.3), kept as its four bytes lie in memory.
enum WebSocketMask {
  static func append(_ bytes: UnsafeRawBufferPointer, _ mask: UInt32, to target: inout [UInt8]) {
    guard mask != 0 else {
      target.append(contentsOf: bytes)
      return
    }
    let start = target.count
    if start == 0 {
      target = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
        apply(mask, bytes, UnsafeMutableRawBufferPointer(buffer))
        count = bytes.count
      }
    } else {
      target.append(contentsOf: repeatElement(0, count: bytes.count))
      target.withUnsafeMutableBytes { apply(mask, bytes, UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    }
  }

  /// The mask for what follows after `count` bytes.
  static func rotate(_ mask: UInt32, by count: Int) -> UInt32 {
    let bits = UInt32(count % 4 * 8)
    guard bits > 0 else { return mask }
    let little = mask.littleEndian
    return UInt32(littleEndian: little >> bits | little << (32 - bits))
  }

  private static func apply(
    _ mask: UInt32, _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer
  ) {
    let wide = UInt64(mask) << 32 | UInt64(mask)
    var index = 0
    while index + 8 <= source.count {
      let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ wide
      target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    let little = mask.littleEndian
    while index < source.count {
      target[index] = source[index] ^ UInt8(truncatingIfNeeded: little >> UInt32(index % 4 * 8))
      index += 1
    }
  }
}
