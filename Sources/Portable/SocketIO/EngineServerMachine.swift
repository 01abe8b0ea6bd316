import JSON

/// Times in milliseconds, sizes in bytes.
public struct EngineSettings: Equatable, Sendable {
  public var pingInterval: Int64 = 25_000
  public var pingTimeout: Int64 = 20_000
  /// How long a WebSocket may probe before it takes over.
  public var upgradeTimeout: Int64 = 10_000
  /// How long a session may stay without any namespace.
  public var connectTimeout: Int64 = 45_000
  /// One message, or one body of a poll, from the client.
  public var maxPayload = 131_072
  /// What may wait for a client that polls.
  public var maximumQueue = 1_048_576
  public var maximumNamespaces = 64

  public init() {}
}

/// Why a session is over.
public enum EngineEnd: Equatable, Sendable {
  case peerClosed, pingTimeout, connectTimeout, protocolError, tooSlow, serverClosed
}

/// What Engine.IO carries for the layer above.
public enum EngineMessage: Equatable, Sendable {
  /// UTF-8.
  case text([UInt8])
  case binary([UInt8])
}

/// The server's side of one Engine.IO 4 session: transports, upgrade, heartbeat.
public struct EngineServerMachine: Equatable, Sendable {
  public enum Command: Equatable, Sendable {
    /// Body of the waiting GET.
    case answerPoll([UInt8])
    /// Whether the body of the POST was good.
    case answerPost(Bool)
    /// It was larger than `maxPayload`.
    case refuseLargePost
    case refusePoll
    case sendText([UInt8])
    case sendBinary([UInt8])
    case closeSocket
    case message([UInt8])
    case binary([UInt8])
    /// The last command; the session may be forgotten.
    case ended(EngineEnd)
  }

  enum Packet: Equatable, Sendable {
    /// The whole text of a packet.
    case text([UInt8])
    case binary([UInt8])
  }

  enum Phase: Equatable, Sendable {
    case polling
    /// A WebSocket is open beside the polling and has not said anything.
    case probing(until: Int64)
    /// It has been answered; polls are sent home empty until it takes over.
    case probed(until: Int64)
    case webSocket
    case over
  }

  let settings: EngineSettings
  private(set) var phase: Phase
  private var hasPoll = false
  private var queue: [Packet] = []
  private var queued = 0
  private var nextPing: Int64
  private var pongDue: Int64?

  public init(_ transport: EngineTransport, settings: EngineSettings, now: Int64) {
    self.settings = settings
    phase = transport == .polling ? .polling : .webSocket
    nextPing = now + settings.pingInterval
  }

  /// The greeting; for polling it answers the request that opened the session.
  public func open(sid: String) -> [Command] {
    let upgrades = phase == .polling ? ["websocket"] : []
    let handshake = EngineHandshake(
      sid: sid, upgrades: upgrades, pingInterval: settings.pingInterval, pingTimeout: settings.pingTimeout,
      maxPayload: Int64(settings.maxPayload))
    let text = EnginePacket.open(handshake.json.bytes).text
    return [phase == .polling ? .answerPoll(text) : .sendText(text)]
  }

  public var isOver: Bool { phase == .over }

  /// Whether a packet may go to the WebSocket without passing here.
  public var sendsDirectly: Bool { phase == .webSocket }

  /// Whether a WebSocket for this session is welcome.
  public var acceptsSocket: Bool { phase == .polling }

  /// When `timePassed` is wanted next.
  public var deadline: Int64 {
    var deadline = pongDue ?? nextPing
    switch phase {
    case .probing(let until), .probed(let until): deadline = min(deadline, until)
    case .over: deadline = .max
    case .polling, .webSocket: break
    }
    return deadline
  }

  // MARK: Polling

  public mutating func pollArrived() -> [Command] {
    switch phase {
    case .webSocket, .over: return [.refusePoll]
    case .polling, .probing, .probed: break
    }
    // A client has one poll at a time. The older one is told of the end; the new one is refused by whoever carries it.
    guard !hasPoll else { return end(.protocolError) }
    hasPoll = true
    if case .probed = phase, queue.isEmpty { queue = [.text(EnginePacket.noop.text)] }
    return flush()
  }

  public mutating func pollVanished() {
    hasPoll = false
  }

  public mutating func posted(_ body: [UInt8], now: Int64) -> [Command] {
    guard phase != .over, phase != .webSocket else { return [.answerPost(false)] }
    guard body.count <= settings.maxPayload else { return [.refuseLargePost] + end(.protocolError) }
    guard let packets = try? EnginePayload.parse(body) else {
      return [.answerPost(false)] + end(.protocolError)
    }
    var commands: [Command] = [.answerPost(true)]
    for packet in packets where phase != .over { commands += received(packet, now: now) }
    return commands
  }

