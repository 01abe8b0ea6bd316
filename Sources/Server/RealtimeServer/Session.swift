import HTTPServer
import JSON
import SocketIO
import Sockets
import Wire

/// Carries out what one session's machine commands; confined to the hub's loop. Its WebSocket can live on another
/// loop where the client began by polling.
final class Session: WebSocketReceiver, @unchecked Sendable {
  /// Empty where the session cannot be found by id, because it never polls.
  let sid: String
  let hub: Hub
  private let headers: HTTPHeaders
  private let peer: SocketAddress
  private(set) var machine: ServerSessionMachine
  private(set) var socket: WebSocketConnection?
  private var poll: PollWaiter?
  private var postAnswer: Bool?
  private var members: [Member] = []
  /// Where the hub keeps it.
  var index = -1

  init(
    _ transport: EngineTransport, sid: String, hub: Hub, headers: HTTPHeaders, peer: SocketAddress
  ) {
    self.sid = sid
    self.hub = hub
    self.headers = headers
    self.peer = peer
    machine = ServerSessionMachine(transport, settings: hub.configuration.engine, now: hub.loop.now)
  }

  // MARK: Requests

  /// The body that answers the request which opened a polling session.
  func greeting() -> [UInt8] {
    for case .answerPoll(let body) in machine.open(sid: sid) { return body }
    return []
  }

  func begin(_ socket: WebSocketConnection, sid: String) {
    self.socket = socket
    perform(machine.open(sid: sid))
  }

  func wait(_ waiter: PollWaiter) {
    let older = poll
    poll = waiter
    let commands = machine.receive(.pollArrived, now: hub.loop.now)
    // The machine sends an older poll home first.
    var rest = commands[...]
    if let older, case .answerPoll(let body)? = rest.first {
      older.answer(.poll(body))
      rest = rest.dropFirst()
    }
    perform(Array(rest))
  }

  func vanish(_ waiter: PollWaiter) {
    guard poll === waiter else { return }
    poll = nil
    waiter.answer(.poll([]))
    receive(.pollVanished)
  }

  func post(_ body: [UInt8]) -> Bool {
    postAnswer = nil
    receive(.posted(body))
    return postAnswer ?? false
  }

  func upgrade(_ socket: WebSocketConnection) {
    guard machine.acceptsSocket else { return socket.close(.policyViolation) }
    self.socket = socket
    receive(.socketOpened)
  }

  // MARK: WebSocket

  func webSocket(_ socket: WebSocketConnection, didReceiveText text: [UInt8]) {
    receive(.socketText(text), from: socket)
  }

  func webSocket(_ socket: WebSocketConnection, didReceiveBinary bytes: [UInt8]) {
    receive(.socketBinary(bytes), from: socket)
  }

  func webSocketDidClose(_ socket: WebSocketConnection) {
    receive(.socketClosed, from: socket)
  }

  private func receive(_ event: ServerSessionMachine.Event, from socket: WebSocketConnection) {
    guard socket.loop === hub.loop else { return hub.loop.execute { self.receiveHere(event, from: socket) } }
    receiveHere(event, from: socket)
  }

  private func receiveHere(_ event: ServerSessionMachine.Event, from socket: WebSocketConnection) {
    guard self.socket === socket else { return }
    if case .socketClosed = event { self.socket = nil }
    receive(event)
  }

  // MARK: Events out

  func deliver(_ frame: SharedBytes, _ message: [UInt8], _ namespace: String) {
    if machine.sendsDirectly, let socket {
      socket.send(frame)
    } else {
      receive(.send(namespace: namespace, message: message, attachments: []))
    }
  }

  func receive(_ event: ServerSessionMachine.Event) {
    perform(machine.receive(event, now: hub.loop.now))
    hub.noteDeadline(of: self)
  }

  private func perform(_ commands: [ServerSessionMachine.Command]) {
    for command in commands {
      switch command {
      case .answerPoll(let body): takePoll()?.answer(.poll(body))
      case .refusePoll: takePoll()?.answer(.refusal(.badRequest))
      case .answerPost(let good): postAnswer = good
      case .sendText(let text): socket?.send(text: text)
      case .sendBinary(let bytes): socket?.send(binary: bytes)
      case .closeSocket: closeSocket()
      case .authorize(let namespace, let attempt, let payload): authorize(namespace, attempt, payload)
      // Members get their channels with the answer of the authorizer.
      case .joined: break
      case .left(let namespace): leave(namespace)
      case .event(let namespace, let name, let arguments, let attachments, let ackID):
        let event = ReceivedEvent(
          namespace: namespace, name: name, arguments: arguments, attachments: attachments,
          wantsAcknowledgement: ackID != nil)
        reply(to: event, ackID)
      case .acknowledged: break
      case .ended: hub.remove(self)
      }
    }
  }

  private func takePoll() -> PollWaiter? {
    defer { poll = nil }
    return poll
  }

  private func closeSocket() {
    let socket = self.socket
    self.socket = nil
    socket?.close(.normal)
  }

  private func reply(to event: ReceivedEvent, _ ackID: Int64?) {
    guard let reply = hub.configuration.onEvent?(event) else { return }
    var packets = reply.events.map { SocketPacket.event(event.namespace, $0.name, $0.arguments) }
    if let ackID, let arguments = reply.acknowledgement {
      packets.insert(.ack(event.namespace, ackID, arguments), at: 0)
    }
    for packet in packets {
      receive(.send(namespace: event.namespace, message: packet.message, attachments: []))
    }
  }

  // MARK: Namespaces

  private func authorize(_ namespace: String, _ attempt: Int, _ payload: JSONValue?) {
    let request = ConnectRequest(namespace: namespace, payload: payload, headers: headers, peer: peer)
    let hub = self.hub
    let since = hub.loop.now
    Task(executorPreference: hub.loop) {
      let answer = await hub.configuration.authorize(request)
      await hub.run { self.authorized(namespace, attempt, hub.stillValid(answer, since: since)) }
    }
  }

  private func authorized(_ namespace: String, _ attempt: Int, _ answer: ConnectAnswer) {
    switch answer {
    case .refused(let message):
      receive(.refused(namespace: namespace, attempt: attempt, message: message))
    case .accepted(let channels, let greetings):
      let messages = greetings.map { SocketPacket.event(namespace, $0.name, $0.arguments).message }
      let commands = machine.receive(
        .accepted(namespace: namespace, attempt: attempt, id: hub.newID(), greetings: messages), now: hub.loop.now)
      if commands.contains(.joined(namespace: namespace)) {
        let member = Member(self, namespace)
        members.append(member)
        hub.channels.add(member, to: channels)
      }
      perform(commands)
      hub.noteDeadline(of: self)
    }
  }

  private func leave(_ namespace: String) {
    guard let index = members.firstIndex(where: { $0.namespace == namespace }) else { return }
    hub.channels.remove(members.remove(at: index))
  }
}
