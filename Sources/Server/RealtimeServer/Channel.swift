import JSON
import SocketIO

/// A key under which members are reached: a room, a person, a login session. The caller of the server chooses what it
/// means; a member can be on several.
public struct Channel: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// A named event with its arguments.
public struct RealtimeEvent: Equatable, Sendable {
  public var name: String
  public var arguments: [JSONValue]
  /// Binary parts, at most `SocketPacket.maximumAttachments`; in the arguments stands a placeholder for each:
  /// `SocketPacket.placeholder(0)` for the first.
  public var attachments: [[UInt8]]

  public init(_ name: String, _ arguments: [JSONValue], attachments: [[UInt8]] = []) {
    self.name = name
    self.arguments = arguments
    self.attachments = attachments
  }

  func message(in namespace: String, id: Int64? = nil) -> SocketMessage {
    let packet = SocketPacket.event(namespace, name, arguments, id: id, attachments: attachments.count)
    return SocketMessage(packet, attachments: attachments)
  }
}
