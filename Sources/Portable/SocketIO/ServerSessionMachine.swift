import JSON

/// The server's side of one Socket.IO 5 session on top of `EngineServerMachine`: namespaces, who may join them, events
/// and acknowledgements with binary parts. Times are milliseconds of any clock that never runs backwards.
public struct ServerSessionMachine: Equatable, Sendable {
  public enum Event: Equatable, Sendable {
    case pollArrived
    /// The peer of the waiting GET is gone; nothing is lost by that.
    case pollVanished
    case posted([UInt8])
    /// The first WebSocket of a session that polls; ask `acceptsSocket` before.
    case socketOpened
    case socketText([UInt8])
    case socketBinary([UInt8])
    case socketClosed
    case timePassed
    /// Answers to `authorize`. `id` names the member to the client; `greetings` are for it alone.
    case accepted(namespace: String, attempt: Int, id: String, greetings: [SocketMessage])
    /// `data`: what the client may read beside the text.
    case refused(namespace: String, attempt: Int, message: String, data: JSONValue? = nil)
    /// Dropped where the namespace is not connected.
    case send(namespace: String, SocketMessage)
    case disconnect(namespace: String)
    /// Only in a session without Socket.IO.
    case sendMessage(EngineMessage)
    case close
  }

  public enum Command: Equatable, Sendable {
    case answerPoll([UInt8])
    case answerPost(Bool)
    case refuseLargePost
    case refusePoll
    case sendText([UInt8])
    case sendBinary([UInt8])
    case closeSocket
    case authorize(namespace: String, attempt: Int, payload: JSONValue?)
    case joined(namespace: String)
    case left(namespace: String)
    /// `ackID`: the client waits for an answer with that number.
    case event(namespace: String, name: String, arguments: [JSONValue], attachments: [[UInt8]], ackID: Int64?)
    case acknowledged(namespace: String, id: Int64, arguments: [JSONValue], attachments: [[UInt8]])
    /// Only in a session without Socket.IO.
    case message(EngineMessage)
    case ended(EngineEnd)
  }

  private struct Membership: Equatable, Sendable {
    var namespace: String
    var attempt: Int
    /// Empty until accepted.
    var id = ""
    /// Left before it was accepted; kept so that attempts in flight stay countable.
    var isAbandoned = false
  }

  private struct Assembly: Equatable, Sendable {
    var packet: SocketPacket
    var parts: [[UInt8]] = []
    var size = 0
  }

  private var engine: EngineServerMachine
  private let isBare: Bool
  private var memberships: [Membership] = []
  private var assembly: Assembly?
  private var attempts = 0
  private var aloneUntil: Int64

  /// - Parameter isBare: Engine.IO alone: messages are handed on as they are.
  public init(_ transport: EngineTransport, settings: EngineSettings, now: Int64, isBare: Bool = false) {
    engine = EngineServerMachine(transport, settings: settings, now: now)
    self.isBare = isBare
    aloneUntil = isBare ? .max : now + settings.connectTimeout
  }

  public func open(sid: String) -> [Command] { engine.open(sid: sid).compactMap(Self.passedOn) }

  public var acceptsSocket: Bool { engine.acceptsSocket }
  public var isOver: Bool { engine.isOver }
  public var deadline: Int64 { engine.isOver ? .max : min(engine.deadline, aloneUntil) }

  /// Whether `send` to a member would only hand the message to the WebSocket, so that a shared frame can go there
  /// instead.
  public var sendsDirectly: Bool { engine.sendsDirectly }

  public mutating func receive(_ event: Event, now: Int64) -> [Command] {
    switch event {
    case .pollArrived: return process(engine.pollArrived(), now)
    case .pollVanished:
      engine.pollVanished()
      return []
    case .posted(let body): return process(engine.posted(body, now: now), now)
    case .socketOpened:
      engine.socketOpened(now: now)
      return []
    case .socketText(let text): return process(engine.socketReceived(text: text, now: now), now)
    case .socketBinary(let bytes): return process(engine.socketReceived(binary: bytes), now)
    case .socketClosed: return process(engine.socketClosed(), now)
    case .timePassed:
      if aloneUntil <= now { return process(engine.end(.connectTimeout), now) }
      return process(engine.timePassed(now: now), now)
    case .accepted(let namespace, let attempt, let id, let greetings):
      return accepted(namespace, attempt, id, greetings, now)
    case .refused(let namespace, let attempt, let message, let data):
      guard take(attempt) != nil else { return [] }
      noteAlone(now)
      var payload: JSONValue = ["message": .string(message)]
      if let data { payload = ["message": .string(message), "data": data] }
      return send(SocketPacket(.connectError, namespace, payload: payload), now)
    case .send(let namespace, let message):
      guard isConnected(namespace) else { return [] }
      return process(engine.send(Self.packets(message)), now)
    case .disconnect(let namespace):
      guard isConnected(namespace) else { return [] }
      return send(SocketPacket(.disconnect, namespace), now) + leave(namespace, now)
    case .sendMessage(let message):
      guard isBare else { return [] }
      switch message {
      case .text(let text): return process(engine.send([.text(EnginePacket.message(text).text)]), now)
      case .binary(let bytes): return process(engine.send([.binary(bytes)]), now)
      }
    case .close: return process(engine.close(), now)
    }
  }

  private func isConnected(_ namespace: String) -> Bool {
    memberships.contains { $0.namespace == namespace && !$0.id.isEmpty }
  }

  private static func packets(_ message: SocketMessage) -> [EngineServerMachine.Packet] {
    [.text(message.text)] + message.attachments.map { .binary($0) }
  }

  private mutating func send(_ packet: SocketPacket, _ now: Int64) -> [Command] {
    process(engine.send([.text(packet.message)]), now)
  }

