import JSON

/// Engine.IO 4 over long polling, and its upgrade to a WebSocket, below a `ClientSessionMachine`: what that one wants
/// to send goes in as `send`, what it should receive comes out as `received`. One GET and one POST at a time.
public struct ClientPollingMachine: Equatable, Sendable {
  public enum Event: Equatable, Sendable {
    case started
    /// Any answer to the GET or POST on its way; nil: none came.
    case polled(status: Int?, body: [UInt8])
    case posted(status: Int?)
    case send(String)
    case sendBinary([UInt8])
    /// The WebSocket that was asked for.
    case socketOpened
    case socketReceived(String)
    case socketReceivedBinary([UInt8])
    case socketClosed
    case close
  }

  public enum Command: Equatable, Sendable {
    case get(path: String)
    case post(path: String, body: [UInt8])
    case openSocket(path: String)
    case sendSocket(String)
    case sendSocketBinary([UInt8])
    case closeSocket
    case received(String)
    case receivedBinary([UInt8])
    /// The transport is gone; the last command.
    case closed
  }

  private enum Phase: Equatable, Sendable {
    case idle, polling, probing, pausing, webSocket, over
  }

  private static let base = "/socket.io/?EIO=4&transport="
  private let upgrades: Bool
  private var phase = Phase.idle
  private var sid = ""
  private var isPolling = false
  private var isPosting = false
  /// Packets in their polling form, and the same for a WebSocket.
  private var queue: [EnginePacket] = []
  private var maxPayload = 0

  /// - Parameter upgrades: whether to go on over a WebSocket where the server offers it.
  public init(upgrades: Bool) {
    self.upgrades = upgrades
  }

  public mutating func receive(_ event: Event) -> [Command] {
    switch event {
    case .started:
      guard phase == .idle else { return [] }
      phase = .polling
      isPolling = true
      return [.get(path: Self.base + "polling")]
    case .polled(let status, let body): return polled(status, body)
    case .posted(let status):
      isPosting = false
      guard status == 200 else { return end() }
      return flush() + upgradeIfQuiet()
    case .send(let text): return send(Array(text.utf8))
    case .sendBinary(let bytes):
      if phase == .webSocket { return [.sendSocketBinary(bytes)] }
      queue.append(.binary(bytes))
      return flush()
    case .socketOpened: return phase == .probing ? [.sendSocket("2probe")] : []
    case .socketReceived(let text): return socketReceived(text)
    case .socketReceivedBinary(let bytes): return phase == .webSocket ? [.receivedBinary(bytes)] : []
    case .socketClosed: return socketClosed()
    case .close: return phase == .webSocket ? [.closeSocket] + end() : end()
    }
  }

  private var path: String { Self.base + "polling&sid=" + sid }

  private mutating func send(_ text: [UInt8]) -> [Command] {
    if phase == .webSocket { return [.sendSocket(String(decoding: text, as: UTF8.self))] }
    guard let packet = try? EnginePacket(parsing: text[...]) else { return [] }
    queue.append(packet)
    return flush()
  }

  /// As many packets as one body may hold.
  private mutating func flush() -> [Command] {
    guard phase == .polling || phase == .probing, !isPosting, !sid.isEmpty, !queue.isEmpty else { return [] }
    var body = queue.removeFirst().text
    while let next = queue.first?.text, maxPayload == 0 || body.count + 1 + next.count <= maxPayload {
      body += [EnginePayload.separator] + next
      queue.removeFirst()
    }
    isPosting = true
    return [.post(path: path, body: body)]
  }

  private mutating func polled(_ status: Int?, _ body: [UInt8]) -> [Command] {
    isPolling = false
    guard phase != .over else { return [] }
    guard status == 200, let packets = try? EnginePayload.parse(body) else { return end() }
    var commands: [Command] = []
    for packet in packets { commands += received(packet) }
    guard phase != .over else { return commands }
    commands += flush() + upgradeIfQuiet()
    if phase == .polling || phase == .probing {
      isPolling = true
      commands.append(.get(path: path))
    }
    return commands
  }

  private mutating func received(_ packet: EnginePacket) -> [Command] {
    switch packet {
    case .binary(let bytes): return [.receivedBinary(bytes)]
    case .noop: return []
    case .open(let data):
      guard sid.isEmpty, let json = try? JSONValue(parsing: data), let handshake = EngineHandshake(json) else {
        return end()
      }
      sid = handshake.sid
      maxPayload = Int(clamping: handshake.maxPayload)
      var commands: [Command] = [.received(String(decoding: packet.text, as: UTF8.self))]
      if upgrades, handshake.upgrades.contains("websocket") {
        phase = .probing
        commands.append(.openSocket(path: Self.base + "websocket&sid=" + sid))
      }
      return commands
    default: return [.received(String(decoding: packet.text, as: UTF8.self))]
    }
  }

  // MARK: Upgrade

  private mutating func socketReceived(_ text: String) -> [Command] {
    switch phase {
    case .webSocket: return [.received(text)]
    case .probing:
      guard text == "3probe" else {
        phase = .polling
        return [.closeSocket]
      }
      // The server sends the waiting poll home; nothing new starts meanwhile.
      phase = .pausing
      return upgradeIfQuiet()
    case .idle, .polling, .pausing, .over: return []
    }
  }

  private mutating func upgradeIfQuiet() -> [Command] {
    guard phase == .pausing, !isPolling, !isPosting else { return [] }
    phase = .webSocket
    var commands: [Command] = [.sendSocket("5")]
    for packet in queue {
      if case .binary(let bytes) = packet {
        commands.append(.sendSocketBinary(bytes))
      } else {
        commands.append(.sendSocket(String(decoding: packet.text, as: UTF8.self)))
      }
    }
    queue = []
    return commands
  }

  private mutating func socketClosed() -> [Command] {
    switch phase {
    case .webSocket: return end()
    case .probing, .pausing:
      phase = .polling
      guard !isPolling else { return flush() }
      isPolling = true
      return flush() + [.get(path: path)]
    case .idle, .polling, .over: return []
    }
  }

  private mutating func end() -> [Command] {
    guard phase != .over, phase != .idle else { return [] }
    phase = .over
    queue = []
    return [.closed]
  }
}
