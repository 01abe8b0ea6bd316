import JSON
import Wire

public enum EngineTransport: String, Equatable, Sendable {
  case polling
  case webSocket = "websocket"
}

/// What a request to the Engine.IO path asks for.
public enum EngineRequest: Equatable, Sendable {
  /// A new session.
  case open(EngineTransport)
  /// What waits for the client.
  case poll(sid: String)
  case post(sid: String)
  /// A WebSocket for a session that polls so far.
  case upgrade(sid: String)

  /// Why a request is answered by 400. Codes and texts are those of the reference server, which older and newer
  /// clients print.
  public enum Refusal: Int64, Error, Equatable, Sendable {
    case unknownTransport = 0
    case unknownSession = 1
    case badMethod = 2
    case badRequest = 3
    case forbidden = 4
    case unsupportedVersion = 5

    public var message: String {
      switch self {
      case .unknownTransport: "Transport unknown"
      case .unknownSession: "Session ID unknown"
      case .badMethod: "Bad handshake method"
      case .badRequest: "Bad request"
      case .forbidden: "Forbidden"
      case .unsupportedVersion: "Unsupported protocol version"
      }
    }

    public var json: JSONValue { ["code": .integer(rawValue), "message": .string(message)] }
  }

  public init(_ request: HTTPRequest) throws(Refusal) {
    guard let name = request.query["transport"], let transport = EngineTransport(rawValue: name) else {
      throw .unknownTransport
    }
    let sid = request.query["sid"]
    switch (transport, request.method, sid) {
    case (_, .get, nil):
      guard request.query["EIO"] == "4" else { throw .unsupportedVersion }
      self = .open(transport)
    case (_, _, nil): throw .badMethod
    case (.polling, .get, let sid?): self = .poll(sid: sid)
    case (.polling, .post, let sid?): self = .post(sid: sid)
    case (.webSocket, .get, let sid?): self = .upgrade(sid: sid)
    default: throw .badRequest
    }
  }
}
