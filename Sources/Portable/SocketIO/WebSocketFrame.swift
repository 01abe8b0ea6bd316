/// RFC 6455 section 5.2.
public enum WebSocketOpcode: UInt8, Equatable, Sendable {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA
}

/// Why a connection is closed (RFC 6455 section 7.4.1).
public enum WebSocketCloseCode: UInt16, Error, Equatable, Sendable {
  case normal = 1000
  case goingAway = 1001
  case protocolError = 1002
  case unsupportedData = 1003
  case invalidText = 1007
  case policyViolation = 1008
  case tooLarge = 1009
  case internalError = 1011

  /// Whether a peer may put this number into a close frame.
  public static func isAllowedOnWire(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// Prints frames. A server's frame depends on nothing but its payload, so one buffer serves all readers.
public enum WebSocketFrame {
  /// One whole message or control frame.
  /// - Parameters:
  ///   - mask: four random bytes, which a client must give and a server must not (section 5.3).
  ///   - isCompressed: the payload is compressed (RFC 7692).
  public static func encode(
    _ opcode: WebSocketOpcode, _ payload: [UInt8], mask: UInt32? = nil, isFinal: Bool = true,
    isCompressed: Bool = false
  ) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(payload.count + 14)
    frame.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
    let masked: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case 0..<126: frame.append(masked | UInt8(payload.count))
    case 126...0xFFFF:
      frame.append(masked | 126)
      append(UInt64(payload.count), bytes: 2, to: &frame)
    default:
      frame.append(masked | 127)
      append(UInt64(payload.count), bytes: 8, to: &frame)
    }
    guard let mask else {
      frame.append(contentsOf: payload)
      return frame
    }
    append(UInt64(mask), bytes: 4, to: &frame)
    for (index, byte) in payload.enumerated() {
      frame.append(byte ^ UInt8(truncatingIfNeeded: mask >> UInt32(24 - index % 4 * 8)))
    }
    return frame
  }

  /// A close frame; a reason longer than a control frame can hold is cut at a character.
  public static func close(_ code: WebSocketCloseCode, reason: String = "", mask: UInt32? = nil) -> [UInt8] {
    var payload: [UInt8] = []
    append(UInt64(code.rawValue), bytes: 2, to: &payload)
    for scalar in reason.unicodeScalars {
      let bytes = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      guard payload.count + bytes.count <= 125 else { break }
      payload.append(contentsOf: bytes)
    }
    return encode(.close, payload, mask: mask)
  }

  private static func append(_ value: UInt64, bytes: Int, to frame: inout [UInt8]) {
    for index in stride(from: bytes - 1, through: 0, by: -1) {
      frame.append(UInt8(truncatingIfNeeded: value >> UInt64(index * 8)))
    }
  }
}