  // MARK: Namespaces

  private mutating func connect(_ packet: SocketPacket, _ now: Int64) -> [Command] {
    let namespace = packet.namespace
    if let known = memberships.first(where: { $0.namespace == namespace && !$0.isAbandoned }) {
      // A repeat changes nothing; a member is told again that it is one.
      return known.id.isEmpty ? [] : send(Self.welcome(namespace, known.id), now)
    }
    guard memberships.count < engine.settings.maximumNamespaces else {
      return send(
        SocketPacket(.connectError, namespace, payload: ["message": "Too many namespaces"]), now)
    }
    attempts &+= 1
    memberships.append(Membership(namespace: namespace, attempt: attempts))
    aloneUntil = .max
    return [.authorize(namespace: namespace, attempt: attempts, payload: packet.payload)]
  }

  private mutating func accepted(
    _ namespace: String, _ attempt: Int, _ id: String, _ greetings: [SocketMessage], _ now: Int64
  ) -> [Command] {
    guard var membership = take(attempt) else { return [] }
    membership.id = id
    memberships.append(membership)
    aloneUntil = .max
    let welcome = SocketMessage(Self.welcome(namespace, id))
    var packets: [EngineServerMachine.Packet] = []
    for message in [welcome] + greetings { packets += Self.packets(message) }
    return process(engine.send(packets), now) + [.joined(namespace: namespace)]
  }

  /// Removes the attempt; nil where its answer is wanted no more.
  private mutating func take(_ attempt: Int) -> Membership? {
    guard let index = memberships.firstIndex(where: { $0.attempt == attempt && $0.id.isEmpty }) else { return nil }
    let membership = memberships.remove(at: index)
    guard membership.isAbandoned || engine.isOver else { return membership }
    return nil
  }

  private mutating func leave(_ namespace: String, _ now: Int64) -> [Command] {
    guard let index = memberships.firstIndex(where: { $0.namespace == namespace && !$0.isAbandoned }) else {
      return []
    }
    if memberships[index].id.isEmpty {
      memberships[index].isAbandoned = true
      return []
    }
    memberships.remove(at: index)
    noteAlone(now)
    return [.left(namespace: namespace)]
  }

  private mutating func noteAlone(_ now: Int64) {
    if memberships.isEmpty { aloneUntil = now + engine.settings.connectTimeout }
  }

  private static func welcome(_ namespace: String, _ id: String) -> SocketPacket {
    SocketPacket(.connect, namespace, payload: ["sid": .string(id)])
  }

  // MARK: What the engine hands up

  private mutating func process(_ commands: [EngineServerMachine.Command], _ now: Int64) -> [Command] {
    var result: [Command] = []
    for command in commands {
      switch command {
      case .message(let data): result += isBare ? [.message(.text(data))] : received(text: data, now)
      case .binary(let data): result += isBare ? [.message(.binary(data))] : received(part: data, now)
      case .ended(let reason):
        for membership in memberships where !membership.id.isEmpty {
          result.append(.left(namespace: membership.namespace))
        }
        memberships = []
        assembly = nil
        result.append(.ended(reason))
      default: if let command = Self.passedOn(command) { result.append(command) }
      }
    }
    return result
  }

  private static func passedOn(_ command: EngineServerMachine.Command) -> Command? {
    switch command {
    case .answerPoll(let body): .answerPoll(body)
    case .answerPost(let good): .answerPost(good)
    case .refuseLargePost: .refuseLargePost
    case .refusePoll: .refusePoll
    case .sendText(let text): .sendText(text)
    case .sendBinary(let bytes): .sendBinary(bytes)
    case .closeSocket: .closeSocket
    case .message, .binary, .ended: nil
    }
  }

  private mutating func received(text: [UInt8], _ now: Int64) -> [Command] {
    guard !engine.isOver else { return [] }
    // The first packet of a session is a CONNECT.
    guard assembly == nil, let packet = try? SocketPacket(parsing: text), packet.kind == .connect || attempts > 0 else {
      return process(engine.end(.protocolError), now)
    }
    switch packet.kind {
    case .connect: return connect(packet, now)
    case .disconnect: return leave(packet.namespace, now)
    case .connectError: return process(engine.end(.protocolError), now)
    case .event, .ack: return deliver(packet, [])
    case .binaryEvent, .binaryAck:
      guard packet.attachments > 0 else {
        return packet.hasLegalPlaceholders ? deliver(packet, []) : process(engine.end(.protocolError), now)
      }
      assembly = Assembly(packet: packet)
      return []
    }
  }

  private mutating func received(part: [UInt8], _ now: Int64) -> [Command] {
    guard !engine.isOver else { return [] }
    guard var current = assembly, current.size + part.count <= engine.settings.maxPayload else {
      return process(engine.end(.protocolError), now)
    }
    assembly = nil
    current.parts.append(part)
    current.size += part.count
    if current.parts.count == current.packet.attachments {
      guard current.packet.hasLegalPlaceholders else { return process(engine.end(.protocolError), now) }
      return deliver(current.packet, current.parts)
    }
    assembly = current
    return []
  }

  /// What comes for a namespace that is not connected concerns nobody.
  private func deliver(_ packet: SocketPacket, _ parts: [[UInt8]]) -> [Command] {
    guard isConnected(packet.namespace), let list = packet.payload?.array else { return [] }
    if packet.kind == .ack || packet.kind == .binaryAck {
      guard let id = packet.id else { return [] }
      return [.acknowledged(namespace: packet.namespace, id: id, arguments: list, attachments: parts)]
    }
    guard let name = list.first?.string else { return [] }
    return [
      .event(
        namespace: packet.namespace, name: name, arguments: Array(list.dropFirst()), attachments: parts,
        ackID: packet.id)
    ]
  }
}