  // MARK: WebSocket

  public mutating func socketOpened(now: Int64) {
    phase = .probing(until: now + settings.upgradeTimeout)
  }

  public mutating func socketReceived(text: [UInt8], now: Int64) -> [Command] {
    switch phase {
    case .over, .polling: return []
    case .webSocket:
      guard let packet = try? EnginePacket(parsing: text[...]) else { return end(.protocolError) }
      if case .binary = packet { return end(.protocolError) }
      return received(packet, now: now)
    case .probing(let until):
      guard text == Array("2probe".utf8) else { return dropProbe() }
      phase = .probed(until: until)
      var commands: [Command] = [.sendText(Array("3probe".utf8))]
      if hasPoll {
        if queue.isEmpty { queue = [.text(EnginePacket.noop.text)] }
        commands += flush()
      }
      return commands
    case .probed:
      guard text == EnginePacket.upgrade.text else { return dropProbe() }
      phase = .webSocket
      var commands: [Command] = hasPoll ? [.answerPoll(EnginePacket.noop.text)] : []
      hasPoll = false
      for packet in takeQueue() {
        switch packet {
        case .text(let text): commands.append(.sendText(text))
        case .binary(let bytes): commands.append(.sendBinary(bytes))
        }
      }
      return commands
    }
  }

  public mutating func socketReceived(binary: [UInt8]) -> [Command] {
    switch phase {
    case .webSocket: [.binary(binary)]
    case .probing, .probed: dropProbe()
    case .polling, .over: []
    }
  }

  public mutating func socketClosed() -> [Command] {
    switch phase {
    case .webSocket: return end(.peerClosed)
    case .probing, .probed: phase = .polling
    case .polling, .over: break
    }
    return []
  }

  /// The polling goes on as if nothing had been tried.
  private mutating func dropProbe() -> [Command] {
    phase = .polling
    return [.closeSocket]
  }

  // MARK: Both

  public mutating func timePassed(now: Int64) -> [Command] {
    guard phase != .over else { return [] }
    if let pongDue, pongDue <= now { return end(.pingTimeout) }
    var commands: [Command] = []
    switch phase {
    case .probing(let until) where until <= now, .probed(let until) where until <= now: commands = dropProbe()
    default: break
    }
    if pongDue == nil, nextPing <= now {
      // Counted from when the ping was due, yet a loop that came late leaves the client most of its time.
      pongDue = max(nextPing + settings.pingTimeout, now + settings.pingTimeout / 4 * 3)
      commands += send([.text(EnginePacket.ping([]).text)])
    }
    return commands
  }

  mutating func send(_ packets: [Packet]) -> [Command] {
    switch phase {
    case .over: return []
    case .webSocket:
      return packets.map { packet in
        switch packet {
        case .text(let text): .sendText(text)
        case .binary(let bytes): .sendBinary(bytes)
        }
      }
    case .polling, .probing, .probed:
      for packet in packets {
        switch packet {
        case .text(let bytes), .binary(let bytes): queued += bytes.count + 1
        }
      }
      queue += packets
      return queued > settings.maximumQueue ? end(.tooSlow) : flush()
    }
  }

  public mutating func close() -> [Command] { end(.serverClosed) }

  mutating func end(_ reason: EngineEnd) -> [Command] {
    guard phase != .over else { return [] }
    var commands: [Command] = []
    if hasPoll {
      commands.append(.answerPoll((reason == .peerClosed ? EnginePacket.noop : .close).text))
    }
    if phase == .webSocket, reason == .serverClosed { commands.append(.sendText(EnginePacket.close.text)) }
    if phase != .polling { commands.append(.closeSocket) }
    hasPoll = false
    phase = .over
    _ = takeQueue()
    return commands + [.ended(reason)]
  }

  private mutating func received(_ packet: EnginePacket, now: Int64) -> [Command] {
    switch packet {
    case .message(let data): return [.message(data)]
    case .binary(let data): return [.binary(data)]
    case .pong:
      if pongDue != nil {
        pongDue = nil
        nextPing = now + settings.pingInterval
      }
      return []
    case .close: return end(.peerClosed)
    case .noop: return []
    case .open, .ping, .upgrade: return end(.protocolError)
    }
  }

  private mutating func flush() -> [Command] {
    guard hasPoll, !queue.isEmpty else { return [] }
    hasPoll = false
    let texts: [[UInt8]] = takeQueue().map { packet in
      switch packet {
      case .text(let text): text
      case .binary(let bytes): EnginePacket.binary(bytes).text
      }
    }
    return [.answerPoll(EnginePayload.join(texts))]
  }

  private mutating func takeQueue() -> [Packet] {
    let packets = queue
    queue = []
    queued = 0
    return packets
  }
}
