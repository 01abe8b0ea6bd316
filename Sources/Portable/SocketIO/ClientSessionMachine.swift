import JSON

/// The client's side of Engine.IO 4 and Socket.IO 5 over one WebSocket, whose frames somebody else does (over long
/// polling: `ClientPollingMachine` in between). It holds one
/// timer: what the server says within it keeps the session alive. It does not reconnect; after `ended` it is as new.
public struct ClientSessionMachine: Equatable, Sendable {
  /// Where the WebSocket goes, on the server's root.
  public static let path = "/socket.io/?EIO=4&transport=websocket"
  /// How long the server may take to greet, in milliseconds.
  public static let greetingTimeout: Int64 = 20_000

  public enum Event: Equatable, Sendable {
    case socketOpened
    case socketReceived(String)
    case socketReceivedBinary([UInt8])
    case socketClosed
    case timerFired
    /// May come at any time; it is sent as soon as the server has greeted.
    case connect(namespace: String, auth: JSONValue?)
    case disconnect(namespace: String)
    /// Dropped where the namespace is not connected. `ackID` asks for an answer. In the arguments stands
    /// `SocketPacket.placeholder` for each binary part.
    case emit(namespace: String, name: String, arguments: [JSONValue], ackID: Int64?, attachments: [[UInt8]] = [])
    case acknowledge(namespace: String, id: Int64, arguments: [JSONValue], attachments: [[UInt8]] = [])
    case close
  }

  public enum Command: Equatable, Sendable {
    case sendSocket(String)
    case sendSocketBinary([UInt8])
    case closeSocket
    /// Replaces an earlier one.
    case startTimer(milliseconds: Int64)
    case cancelTimer
    case connected(namespace: String)
    /// The server does not want this namespace; the others go on. `data`: what it says besides.
    case refused(namespace: String, message: String, data: JSONValue? = nil)
    case disconnected(namespace: String)
    /// `ackID`: the server waits for an `acknowledge`.
    case received(
      namespace: String, name: String, arguments: [JSONValue], ackID: Int64?, attachments: [[UInt8]] = [])
    case acknowledged(namespace: String, id: Int64, arguments: [JSONValue], attachments: [[UInt8]] = [])
    /// The session is over and the timer with it; no namespace is connected any more.
    case ended
  }

  private enum Link: Equatable, Sendable {
    case closed
    case waiting
    case open(timeout: Int64)
  }

  private struct Membership: Equatable, Sendable {
    var namespace: String
    var auth: JSONValue?
    var connected: Bool
  }

  private struct Assembly: Equatable, Sendable {
    var packet: SocketPacket
    var parts: [[UInt8]] = []
  }

  private var link = Link.closed
  private var memberships: [Membership] = []
  /// A packet whose binary parts are still coming.
  private var assembly: Assembly?

  public init() {}

  public var isOpen: Bool { if case .open = link { true } else { false } }

  public func isConnected(_ namespace: String) -> Bool {
    memberships.contains { $0.namespace == namespace && $0.connected }
  }

  public mutating func receive(_ event: Event) -> [Command] {
    switch event {
    case .socketOpened:
      guard link == .closed else { return [] }
      link = .waiting
      return [.startTimer(milliseconds: Self.greetingTimeout)]
    case .socketReceived(let text): return link == .closed ? [] : received(Array(text.utf8))
    case .socketReceivedBinary(let bytes): return link == .closed ? [] : received(part: bytes)
    case .socketClosed: return end([])
    case .timerFired: return link == .closed ? [] : end([.closeSocket])
    case .connect(let namespace, let auth): return connect(namespace, auth)
    case .disconnect(let namespace): return disconnect(namespace)
    case .emit(let namespace, let name, let arguments, let ackID, let parts):
      guard isConnected(namespace) else { return [] }
      return [send(.event(namespace, name, arguments, id: ackID, attachments: parts.count))]
        + parts.map { .sendSocketBinary($0) }
    case .acknowledge(let namespace, let id, let arguments, let parts):
      guard isConnected(namespace) else { return [] }
      return [send(.ack(namespace, id, arguments, attachments: parts.count))] + parts.map { .sendSocketBinary($0) }
    case .close: return link == .closed ? end([]) : end([.sendSocket("1"), .closeSocket])
    }
  }

