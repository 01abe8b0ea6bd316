import HTTPServer
import JSON
import SocketIO
import Sockets
import Synchronization
import Wire

/// Socket.IO 5 over WebSocket, over long polling, and over polling with upgrade, on the loops of a group. It holds no
/// product rules: who may join what, and what members hear, is the caller's.
public final class RealtimeServer: Sendable {
  public static let path = "/socket.io/"

  private let configuration: RealtimeConfiguration
  private let hubs: [Hub]
  private let population = Population()
  private let turn = Atomic<Int>(0)

  public init(group: EventLoopGroup, configuration: RealtimeConfiguration) {
    self.configuration = configuration
    let population = population
    hubs = group.loops.enumerated().map {
      Hub(loop: $1, index: $0, configuration: configuration, population: population)
    }
  }

  // MARK: Events out

  /// Whether anybody is connected, as far as this thread can know.
  public var hasSessions: Bool { population.count > 0 }

  /// Sends an event to the members of a namespace that are on a channel. The frame is encoded once and shared by all.
  /// May be called on any thread and returns at once; calls of one thread arrive in their order.
  public func broadcast(_ event: RealtimeEvent, namespace: String, to channel: Channel) {
    broadcast(event, namespace: namespace, to: [channel])
  }

  /// The same for several channels: whoever is on two of them gets it twice.
  public func broadcast(_ event: RealtimeEvent, namespace: String, to channels: [Channel]) {
    broadcast(SharedEvent { event }, namespace: namespace, to: channels)
  }

  /// The same; the event is made on a loop, and only where somebody listens.
  public func broadcast(_ event: SharedEvent, namespace: String, to channels: [Channel]) {
    guard hasSessions else { return }
    let frames = SharedFrames(event, namespace: namespace, compression: configuration.compression)
    for hub in hubs {
      hub.loop.execute { for channel in channels { hub.broadcast(frames, namespace, channel) } }
    }
  }

  /// Those who are on a channel now.
  public func members(of channel: Channel, namespace: String) async -> [RealtimeMember] {
    var members: [RealtimeMember] = []
    for hub in hubs { members += await hub.run { hub.channels[channel].filter { $0.namespace == namespace } } }
    return members
  }

  /// Sends an event to all that are on a channel now and collects their acknowledgements, in no order. It waits for the
  /// slowest, at most for the time-out.
  public func ask(
    _ event: RealtimeEvent, namespace: String, of channel: Channel, timeoutMilliseconds: Int64 = 20_000
  ) async -> [(member: RealtimeMember, answer: Result<Acknowledgement, QuestionFailure>)] {
    let members = await members(of: channel, namespace: namespace)
    return await withTaskGroup(of: (RealtimeMember, Result<Acknowledgement, QuestionFailure>).self) { group in
      for member in members {
        group.addTask { (member, await member.answer(to: event, timeoutMilliseconds)) }
      }
      var answers: [(RealtimeMember, Result<Acknowledgement, QuestionFailure>)] = []
      for await answer in group { answers.append(answer) }
      return answers
    }
  }

  /// Puts all members of a channel out of their namespaces, also those whose joining is under way.
  public func disconnect(_ channel: Channel) {
    for hub in hubs { hub.loop.execute { hub.disconnect(channel) } }
  }

  /// Says goodbye to all sessions and takes no more.
  public func close() async {
    for hub in hubs { await hub.run { hub.close() } }
  }

  public func sessionCount() async -> Int {
    var count = 0
    for hub in hubs { count += await hub.run { hub.sessionCount } }
    return count
  }

  // MARK: Requests

  /// Answers a request to `path` (with any query).
  public func handle(_ request: ServerRequest) async -> ServerResponse {
    let policy = OriginPolicy(allowed: configuration.allowedOrigins)
    let headers = request.request.headers
    guard policy.admits(headers) else { return .refusal(.forbidden) }
    var response = await answer(request)
    for field in policy.answerHeaders(headers).fields { response.headers.add(field.name, field.value) }
    return response
  }

