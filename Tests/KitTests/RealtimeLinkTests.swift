import Contract
import JSON
import Realtime
import Synchronization
import Testing

@testable import Kit

/// Sockets whose other side is the test.
private final class ScriptedSockets: Sendable {
  struct Connection: Sendable {
    let toClient: AsyncStream<String>.Continuation
    let fromClient: AsyncStream<String>
  }

  private let refusals: Mutex<[WebSocketError]>
  let connections: AsyncStream<Connection>
  private let opened: AsyncStream<Connection>.Continuation
  let attempts = Mutex(0)

  /// - Parameter refusals: what the first attempts end in.
  init(refusals: [WebSocketError] = []) {
    self.refusals = Mutex(refusals)
    (connections, opened) = AsyncStream.makeStream(of: Connection.self)
  }

  var opener: WebSocketOpener {
    WebSocketOpener { [self] (_) async throws(WebSocketError) in
      attempts.withLock { $0 += 1 }
      if let refusal = refusals.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw refusal }
      let (inbound, toClient) = AsyncStream.makeStream(of: String.self)
      let (fromClient, sent) = AsyncStream.makeStream(of: String.self)
      let reader = Reader(inbound)
      toClient.yield(#"0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}"#)
      opened.yield(Connection(toClient: toClient, fromClient: fromClient))
      return WebSocket(
        send: { (text) async throws(TransportError) in sent.yield(text) },
        receive: { () async throws(TransportError) in await reader.next() },
        close: { messages in
          for message in messages { sent.yield(message) }
          toClient.finish()
          sent.finish()
        })
    }
  }

  private actor Reader {
    private let stream: AsyncStream<String>

    init(_ stream: AsyncStream<String>) {
      self.stream = stream
    }

    func next() async -> String? {
      for await text in stream { return text }
      return nil
    }
  }
}

private func signedIn(_ server: TokenServer) async throws -> MaruClient {
  let transport = ScriptedTransport { (request) async throws(TransportError) in try server.answer(request) }
  let client = MaruClient(app: .eyemon, transport: transport.transport, credentials: .memory())
  try await client.logIn(email: "p@example.com", password: "maru!2345")
  return client
}

@Suite struct RealtimeLinkTests {
  @Test func itJoinsWithTheTokenAndHearsEventsInOrder() async throws {
    let client = try await signedIn(TokenServer())
    let sockets = ScriptedSockets()
    let (events, heard) = AsyncStream.makeStream(of: RealtimeLink.Event.self)
    let link = RealtimeLink(key: "eyemon", opener: sockets.opener, session: client.session) { heard.yield($0) }
    await link.start()
    let connection = try #require(await sockets.connections.first { _ in true })
    let greeting = await connection.fromClient.first { _ in true }
    #expect(greeting == #"40/me,{"SeSACKey":"eyemon","Authorization":"t1"}"#)
    connection.toClient.yield(#"40/me,{"sid":"x"}"#)
    for number in 1...100 { connection.toClient.yield(#"42/me,["n",\#(number)]"#) }
    var numbers: [Int64] = []
    var hasJoined = false
    for await event in events {
      if case .joined = event { hasJoined = true }
      if case .received(_, let payload) = event { payload.int64.map { numbers.append($0) } }
      if numbers.count == 100 { break }
    }
    #expect(hasJoined && numbers == Array(1...100))
    await link.stop()
    let rest = await connection.fromClient.reduce(into: []) { $0.append($1) }
    #expect(rest.last == "1", "a polite end")
  }

  @Test func aRefusedTokenIsRenewedOnceForTheNextAttempt() async throws {
    let server = TokenServer()
    let client = try await signedIn(server)
    let sockets = ScriptedSockets()
    let link = RealtimeLink(key: "eyemon", opener: sockets.opener, session: client.session) { _ in }
    await link.start()
    let first = try #require(await sockets.connections.first { _ in true })
    _ = await first.fromClient.first { _ in true }
    server.expire()
    first.toClient.yield(#"44/me,{"message":"\#(APIError.accessExpired.message)"}"#)
    let second = try #require(await sockets.connections.first { _ in true })
    #expect(await second.fromClient.first { _ in true } == #"40/me,{"SeSACKey":"eyemon","Authorization":"t2"}"#)
    #expect(server.state.withLock { $0.refreshes } == 1)
    await link.stop()
  }

  @Test func whatTheServerSaysOfTheEndIsKnownWhenTheSessionEnds() async throws {
    let server = TokenServer()
    let client = try await signedIn(server)
    let sockets = ScriptedSockets()
    let link = RealtimeLink(key: "eyemon", opener: sockets.opener, session: client.session) { _ in }
    await link.start()
    let connection = try #require(await sockets.connections.first { _ in true })
    connection.toClient.yield(#"40/me,{"sid":"x"}"#)
    server.expire()
    server.state.withLock { $0.refreshAnswer = APIError.sessionEnded.response }
    connection.toClient.yield(#"42/me,["session_ended",{"reason":"credentials_changed"}]"#)
    connection.toClient.yield("41/me,")
    let end = await client.session.states.first { $0.person == nil }
    #expect(end == .signedOut(reason: .revoked))
    #expect(await client.session.endCause == "credentials_changed")
    await link.stop()
  }

  @Test func aServerThatAsksForAPauseGetsIt() async throws {
    let client = try await signedIn(TokenServer())
    let sockets = ScriptedSockets(refusals: [.refused(status: 503, retryAfter: .seconds(600))])
    let (events, heard) = AsyncStream.makeStream(of: RealtimeLink.Event.self)
    let link = RealtimeLink(key: "eyemon", opener: sockets.opener, session: client.session) { heard.yield($0) }
    await link.start()
    for await event in events { if case .status(.reconnecting) = event { break } }
    // Not even somebody who comes back goes before it.
    await link.cameBack()
    #expect(sockets.attempts.withLock { $0 } == 1)
    await link.stop()
  }
}
