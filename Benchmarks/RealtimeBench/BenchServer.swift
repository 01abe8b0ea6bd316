import HTTPServer
import JSON
import RealtimeServer
import SocketIO
import Sockets
import Synchronization
import Wire

enum BenchMode: String {
  case echo, broadcast
}

/// Socket.IO and raw WebSocket with the least that a product would add.
enum BenchServer {
  private static let everybody = Channel("everybody")
  private static let body = SharedBytes(#"{"text":""# + String(repeating: "m", count: 89) + #""}"#)

  static func run(_ mode: BenchMode, port: UInt16) async throws {
    let group = try EventLoopGroup(count: 1)
    let broadcaster = Broadcaster()
    var configuration = RealtimeConfiguration { _ in .accepted(channels: [everybody]) }
    configuration.onEvent = { member, event, _ in
      let echo = RealtimeEvent(event.name, event.arguments)
      if mode == .echo { return member.emit(echo) }
      broadcaster.broadcast(echo, namespace: member.namespace, to: everybody)
    }
    let realtime = RealtimeServer(group: group, configuration: configuration)
    broadcaster.server.withLock { $0 = realtime }
    let room = RawRoom(mode)
    var http = HTTPServer.Configuration()
    http.limits.connections = 100_000
    let server = try HTTPServer(try address(port), group: group, configuration: http) { request in
      switch request.request.path {
      case RealtimeServer.path: await realtime.handle(request)
      case _ where request.request.headers["Upgrade"] != nil: room.handle(request)
      default: ServerResponse(200, headers: ["Content-Type": "application/json"], body: .shared(body))
      }
    }
    while true { try await Task.sleep(for: .seconds(3_600)) }
    _ = server
  }

  private static func address(_ port: UInt16) throws -> SocketAddress {
    try SocketAddress(host: "127.0.0.1", port: Int(port))
  }
}

/// Events need the server that is made from the closure which handles them.
private final class Broadcaster: Sendable {
  let server = Mutex<RealtimeServer?>(nil)

  func broadcast(_ event: RealtimeEvent, namespace: String, to channel: Channel) {
    server.withLock { $0 }?.broadcast(event, namespace: namespace, to: channel)
  }
}

/// All raw WebSockets of the one loop.
private final class RawRoom: WebSocketReceiver, @unchecked Sendable {
  private let mode: BenchMode
  private var sockets: [ObjectIdentifier: WebSocketConnection] = [:]

  init(_ mode: BenchMode) {
    self.mode = mode
  }

  func handle(_ request: ServerRequest) -> ServerResponse {
    guard var headers = try? WebSocketHandshake.answer(request.request) else { return ServerResponse(400) }
    headers["Connection"] = nil
    return .upgrade(headers: headers) { [self] connection in
      let socket = WebSocketConnection(connection, maximumMessage: 1 << 17, receiver: self)
      sockets[ObjectIdentifier(socket)] = socket
      return socket
    }
  }

  func webSocket(_ socket: WebSocketConnection, didReceiveText text: [UInt8]) {
    let frame = SharedBytes(WebSocketFrame.encode(.text, text))
    if mode == .echo { return socket.send(frame) }
    for other in sockets.values { other.send(frame) }
  }

  func webSocket(_ socket: WebSocketConnection, didReceiveBinary bytes: [UInt8]) {
    socket.send(binary: bytes)
  }

  func webSocketDidClose(_ socket: WebSocketConnection) {
    sockets[ObjectIdentifier(socket)] = nil
  }
}
