import Contract
import Foundation
import Kit
import Session
import Synchronization
import Testing

private func client(
  _ server: TokenServer, _ store: CredentialStore = .memory(), slow gate: Gate? = nil
) -> (MaruClient, ScriptedTransport) {
  let scripted = ScriptedTransport { (request) async throws(TransportError) in
    if request.target == "/v1/auth/refresh" { await gate?.wait() }
    return try server.answer(request)
  }
  return (MaruClient(app: .eyemon, transport: scripted.transport, credentials: store), scripted)
}

@Suite struct SessionTests {
  @Test func aHundredCallsWithAnOldTokenAreOneRenewal() async throws {
    let server = TokenServer()
    let (client, scripted) = client(server)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await client.rooms().count } }
      for try await count in group { #expect(count == 0) }
    }
    #expect(server.state.withLock { $0.refreshes } == 1)
    // Each of them at most once more with the new token.
    #expect(scripted.count(of: "/v1/chats") <= 200)
  }

  @Test func stormsOfExpiryAreOneRenewalEach() async throws {
    let server = TokenServer()
    let (client, _) = client(server)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    for round in 1...10 {
      server.expire()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { _ = try? await client.rooms() } }
      }
      #expect(server.state.withLock { $0.refreshes } == round)
    }
  }

  @Test(arguments: [500, 502, 503, 429])
  func aServerInTroubleSignsNobodyOut(status: Int) async throws {
    let server = TokenServer()
    let (client, _) = client(server)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    server.state.withLock { $0.refreshAnswer = HTTPResponse(status, headers: ["Retry-After": "3"]) }
    await #expect(throws: CallError.self) { _ = try await client.rooms() }
    #expect(client.session.state.person == server.person)
    server.state.withLock { $0.refreshAnswer = nil }
    #expect(try await client.rooms().isEmpty)
  }

  @Test func aTimeOutSignsNobodyOut() async throws {
    let server = TokenServer()
    let (client, _) = client(server)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.state.withLock { $0.isUnreachable = true }
    await #expect(throws: CallError.unreachable(.timedOut)) { _ = try await client.rooms() }
    #expect(client.session.state.person == server.person)
  }

  @Test func theHintToWaitReachesTheCaller() async throws {
    let scripted = ScriptedTransport { (_) async throws(TransportError) in
      APIError.overloaded(retryAfterSeconds: 4).response
    }
    let client = MaruClient(app: .eyemon, transport: scripted.transport, credentials: .memory())
    do {
      _ = try await client.validate(email: "a@b.c")
      Issue.record("an answer")
    } catch {
      #expect(error.retryAfter == .seconds(4) && error.canRetry)
    }
  }

  @Test func anEndedSessionIsEndedOnceAndForgotten() async throws {
    let server = TokenServer()
    let store = CredentialStore.memory()
    let (client, _) = client(server, store)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    #expect(store.load()?.refreshToken == "r1")
    server.expire()
    server.state.withLock { $0.refreshAnswer = APIError.refreshExpired.response }
    await #expect(throws: CallError.signedOut) { _ = try await client.rooms() }
    #expect(client.session.state == .signedOut(reason: .expired))
    #expect(store.load() == nil)
  }

  @Test func newTokensAreKeptBeforeTheyAreUsed() async throws {
    let server = TokenServer()
    let order = Mutex<[String]>([])
    let memory = CredentialStore.memory()
    let store = CredentialStore(
      load: memory.load,
      save: { credentials in
        order.withLock { $0.append("kept \(credentials?.refreshToken ?? "none")") }
        return memory.save(credentials)
      })
    let scripted = ScriptedTransport { (request) async throws(TransportError) in
      order.withLock { $0.append("used \(request.headers["Authorization"] ?? "none")") }
      return try server.answer(request)
    }
    let client = MaruClient(app: .eyemon, transport: scripted.transport, credentials: store)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    _ = try await client.rooms()
    let seen = order.withLock { $0 }
    let kept = try #require(seen.firstIndex(of: "kept r2"))
    let used = try #require(seen.firstIndex(of: "used t2"))
    #expect(kept < used)
  }

  @Test func aCancelledCallLeavesTheOthersAlone() async throws {
    let server = TokenServer()
    let gate = Gate()
    let (client, _) = client(server, slow: gate)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    let first = Task { try await client.rooms() }
    let second = Task { try await client.rooms() }
    first.cancel()
    await #expect(throws: CallError.cancelled) { _ = try await first.value }
    gate.open()
    #expect(try await second.value.isEmpty)
  }

  @Test func aSessionGoesOnInTheNextProcess() async throws {
    let server = TokenServer()
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (first, _) = client(server, .file(path))
    try await first.logIn(email: "p@example.com", password: "maru!2345")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    #expect(!String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self).contains("t1"))

    let (second, _) = client(server, .file(path))
    #expect(second.session.state.person == server.person)
    await second.session.restore()
    #expect(try await second.rooms().isEmpty)
  }

  @Test(arguments: ["", "{", "[]", "{\"person\":{}}", "{\"person\":{\"user_id\":\"a\"},\"refresh_token\":\"\"}"])
  func aBrokenFileIsNoSession(content: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    #expect(CredentialStore.file(path).load() == nil)
  }

  @Test func aSignOutWithoutAServerIsToldLater() async throws {
    let server = TokenServer()
    let store = CredentialStore.memory()
    let (first, _) = client(server, store)
    try await first.logIn(email: "p@example.com", password: "maru!2345")
    server.state.withLock { $0.isUnreachable = true }
    await first.signOut()
    #expect(first.session.state == .signedOut(reason: .left))
    #expect(store.load()?.isLeaving == true)

    // The process ended; the next one tells the server, which it reaches, and forgets.
    let reachable = TokenServer()
    let gone = Gate()
    let watched = CredentialStore(
      load: store.load,
      save: { credentials in
        defer { if credentials == nil { gone.open() } }
        return store.save(credentials)
      })
    let (second, scripted) = client(reachable, watched)
    #expect(second.session.state.person == nil)
    await second.session.restore()
    await gone.wait()
    #expect(scripted.count(of: "/v1/users/logout") == 1)
    #expect(store.load() == nil)
  }
}
