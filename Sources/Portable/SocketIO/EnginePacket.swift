import Wire

/// A packet of Engine.IO protocol 4, the layer below Socket.IO. `message` holds a text (UTF-8) and `binary` bytes.
/// Over WebSocket a text packet is one text message and `binary` one binary message; polling joins packets to a
/// payload and writes `binary` as base64.
public enum EnginePacket: Equatable, Sendable {
  /// Holds the JSON text of an `EngineHandshake`.
  case open([UInt8])
  case close
  case ping([UInt8])
  case pong([UInt8])
  case message([UInt8])
  case upgrade
  case noop
  case binary([UInt8])

  /// Reads one text packet; `b` plus base64 (polling only) becomes `binary`.
  public init(parsing text: ArraySlice<UInt8>) throws(SocketIOError) {
    guard let type = text.first else { throw .empty }
    let data = text.dropFirst()
    switch type {
    case 0x30: self = .open(Array(data))
    case 0x31: self = .close
    case 0x32: self = .ping(Array(data))
    case 0x33: self = .pong(Array(data))
    case 0x34: self = .message(Array(data))
    case 0x35: self = .upgrade
    case 0x36: self = .noop
    case 0x62:
      guard let bytes = Base64.decode(data) else { throw .invalidBase64 }
      self = .binary(bytes)
    default: throw .unknownType
    }
  }

  /// The packet as text, `binary` in its polling form.
  public var text: [UInt8] {
    switch self {
    case .open(let data): [0x30] + data
    case .close: [0x31]
    case .ping(let data): [0x32] + data
    case .pong(let data): [0x33] + data
    case .message(let data): [0x34] + data
    case .upgrade: [0x35]
    case .noop: [0x36]
    case .binary(let data): [0x62] + Base64.encode(data)
    }
  }
}

/// The body of a polling request or answer: packets joined by the record separator.
public enum EnginePayload {
  public static let separator: UInt8 = 0x1E

  public static func join(_ texts: [[UInt8]]) -> [UInt8] {
    Array(texts.joined(separator: [separator]))
  }

  /// - Parameter maximum: packets accepted at most, so that a body of separators does not become a long list.
  public static func parse(_ body: [UInt8], maximum: Int = 1_000) throws(SocketIOError) -> [EnginePacket] {
    var packets: [EnginePacket] = []
    var rest = body[...]
    while true {
      guard packets.count < maximum else { throw .tooManyPackets }
      let end = rest.firstIndex(of: separator) ?? rest.endIndex
      packets.append(try EnginePacket(parsing: rest[..<end]))
      if end == rest.endIndex { return packets }
      rest = rest[(end + 1)...]
    }
  }
}
