import JSON

/// A packet ready to send: its text as an Engine.IO message, and the binary parts that follow it.
public struct SocketMessage: Equatable, Sendable {
  public var text: [UInt8]
  public var attachments: [[UInt8]]

  public init(_ text: [UInt8], attachments: [[UInt8]] = []) {
    self.text = text
    self.attachments = attachments
  }

  public init(_ packet: SocketPacket, attachments: [[UInt8]] = []) {
    self.init(packet.message, attachments: attachments)
  }
}

/// A packet of Socket.IO protocol 5, as it travels in an Engine.IO message. Binary parts follow as messages of their
/// own; in the payload stand placeholders for them (`{"_placeholder":true,"num":0}`).
public struct SocketPacket: Equatable, Sendable {
  public enum Kind: UInt8, Equatable, Sendable {
    case connect, disconnect, event, ack, connectError, binaryEvent, binaryAck
  }

  public static let maximumAttachments = 16

  public var kind: Kind
  /// Starts with `/`; `/` itself is the main namespace, which is left out on the wire.
  public var namespace: String
  /// Number that an acknowledgement answers to.
  public var id: Int64?
  public var attachments: Int
  public var payload: JSONValue?

  public init(
    _ kind: Kind, _ namespace: String = "/", id: Int64? = nil, attachments: Int = 0, payload: JSONValue? = nil
  ) {
    self.kind = kind
    self.namespace = namespace
    self.id = id
    self.attachments = attachments
    self.payload = payload
  }

  /// An event with its name and arguments.
  public static func event(
    _ namespace: String, _ name: String, _ arguments: [JSONValue], id: Int64? = nil, attachments: Int = 0
  ) -> SocketPacket {
    SocketPacket(
      attachments == 0 ? .event : .binaryEvent, namespace, id: id, attachments: attachments,
      payload: .array([.string(name)] + arguments))
  }

  public static func ack(
    _ namespace: String, _ id: Int64, _ arguments: [JSONValue], attachments: Int = 0
  ) -> SocketPacket {
    SocketPacket(
      attachments == 0 ? .ack : .binaryAck, namespace, id: id, attachments: attachments, payload: .array(arguments))
  }

  /// Stands in a payload where the binary part with that number belongs.
  public static func placeholder(_ number: Int) -> JSONValue {
    ["_placeholder": true, "num": .integer(Int64(number))]
  }

  /// The text of an Engine.IO message packet: `4`, then this packet.
  public var message: [UInt8] {
    var text: [UInt8] = [0x34, 0x30 + kind.rawValue]
    if kind == .binaryEvent || kind == .binaryAck {
      text += "\(attachments)-".utf8
    }
    if namespace != "/" {
      text += namespace.utf8
      text.append(0x2C)
    }
    if let id { text += "\(id)".utf8 }
    if let payload { text += payload.bytes }
    return text
  }
}
