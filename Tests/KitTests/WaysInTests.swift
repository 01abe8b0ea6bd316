import AccountContract
import Contract
import Foundation
import Session
import Synchronization
import Testing

@testable import Kit

/// Ways in that are no `Endpoint`: by the code of a number, and by what a provider gave to the app.
struct WaysInTests {
  static let paths = ["/v1/account/phone/login", "/v1/users/login/kakao", "/v1/users/login/apple"]

  private final class Refusal: Sendable {
    let error = Mutex<APIError?>(.providerRefused)
  }

  private func enter(_ client: MaruClient, _ path: String) async throws -> Person {
    switch path {
    case Self.paths[0]: try await client.logIn(phone: PhoneLogin(phone: "+821012345678", code: "123456"))
    case Self.paths[1]: try await client.logIn(kakao: ProviderLogin(token: "k"))
    default: try await client.logIn(apple: ProviderLogin(token: "a"))
    }
  }

  private func client(
    _ server: TokenServer, _ store: CredentialStore = .memory(), logout gate: Gate? = nil,
    refusing refusal: Refusal? = nil
  ) -> (MaruClient, ScriptedTransport) {
    let scripted = ScriptedTransport { (request) async throws(TransportError) in
      if request.target == "/v1/users/logout" { await gate?.wait() }
      guard Self.paths.contains(request.target) else { return try server.answer(request) }
      if let error = refusal?.error.withLock({ $0 }) { return error.response }
      return Answer.session(server.session(server.state.withLock { $0.token })).response
    }
    return (MaruClient(app: .eyemon, transport: scripted.transport, credentials: store), scripted)
  }

  @Test(arguments: paths)
  func itsAnswerIsTheSessionFromThenOn(path: String) async throws {
    let (server, store) = (TokenServer(), CredentialStore.memory())
    let (client, scripted) = client(server, store)
    #expect(try await enter(client, path) == server.person)
    #expect(client.session.state == .signedIn(server.person, .patient))
    #expect(store.load()?.refreshToken == "r1")
    server.expire()
    #expect(try await client.rooms().isEmpty)
    #expect(scripted.count(of: "/v1/auth/refresh") == 1)
  }

  @Test func aRefusalLeavesEverythingAsItWas() async throws {
    let (server, refusal) = (TokenServer(), Refusal())
    let (client, _) = client(server, refusing: refusal)
    await #expect(throws: CallError.refused(.providerRefused)) { try await enter(client, Self.paths[1]) }
    #expect(client.session.state == .signedOut(reason: nil))
    refusal.error.withLock { $0 = nil }
    #expect(try await enter(client, Self.paths[1]) == server.person)
  }

  /// The answer of the one would end the session of the other.
  @Test func itWaitsForTheFarewellOnItsWay() async throws {
    let (server, gate) = (TokenServer(), Gate())
    let (client, scripted) = client(server, logout: gate)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    await client.signOut()
    async let person = enter(client, Self.paths[0])
    while scripted.count(of: "/v1/users/logout") == 0 { await Task.yield() }
    #expect(scripted.count(of: Self.paths[0]) == 0)
    gate.open()
    #expect(try await person == server.person)
    #expect(client.session.state.person == server.person)
  }

  @Test func itTakesItsTurnAmongTheProcessesOfTheDevice() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { for end in ["", ".key", ".lock"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let (server, store) = (TokenServer(), CredentialStore.file(path))
    let asked = Gate()
    let watched = CredentialStore(
      load: store.read, save: store.save,
      turn: {
        asked.open()
        return await store.turn()
      })
    let (client, scripted) = client(server, watched)
    var other = await store.turn()
    #expect(other != nil)
    async let person = enter(client, Self.paths[2])
    await asked.wait()
    #expect(scripted.targets == [])
    other = nil
    #expect(try await person == server.person)
    #expect(store.load()?.refreshToken == "r1")
  }

  @Test func severalAtOnceComeOneAfterTheOther() async throws {
    let server = TokenServer()
    let (client, _) = client(server)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for path in Self.paths + Self.paths { group.addTask { _ = try await enter(client, path) } }
      try await group.waitForAll()
    }
    #expect(client.session.state.person == server.person)
  }

  /// Each is sent at most twice, also where the new token is refused as well.
  @Test(arguments: [true, false])
  func aHundredOfTheseCallsWithAnOldTokenAreOneRenewal(isRenewed: Bool) async throws {
    let server = TokenServer()
    let (client, scripted) = client(server)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    if !isRenewed { server.state.withLock { $0.refreshAnswer = Answer.session(server.session(0)).response } }
    let ends = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask { (try? await client.call(AccountAPI.unsubscribe, Nothing())) != nil }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(ends == (isRenewed ? 100 : 0))
    #expect(scripted.count(of: "/v1/me/push") <= 200)
    if isRenewed { #expect(server.state.withLock { $0.refreshes } == 1) }
  }
}