  private func answer(_ request: ServerRequest) async -> ServerResponse {
    if request.request.method == .options {
      return ServerResponse(
        204,
        headers: [
          "Access-Control-Allow-Methods": "GET, POST",
          // A star would not stand for Authorization (Fetch, CORS-unsafe request-header names).
          "Access-Control-Allow-Headers": "Authorization, Content-Type, SeSACKey",
        ])
    }
    do {
      switch try EngineRequest(request.request) {
      case .open(let transport):
        let seconds = configuration.admission?.refusal(of: .session)
        // A page cannot read the answer to its handshake; what it can read comes after it.
        if transport == .webSocket, seconds == nil || request.request.headers["Origin"] != nil {
          return openWebSocket(request, retryAfterSeconds: seconds)
        }
        if let seconds { return .overloaded(retryAfterSeconds: seconds) }
        return await openPolling(request)
      case .poll(let sid): return await poll(sid, request)
      case .post(let sid): return await post(sid, request)
      case .upgrade(let sid): return await upgrade(sid, request)
      }
    } catch {
      return .refusal(error)
    }
  }

  private func openPolling(_ request: ServerRequest) async -> ServerResponse {
    let hub = hub(of: request.context.loop)
    let headers = kept(request.request.headers)
    let network = configuration.network(request)
    if let admission = configuration.admission, !admission.pollers.enter(network) {
      return .overloaded(retryAfterSeconds: admission.turnAway())
    }
    return await hub.run { hub.openPolling(headers: headers, peer: request.context.peer, network: network) }
  }

  private func openWebSocket(_ request: ServerRequest, retryAfterSeconds: Int?) -> ServerResponse {
    handshake(request) { [self] connection, compression in
      hub(of: connection.loop).openWebSocket(
        connection, compression, headers: kept(request.request.headers), retryAfterSeconds: retryAfterSeconds)
    }
  }

  private func poll(_ sid: String, _ request: ServerRequest) async -> ServerResponse {
    guard let hub = hub(of: sid) else { return .refusal(.unknownSession) }
    let departure = request.context.departure
    return await withCheckedContinuation { continuation in
      let waiter = PollWaiter(continuation)
      hub.loop.execute {
        guard let session = hub.session(sid) else { return waiter.answer(.refusal(.unknownSession)) }
        session.wait(waiter)
        departure.whenGone { hub.loop.execute { session.vanish(waiter) } }
      }
    }
  }

  private func post(_ sid: String, _ request: ServerRequest) async -> ServerResponse {
    guard let hub = hub(of: sid) else { return .refusal(.unknownSession) }
    return await hub.run {
      guard let session = hub.session(sid) else { return .refusal(.unknownSession) }
      return session.post(request.request.body)
    }
  }

  private func upgrade(_ sid: String, _ request: ServerRequest) async -> ServerResponse {
    guard let hub = hub(of: sid), let session = await hub.run({ hub.session(sid) }) else {
      return .refusal(.unknownSession)
    }
    guard await hub.run({ session.machine.acceptsSocket }) else { return .refusal(.badRequest) }
    return handshake(request) { connection, compression in
      let socket = hub.makeSocket(connection, compression, session)
      if connection.loop === hub.loop { session.upgrade(socket) } else { hub.loop.execute { session.upgrade(socket) } }
      return socket
    }
  }

  private func handshake(
    _ request: ServerRequest,
    _ takeOver: @escaping @Sendable (TCPConnection, CompressionSettings?) -> any TCPConnectionDelegate
  ) -> ServerResponse {
    do {
      var headers = try WebSocketHandshake.answer(request.request)
      // The server under us writes this one itself.
      headers["Connection"] = nil
      var compression = configuration.compression
      if compression != nil, WebSocketCompression.isOffered(request.request.headers) {
        headers.add("Sec-WebSocket-Extensions", WebSocketCompression.answer)
      } else {
        compression = nil
      }
      return .upgrade(headers: headers) { [compression] in takeOver($0, compression) }
    } catch .unsupportedVersion {
      return ServerResponse(426, headers: ["Sec-WebSocket-Version": "13"])
    } catch {
      return .refusal(.badRequest)
    }
  }

  private func hub(of loop: EventLoop?) -> Hub {
    if let loop, let hub = hubs.first(where: { $0.loop === loop }) { return hub }
    let index = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return hubs[Int(UInt(bitPattern: index) % UInt(hubs.count))]
  }

  private func hub(of sid: String) -> Hub? {
    guard let index = SessionID.index(of: sid), index < hubs.count else { return nil }
    return hubs[index]
  }

  private func kept(_ headers: HTTPHeaders) -> HTTPHeaders {
    var kept = HTTPHeaders()
    for name in configuration.keptHeaders {
      if let value = headers[name] { kept.add(name, value) }
    }
    return kept
  }
}
