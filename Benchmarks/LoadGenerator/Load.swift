import CEvents
import Glibc

/// Carries out one scenario on one thread and counts what was finished.
final class Load {
  private let options: Options
  private let poller: Int32
  private var clients: [Client] = []
  private let message: [UInt8]
  private let request: [UInt8]
  private var finished = 0
  private var broadcastPending = 0
  private var answerLength = 0
  private let room: Room?
  /// Those that post to the room, and those of them that wait for something to post.
  private var senders: [Client] = []
  private var free: [Client] = []
  private var wanted = 0

  init(_ options: Options) {
    self.options = options
    poller = cevents_poller()
    // Idle clients are in a room where one is named.
    room = [.chat, .idle].contains(options.scenario) ? Room() : nil
    let text = String(repeating: "m", count: 128)
    message = Frames.text(Array((options.dialect == .raw ? text : "42[\"m\",\"\(text)\"]").utf8))
    let path = options.dialect == .raw ? "/ws" : "/socket.io/?EIO=4&transport=websocket"
    let upgrade = """
      GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(options.port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
      """
    let plain = """
      GET \(Room.variable("MARU_BENCH_PATH") ?? "/json") HTTP/1.1\r\nHost: 127.0.0.1:\(options.port)\r\n\
      \(Room.credentials)Accept: */*\r\n\r\n
      """
    request = Array((options.scenario == .http ? plain : upgrade).utf8)
  }

  /// Connects everybody; returns when each is ready to talk.
  func prepare() throws(Client.Fault) {
    for index in 0..<options.clients {
      let client = try Client(port: options.port)
      clients.append(client)
      cevents_add(poller, client.descriptor, UInt32(CEVENTS_IN), UInt64(index))
      if options.scenario == .http {
        client.phase = .ready
      } else {
        try client.send(request)
        // A burst longer than a listener's queue would wait for the kernel's second try.
        while index % 64 == 63 && client.phase != .ready { try turn() }
      }
    }
    if options.scenario == .chat {
      for index in 0..<options.inFlight {
        let sender = try Client(port: options.port)
        sender.phase = .ready
        senders.append(sender)
        cevents_add(poller, sender.descriptor, UInt32(CEVENTS_IN), UInt64(options.clients + index))
      }
    }
    let limit = cevents_milliseconds() + 20_000
    while clients.contains(where: { $0.phase != .ready }) {
      guard cevents_milliseconds() < limit else { throw .refused }
      try turn()
    }
  }

  /// Finished requests, echoes or deliveries a second.
  func run() throws(Client.Fault) -> Double {
    try start()
    let warm = cevents_nanoseconds() + 300_000_000
    while cevents_nanoseconds() < warm { try turn() }
    finished = 0
    let began = cevents_nanoseconds()
    let end = began + Int64(options.seconds) * 1_000_000_000
    while cevents_nanoseconds() < end { try turn() }
    return Double(finished) / (Double(cevents_nanoseconds() - began) / 1e9)
  }

  private func start() throws(Client.Fault) {
    switch options.scenario {
    case .http: for client in clients { try client.send(request) }
    case .echo:
      for client in clients { for _ in 0..<options.inFlight { try client.send(message) } }
    case .broadcast: for _ in 0..<options.inFlight { try client(0).send(message) }
    case .chat:
      free = senders
      wanted = options.inFlight
      try post()
    case .idle: break
    }
  }

  private func post() throws(Client.Fault) {
    while wanted > 0, let sender = free.popLast(), let room {
      wanted -= 1
      try sender.send(room.post)
    }
  }

  private func client(_ index: Int) -> Client { clients[index] }

  /// Waits for events and answers them.
  func turn() throws(Client.Fault) {
    var events = [cevents_event](repeating: cevents_event(), count: 256)
    let count = cevents_wait(poller, &events, 256, 100)
    for index in 0..<max(0, Int(count)) {
      let number = Int(events[index].token)
      guard number < clients.count else {
        try takePosted(senders[number - clients.count])
        continue
      }
      let client = clients[number]
      try client.pump { (bytes) throws(Client.Fault) in
        options.scenario == .http ? try takeAnswer(bytes, client) : try takeFrame(bytes, client)
      }
    }
  }

  private func takePosted(_ sender: Client) throws(Client.Fault) {
    try sender.pump { (bytes) throws(Client.Fault) in
      guard let head = Frames.headEnd(bytes) else { return 0 }
      guard bytes[9] == 0x32 else { throw .refused }
      let length = contentLength(bytes, head)
      guard bytes.count >= head + length else { return 0 }
      free.append(sender)
      try post()
      return head + length
    }
  }

  private func takeAnswer(_ bytes: UnsafeBufferPointer<UInt8>, _ client: Client) throws(Client.Fault) -> Int {
    guard let head = Frames.headEnd(bytes) else { return 0 }
    if answerLength == 0 { answerLength = contentLength(bytes, head) }
    guard bytes.count >= head + answerLength else { return 0 }
    finished += 1
    try client.send(request)
    return head + answerLength
  }

  private func contentLength(_ bytes: UnsafeBufferPointer<UInt8>, _ head: Int) -> Int {
    let text = String(decoding: bytes[..<head], as: UTF8.self).lowercased()
    for line in text.split(separator: "\r\n") where line.hasPrefix("content-length:") {
      return Int(line.dropFirst(15).filter(\.isNumber)) ?? 0
    }
    return 0
  }

  private func takeFrame(_ bytes: UnsafeBufferPointer<UInt8>, _ client: Client) throws(Client.Fault) -> Int {
    if client.phase == .connecting {
      guard let head = Frames.headEnd(bytes) else { return 0 }
      guard bytes[9] == 0x31, bytes[10] == 0x30, bytes[11] == 0x31 else { throw .refused }
      client.phase = options.dialect == .raw ? .ready : .greeted
      return head
    }
    guard let frame = Frames.next(bytes) else { return 0 }
    let payload = UnsafeBufferPointer(rebasing: bytes[frame.payload])
    if frame.opcode == 9 {
      try client.send(Frames.text(Array(payload), opcode: 10))
    } else if frame.opcode == 8 {
      throw .closed
    } else if options.dialect == .raw {
      try received(client)
    } else {
      try takePacket(payload, client)
    }
    return frame.payload.upperBound
  }

  private func takePacket(_ payload: UnsafeBufferPointer<UInt8>, _ client: Client) throws(Client.Fault) {
    switch (payload.first, payload.count > 1 ? payload[1] : 0) {
    case (0x30, _): try client.send(Frames.text(room?.connect ?? Array("40".utf8)))
    case (0x32, _): try client.send(Frames.text(Array("3".utf8)))
    case (0x34, 0x30): client.phase = .ready
    case (0x34, 0x32): try received(client)
    case (0x34, 0x34): throw .refused
    default: break
    }
  }

  private func received(_ client: Client) throws(Client.Fault) {
    finished += 1
    switch options.scenario {
    case .echo: try client.send(message)
    case .broadcast:
      broadcastPending += 1
      if broadcastPending == clients.count {
        broadcastPending = 0
        try clients[0].send(message)
      }
    case .chat:
      broadcastPending += 1
      if broadcastPending == clients.count {
        broadcastPending = 0
        wanted += 1
        try post()
      }
    case .http, .idle: break
    }
  }
}