  private mutating func connect(_ namespace: String, _ auth: JSONValue?) -> [Command] {
    guard !memberships.contains(where: { $0.namespace == namespace }) else { return [] }
    memberships.append(Membership(namespace: namespace, auth: auth, connected: false))
    return isOpen ? [send(SocketPacket(.connect, namespace, payload: auth))] : []
  }

  private mutating func disconnect(_ namespace: String) -> [Command] {
    guard let index = memberships.firstIndex(where: { $0.namespace == namespace }) else { return [] }
    memberships.remove(at: index)
    return isOpen ? [send(SocketPacket(.disconnect, namespace))] : []
  }

  private mutating func end(_ commands: [Command]) -> [Command] {
    guard link != .closed || !memberships.isEmpty else { return [] }
    link = .closed
    memberships = []
    assembly = nil
    return commands + [.cancelTimer, .ended]
  }

  private mutating func received(_ text: [UInt8]) -> [Command] {
    guard let type = text.first else { return end([.closeSocket]) }
    let data = Array(text.dropFirst())
    switch (type, link) {
    case (0x30, .waiting): return greeted(data)
    case (0x31, _): return end([.closeSocket])
    case (0x32, .open(let timeout)):
      return [.sendSocket("3" + String(decoding: data, as: UTF8.self)), .startTimer(milliseconds: timeout)]
    case (0x34, .open): return received(message: data)
    case (0x36, _): return []
    default: return end([.closeSocket])
    }
  }

  private mutating func greeted(_ data: [UInt8]) -> [Command] {
    guard let json = try? JSONValue(parsing: data), let handshake = EngineHandshake(json) else {
      return end([.closeSocket])
    }
    let timeout = handshake.pingInterval + handshake.pingTimeout
    link = .open(timeout: timeout)
    var commands: [Command] = [.startTimer(milliseconds: timeout)]
    for membership in memberships {
      commands.append(send(SocketPacket(.connect, membership.namespace, payload: membership.auth)))
    }
    return commands
  }

  private mutating func received(message: [UInt8]) -> [Command] {
    guard assembly == nil, let packet = try? SocketPacket(parsing: message) else { return end([.closeSocket]) }
    if packet.attachments > 0 {
      assembly = Assembly(packet: packet)
      return []
    }
    return packet.hasLegalPlaceholders ? received(packet, []) : end([.closeSocket])
  }

  private mutating func received(part: [UInt8]) -> [Command] {
    guard var current = assembly else { return end([.closeSocket]) }
    current.parts.append(part)
    guard current.parts.count == current.packet.attachments else {
      assembly = current
      return []
    }
    assembly = nil
    return current.packet.hasLegalPlaceholders ? received(current.packet, current.parts) : end([.closeSocket])
  }

  private mutating func received(_ packet: SocketPacket, _ parts: [[UInt8]]) -> [Command] {
    let namespace = packet.namespace
    // What arrives for a namespace that was left meanwhile concerns nobody.
    guard let index = memberships.firstIndex(where: { $0.namespace == namespace }) else { return [] }
    switch packet.kind {
    case .connect:
      guard !memberships[index].connected else { return [] }
      memberships[index].connected = true
      memberships[index].auth = nil
      return [.connected(namespace: namespace)]
    case .connectError:
      memberships.remove(at: index)
      let message = packet.payload?["message"]?.string ?? packet.payload?.string ?? ""
      return [.refused(namespace: namespace, message: message, data: packet.payload?["data"])]
    case .disconnect:
      memberships.remove(at: index)
      return [.disconnected(namespace: namespace)]
    case .event, .binaryEvent:
      guard memberships[index].connected, let list = packet.payload?.array, let name = list.first?.string else {
        return []
      }
      return [
        .received(
          namespace: namespace, name: name, arguments: Array(list.dropFirst()), ackID: packet.id, attachments: parts)
      ]
    case .ack, .binaryAck:
      guard memberships[index].connected, let list = packet.payload?.array, let id = packet.id else { return [] }
      return [.acknowledged(namespace: namespace, id: id, arguments: list, attachments: parts)]
    }
  }

  private func send(_ packet: SocketPacket) -> Command {
    .sendSocket(String(decoding: packet.message, as: UTF8.self))
  }
}
