/// Why a text is no packet of Engine.IO 4 or Socket.IO 5.
public enum SocketIOError: Error, Equatable, Sendable {
  case empty
  case unknownType
  /// A packet of that type must (not) carry data, or its data has another shape.
  case invalidPayload
  case invalidNamespace
  case invalidNumber
  case invalidBase64
  case tooManyPackets
  case tooManyAttachments
}
