import HTTPServer
import JSON
import RealtimeServer
import SocketIO
import SocketTesting
import Sockets
import Synchronization
import Wire

/// A realtime server on two loops and a free port. `/closed` is refused; a payload or header `Authorization` names
/// the person; everybody is on the channels of the namespace and of the person.
final class LiveRealtime: Sendable {
  let group: EventLoopGroup
  let realtime: RealtimeServer
  let http: HTTPServer

  init(_ configure: (inout RealtimeConfiguration) -> Void = { _ in }) throws {
    group = try EventLoopGroup(count: 2)
    var configuration = RealtimeConfiguration { request in
      if request.namespace == "/closed" { return .refused(message: "Forbidden") }
      let person = request.payload?["Authorization"]?.string ?? request.headers["Authorization"] ?? "nobody"
      let greeting = RealtimeEvent("hello", [.string(person)])
      return .accepted(channels: [Channel(request.namespace), Channel(person)], greetings: [greeting])
    }
    configuration.onEvent = { member, event, reply in
      reply?(event.arguments, attachments: event.attachments)
      guard event.name == "echo" else { return }
      member.emit(RealtimeEvent("echo", event.arguments, attachments: event.attachments))
    }
    // On a slow machine a heartbeat would stand between the answers that a test waits for, or a time-out end it.
    configuration.engine.pingInterval = 600_000
    configuration.engine.connectTimeout = 600_000
    configuration.engine.upgradeTimeout = 600_000
    configure(&configuration)
    let realtime = RealtimeServer(group: group, configuration: configuration)
    self.realtime = realtime
    http = try HTTPServer(SocketAddress(host: "127.0.0.1", port: 0), group: group) { await realtime.handle($0) }
  }

  var port: Int { http.address.port }

  /// The loops may still close connections when a test is over: what they use stays.
  private static let stopped = Mutex<[LiveRealtime]>([])

  func stop() {
    group.stop()
    LiveRealtime.stopped.withLock { $0.append(self) }
  }

  /// Waits for a fact of the server that no client can see.
  func wait(until fact: () async -> Bool) async -> Bool {
    for _ in 0..<2_000 {
      if await fact() { return true }
      await Task.yield()
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}

/// A WebSocket of the test's own making.
final class WebSocketClient {
  let raw: RawClient
  private var decoder: WebSocketDecoder
  private var events: [WebSocketEvent] = []

  static let upgradeHeaders =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

  struct Refused: Error {
    let answer: Answer
  }

  /// What the server said to the handshake.
  let head: String

  init(
    port: Int, query: String = "", headers: String = "", receiveBuffer: Int32? = nil, compression: Bool = false
  ) throws {
    decoder = WebSocketDecoder(.client, maximumMessage: 1 << 24, compression: compression)
    raw = try RawClient(port: port, receiveBuffer: receiveBuffer)
    raw.send(
      "GET", "/socket.io/?EIO=4&transport=websocket" + query, headers: Self.upgradeHeaders + headers)
    head = try raw.readHead()
    guard head.hasPrefix("HTTP/1.1 101") else {
      throw Refused(answer: Answer(status: 0, head: head, body: ""))
    }
  }

  func send(_ text: String) {
    raw.send(WebSocketFrame.encode(.text, Array(text.utf8), mask: 0x0102_0304))
  }

  func send(binary: [UInt8]) {
    raw.send(WebSocketFrame.encode(.binary, binary, mask: 0x0102_0304))
  }

  func next() -> WebSocketEvent? {
    while events.isEmpty {
      let bytes = raw.read()
      if bytes.isEmpty { return nil }
      events += decoder.receive(bytes)
    }
    return events.removeFirst()
  }

  /// The next message; control frames and everything else become a word.
  func text() -> String {
    switch next() {
    case .text(let text): String(decoding: text, as: UTF8.self)
    case .binary(let bytes): "binary \(bytes)"
    case .compressed(let bytes, let isText): "compressed \(bytes.count) \(isText)"
    case .closed(let code, _): "closed \(code ?? 0)"
    case .failed(let code): "failed \(code.rawValue)"
    case .ping: "ping"
    case .pong(let payload): "pong \(String(decoding: payload, as: UTF8.self))"
    case nil: "end"
    }
  }

  /// Joins and reads the welcome and the greeting.
  func join(_ namespace: String, person: String = "ann") {
    send("40\(namespace),{\"Authorization\":\"\(person)\"}")
    _ = text()
    _ = text()
  }
}
