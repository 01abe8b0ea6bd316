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
  let peer: SocketAddress
  private(set) var machine: ServerSessionMachine
  private(set) var socket: WebSocketConnection?
  private var poll: PollWaiter?
  private var postAnswer: ServerResponse?
  private var members: [RealtimeMember] = []
  private var questions = Questions()
  /// Counted among those that poll.
  var network: NetworkAddress?
  /// Where the hub keeps it.
  var index = -1
  /// It was let in only to be told when to come again.
  private let retryAfterSeconds: Int?

  init(
    _ transport: EngineTransport, sid: String, hub: Hub, headers: HTTPHeaders, peer: SocketAddress,
    retryAfterSeconds: Int? = nil
  ) {
    self.sid = sid
    self.hub = hub
    self.headers = headers
    self.peer = peer
    self.retryAfterSeconds = retryAfterSeconds
    machine = ServerSessionMachine(
      transport, settings: hub.configuration.engine, now: hub.loop.now, isBare: hub.configuration.onMessage != nil)
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
    endIfLate()
    guard poll == nil else {
      // The machine ends the session, which answers the older poll.
      receive(.pollArrived)
      return waiter.answer(.refusal(.badRequest))
    }
    poll = waiter
    receive(.pollArrived)
  }

  func vanish(_ waiter: PollWaiter) {
    guard poll === waiter else { return }
    poll = nil
    waiter.answer(.poll([]))
    receive(.pollVanished)
  }

  func post(_ body: [UInt8]) -> ServerResponse {
    endIfLate()
    postAnswer = nil
    receive(.posted(body))
    return postAnswer ?? .refusal(.badRequest)
  }

  /// The hub looks at its sessions now and then; a request in between must not find one alive that is over.
  private func endIfLate() {
    if machine.deadline <= hub.loop.now { receive(.timePassed) }
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

  func deliver(_ frames: BroadcastFrames, _ message: SocketMessage, _ namespace: String) {
    if machine.sendsDirectly, let socket {
      socket.send(socket.compression == nil ? frames.plain : frames.compressed)
    } else {
      receive(.send(namespace: namespace, message))
    }
  }

  func receive(_ event: ServerSessionMachine.Event) {
    var reason = LeaveReason.clientLeft
    if case .disconnect = event { reason = .putOut }
    perform(machine.receive(event, now: hub.loop.now), reason)
    hub.noteDeadline(of: self)
  }

  /// Nobody is left in it: a WebSocket closes behind what was said last; whoever polls fetches that first.
  func closeIfDeserted() {
    if members.isEmpty, machine.sendsDirectly { receive(.close) }
  }

  /// `done` is called once, on this loop.
  func ask(
    _ event: RealtimeEvent, of member: RealtimeMember, _ timeoutMilliseconds: Int64,
    _ done: @escaping (Result<Acknowledgement, QuestionFailure>) -> Void
  ) {
    let loop = hub.loop
    let timer = { (id: Int64) in
      loop.schedule(afterMilliseconds: timeoutMilliseconds) { [weak self] in
        self?.questions.end(id, .failure(.timedOut))
      }
    }
    let id = questions.add(of: member.id, timer: timer, done)
    member.send(event.message(in: member.namespace, id: id))
  }

  private func perform(_ commands: [ServerSessionMachine.Command], _ reason: LeaveReason = .clientLeft) {
    var reason = reason
    for case .ended(let end) in commands { reason = .sessionEnded(end) }
    for command in commands {
      switch command {
      case .answerPoll(let body): takePoll()?.answer(.poll(body))
      case .refusePoll: takePoll()?.answer(.refusal(.badRequest))
      case .answerPost(let isGood): postAnswer = isGood ? .posted : .refusal(.badRequest)
      case .refuseLargePost: postAnswer = .tooLarge
      case .message(let message): hub.configuration.onMessage?(EngineSession(self), message)
      case .sendText(let text): socket?.send(text: text)
      case .sendBinary(let bytes): socket?.send(binary: bytes)
      case .closeSocket: closeSocket()
      case .authorize(let namespace, let attempt, let payload): authorize(namespace, attempt, payload)
      // Members get their channels with the answer of the authorizer.
      case .joined: break
      case .left(let namespace): leave(namespace, reason)
      case .event(let namespace, let name, let arguments, let attachments, let ackID):
        guard let member = member(namespace) else { break }
        let event = ReceivedEvent(name: name, arguments: arguments, attachments: attachments)
        hub.configuration.onEvent?(member, event, ackID.map { Reply(to: member, $0) })
      case .acknowledged(let namespace, let id, let arguments, let attachments):
        guard let member = member(namespace), questions.asked(id) == member.id else { break }
        questions.end(id, .success(Acknowledgement(arguments: arguments, attachments: attachments)))
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

  // MARK: Namespaces

  private func authorize(_ namespace: String, _ attempt: Int, _ payload: JSONValue?) {
    let request = ConnectRequest(namespace: namespace, payload: payload, headers: headers, peer: peer)
    let hub = self.hub
    if let retryAfterSeconds {
      let answer = ConnectAnswer.refused(
        message: "overloaded", data: ["retry_after": .integer(Int64(retryAfterSeconds))])
      return hub.loop.execute {
        self.authorized(namespace, attempt, answer)
        self.closeIfDeserted()
      }
    }
    let since = hub.loop.now
    Task(executorPreference: hub.loop) {
      let answer = await hub.configuration.authorize(request)
      await hub.run { self.authorized(namespace, attempt, hub.stillValid(answer, since: since)) }
    }
  }

  private func authorized(_ namespace: String, _ attempt: Int, _ answer: ConnectAnswer) {
    switch answer {
    case .refused(let message, let data):
      receive(.refused(namespace: namespace, attempt: attempt, message: message, data: data))
    case .accepted(let channels, let greetings, let context):
      let id = hub.newID()
      let messages = greetings.map { $0.message(in: namespace) }
      let commands = machine.receive(
        .accepted(namespace: namespace, attempt: attempt, id: id, greetings: messages), now: hub.loop.now)
      var joined: RealtimeMember?
      if commands.contains(.joined(namespace: namespace)) {
        let member = RealtimeMember(self, namespace, id: id, context: context)
        members.append(member)
        hub.channels.add(member, to: channels)
        joined = member
      }
      perform(commands)
      hub.noteDeadline(of: self)
      if let joined { hub.configuration.onConnect?(joined) }
    }
  }

  private func member(_ namespace: String) -> RealtimeMember? {
    members.first { $0.namespace == namespace }
  }

  private func leave(_ namespace: String, _ reason: LeaveReason) {
    guard let index = members.firstIndex(where: { $0.namespace == namespace }) else { return }
    let member = members.remove(at: index)
    hub.channels.remove(member)
    member.hasLeft = true
    questions.end(of: member.id)
    hub.configuration.onDisconnect?(member, reason)
  }
}
