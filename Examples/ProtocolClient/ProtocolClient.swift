import Glibc
import JSON
import SocketIO

/// Talks to a Socket.IO server on this machine and prints what happens, one line each:
///
///     swift run ProtocolClient PORT websocket|polling|upgrade
///
/// It joins `/` with the payload `{"token":"123"}`, says `hello` with a text and two bytes, and asks for an
/// acknowledgement; it acknowledges what the server asks for with the same arguments, and ends at the event `done`.
@main
struct ProtocolClient {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = UInt16(arguments[1]),
      ["websocket", "polling", "upgrade"].contains(arguments[2])
    else {
      print("usage: ProtocolClient PORT websocket|polling|upgrade")
      exit(2)
    }
    var client = Conversation(port: port, transport: arguments[2])
    exit(try client.run())
  }
}

/// One visit, on one thread: waits for its links, tells the machines, carries out what they want.
struct Conversation {
  let port: UInt16
  let transport: String
  private var session = ClientSessionMachine()
  private var polling: ClientPollingMachine?
  private var get: (link: Link, bytes: [UInt8])?
  private var post: (link: Link, bytes: [UInt8])?
  private var socket: Link?
  private var isSocketOpen = false
  private var head: [UInt8] = []
  private var decoder = WebSocketDecoder(.client, maximumMessage: 1 << 20)
  private var status: Int32?

  init(port: UInt16, transport: String) {
    self.port = port
    self.transport = transport
  }

  mutating func run() throws -> Int32 {
    if transport == "websocket" {
      try openSocket(ClientSessionMachine.path)
    } else {
      polling = ClientPollingMachine(upgrades: transport == "upgrade")
      try perform(session.receive(.socketOpened))
      try carry(.started)
    }
    try perform(session.receive(.connect(namespace: "/", auth: ["token": "123"])))
    while status == nil { try wait() }
    return status ?? 1
  }

  private mutating func wait() throws {
    let links = [get?.link, post?.link, socket].compactMap { $0 }
    var waiting = links.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard !links.isEmpty, poll(&waiting, nfds_t(waiting.count), 30_000) > 0 else {
      status = 1
      return
    }
    for (link, entry) in zip(links, waiting) where entry.revents != 0 && status == nil { try read(link) }
  }

  private mutating func read(_ link: Link) throws {
    let bytes = link.read()
    if link === get?.link {
      guard bytes.isEmpty else {
        get?.bytes += bytes
        return
      }
      let answer = httpAnswer(get?.bytes ?? [])
      get = nil
      try carry(.polled(status: answer?.status, body: answer?.body ?? []))
    } else if link === post?.link {
      guard bytes.isEmpty else {
        post?.bytes += bytes
        return
      }
      let answer = httpAnswer(post?.bytes ?? [])
      post = nil
      try carry(.posted(status: answer?.status))
    } else {
      try readSocket(bytes)
    }
  }

  // MARK: WebSocket

  private mutating func openSocket(_ path: String) throws {
    let link = try Link(port: port)
    socket = link
    link.request(
      "GET", path,
      headers: "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
  }

  private mutating func readSocket(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return try lostSocket() }
    var frames = bytes
    if !isSocketOpen {
      head += bytes
      guard let answer = httpAnswer(head) else { return }
      guard answer.status == 101 else { return try lostSocket() }
      isSocketOpen = true
      frames = answer.body
      if polling == nil { try perform(session.receive(.socketOpened)) } else { try carry(.socketOpened) }
    }
    for event in decoder.receive(frames) {
      switch event {
      case .text(let text):
        let text = String(decoding: text, as: UTF8.self)
        if polling == nil {
          try perform(session.receive(.socketReceived(text)))
        } else {
          try carry(.socketReceived(text))
        }
      case .binary(let bytes):
        if polling == nil {
          try perform(session.receive(.socketReceivedBinary(bytes)))
        } else {
          try carry(.socketReceivedBinary(bytes))
        }
      case .ping(let payload): send(.pong, payload)
      case .compressed, .pong: break
      case .closed, .failed: try lostSocket()
      }
    }
  }

  private mutating func lostSocket() throws {
    socket = nil
    if polling == nil { try perform(session.receive(.socketClosed)) } else { try carry(.socketClosed) }
  }

  private func send(_ opcode: WebSocketOpcode, _ payload: [UInt8]) {
    socket?.send(WebSocketFrame.encode(opcode, payload, mask: UInt32.random(in: 0...(.max))))
  }

  // MARK: Polling

  private mutating func carry(_ event: ClientPollingMachine.Event) throws {
    for command in polling?.receive(event) ?? [] {
      switch command {
      case .get(let path):
        let link = try Link(port: port)
        link.request("GET", path)
        get = (link, [])
      case .post(let path, let body):
        let link = try Link(port: port)
        link.request("POST", path, body: body)
        post = (link, [])
      case .openSocket(let path): try openSocket(path)
      case .sendSocket(let text): send(.text, Array(text.utf8))
      case .sendSocketBinary(let bytes): send(.binary, bytes)
      case .closeSocket: socket = nil
      case .received(let text): try perform(session.receive(.socketReceived(text)))
      case .receivedBinary(let bytes): try perform(session.receive(.socketReceivedBinary(bytes)))
      case .closed: try perform(session.receive(.socketClosed))
      }
    }
  }

  // MARK: Session

  private mutating func perform(_ commands: [ClientSessionMachine.Command]) throws {
    for command in commands {
      switch command {
      case .sendSocket(let text):
        if polling == nil { send(.text, Array(text.utf8)) } else { try carry(.send(text)) }
      case .sendSocketBinary(let bytes):
        if polling == nil { send(.binary, bytes) } else { try carry(.sendBinary(bytes)) }
      case .closeSocket: if polling == nil { socket = nil } else { try carry(.close) }
      case .startTimer, .cancelTimer: break
      case .connected(let namespace): try connected(namespace)
      case .refused(let namespace, let message, _): print("refused \(namespace) \(message)")
      case .disconnected(let namespace): print("disconnected \(namespace)")
      case .received(let namespace, let name, let arguments, let ackID, let attachments):
        print("event \(name) \(JSONValue.array(arguments).text) \(attachments)")
        if let ackID {
          try perform(
            session.receive(
              .acknowledge(namespace: namespace, id: ackID, arguments: arguments, attachments: attachments)))
        }
        if name == "done" {
          status = 0
          try perform(session.receive(.close))
        }
      case .acknowledged(_, let id, let arguments, let attachments):
        print("acknowledged \(id) \(JSONValue.array(arguments).text) \(attachments)")
      case .ended: if status == nil { status = 1 }
      }
    }
  }

  private mutating func connected(_ namespace: String) throws {
    print("connected \(namespace)")
    let event = ClientSessionMachine.Event.emit(
      namespace: namespace, name: "hello", arguments: ["안녕", SocketPacket.placeholder(0)], ackID: 7,
      attachments: [[1, 255]])
    try perform(session.receive(event))
  }
}
