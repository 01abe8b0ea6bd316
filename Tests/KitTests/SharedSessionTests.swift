import Contract
import Domain
import Foundation
import Kit
import Session
import Synchronization
import Testing

/// A server whose refresh tokens count up, and which ends the session when an old one comes back after its successor
/// was used: what two processes must never bring about.
private final class RotatingServer: Sendable {
  struct State {
    var newest = 1
    var isUsed = true
    var isEnded = false
    var access = 1
    var refreshes = 0
  }

  let state = Mutex(State())
  let person = Person(id: ID("p"), nick: "하늘")

  func expire() { state.withLock { $0.access += 1 } }

  private func session(_ state: State) -> HTTPResponse {
    Answer.session(
      SessionAnswer(
        person: person, email: "", role: .patient, accessToken: "t\(state.access)", refreshToken: "r\(state.newest)")
    ).response
  }

  func answer(_ request: TransportRequest) -> HTTPResponse {
    state.withLock { state in
      switch request.target {
      case "/v1/users/login":
        state = State(newest: state.newest + 1, access: state.access + 1)
        return session(state)
      case "/v1/users/logout":
        state.isEnded = true
        return HTTPResponse(200)
      case "/v1/auth/refresh":
        state.refreshes += 1
        let token = request.headers["RefreshToken"] ?? ""
        if state.isEnded { return APIError.refreshExpired.response }
        if token == "r\(state.newest)" {
          state.newest += 1
          state.isUsed = false
        } else if token != "r\(state.newest - 1)" || state.isUsed {
          state.isEnded = true
          return APIError.refreshExpired.response
        }
        return session(state)
      default:
        guard request.headers["Authorization"] == "t\(state.access)", !state.isEnded else {
          return APIError.accessExpired.response
        }
        state.isUsed = true
        return Answer.rooms([]).response
      }
    }
  }
}

struct SharedSessionTests {
  private final class Place: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("kit-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// A file that does not open while it is shut.
  private final class Shutter: Sendable {
    let file: CredentialStore
    let isShut = Mutex(false)

    init(_ place: Place) { file = .file(place.path + "/session") }

    var store: CredentialStore {
      CredentialStore(
        load: { [self] () throws(CredentialFault) in
          if isShut.withLock({ $0 }) { throw .unreadable }
          return try file.read()
        }, save: file.save, turn: file.turn)
    }
  }

  private func process(_ server: RotatingServer, _ place: Place) -> MaruClient {
    let scripted = ScriptedTransport { (request) async throws(TransportError) in server.answer(request) }
    return MaruClient(app: .eyemon, transport: scripted.transport, credentials: .file(place.path + "/session"))
  }

  /// Nobody is signed out because a file does not open for a moment; and the old token is not used meanwhile, since
  /// another process may have written a newer one.
  @Test func aFileThatDoesNotOpenEndsNoSession() async throws {
    let (server, place) = (RotatingServer(), try Place())
    let shutter = Shutter(place)
    let scripted = ScriptedTransport { (request) async throws(TransportError) in server.answer(request) }
    let client = MaruClient(app: .eyemon, transport: scripted.transport, credentials: shutter.store)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    shutter.isShut.withLock { $0 = true }
    await #expect(throws: CallError.self) { _ = try await client.rooms() }
    #expect(client.session.state.person == server.person)
    #expect(server.state.withLock { $0.refreshes } == 0)
    shutter.isShut.withLock { $0 = false }
    #expect(try await client.rooms().isEmpty)
    #expect(shutter.file.load()?.refreshToken == "r\(server.state.withLock { $0.newest })")
  }

  @Test func aFileThatWasDamagedEndsNoSession() async throws {
    let (server, place) = (RotatingServer(), try Place())
    let client = process(server, place)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    try Data("torn".utf8).write(to: URL(fileURLWithPath: place.path + "/session"))
    #expect(try await client.rooms().isEmpty)
    #expect(CredentialStore.file(place.path + "/session").load()?.refreshToken == "r3")
  }

  @Test func whoSignsOutWhileTheFileDoesNotOpenIsSignedOutInTheNextProcess() async throws {
    let (server, place) = (RotatingServer(), try Place())
    let shutter = Shutter(place)
    let scripted = ScriptedTransport { (request) async throws(TransportError) in
      guard request.target != "/v1/users/logout" else { throw .timedOut }
      return server.answer(request)
    }
    let client = MaruClient(app: .eyemon, transport: scripted.transport, credentials: shutter.store)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    shutter.isShut.withLock { $0 = true }
    await client.session.signOut()
    #expect(shutter.file.load()?.isLeaving == true)
  }

  @Test func twoProcessesRenewOneAfterTheOther() async throws {
    let (server, place) = (RotatingServer(), try Place())
    let first = process(server, place)
    try await first.logIn(email: "p@example.com", password: "maru!2345")
    let second = process(server, place)
    await second.session.restore()
    for round in 0..<10 {
      server.expire()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask { _ = try? await (number % 2 == 0 ? first : second).rooms() }
        }
      }
      #expect(!server.state.withLock { $0.isEnded }, "round \(round)")
      #expect(first.session.state.person == server.person)
      #expect(second.session.state.person == server.person)
    }
    #expect(try await first.rooms().isEmpty)
    #expect(try await second.rooms().isEmpty)
  }

  @Test func aSignOutOfOneProcessEndsTheOther() async throws {
    let (server, place) = (RotatingServer(), try Place())
    let first = process(server, place)
    try await first.logIn(email: "p@example.com", password: "maru!2345")
    let second = process(server, place)
    await second.session.restore()
    #expect(try await second.rooms().isEmpty)
    await first.signOut()
    server.expire()
    await #expect(throws: CallError.signedOut) { _ = try await second.rooms() }
    #expect(second.session.state == .signedOut(reason: .expired))
  }

  @Test func whoeverSignsInAnewIsFollowed() async throws {
    let (server, place) = (RotatingServer(), try Place())
    let first = process(server, place)
    try await first.logIn(email: "p@example.com", password: "maru!2345")
    let second = process(server, place)
    await second.session.restore()
    try await first.logIn(email: "p@example.com", password: "maru!2345")
    server.expire()
    #expect(try await second.rooms().isEmpty)
    #expect(second.session.state.person == server.person)
    #expect(!server.state.withLock { $0.isEnded })
  }

  @Test(arguments: [("text/html", "<html>Sign in</html>"), ("application/json", #"{"message":"Forbidden"}"#)])
  func aStrangersAnswerSignsNobodyOut(type: String, body: String) async throws {
    let page = Mutex<Int?>(nil)
    let server = TokenServer()
    let scripted = ScriptedTransport { (request) async throws(TransportError) in
      if let status = page.withLock({ $0 }) {
        return HTTPResponse(status, headers: ["Content-Type": type], body: Array(body.utf8))
      }
      return try server.answer(request)
    }
    let client = MaruClient(app: .eyemon, transport: scripted.transport, credentials: .memory())
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    for status in [200, 302, 401, 403, 404, 418, 502] {
      page.withLock { $0 = status }
      await #expect(throws: CallError.self) { _ = try await client.rooms() }
      #expect(client.session.state.person == server.person)
    }
    page.withLock { $0 = nil }
    #expect(try await client.rooms().isEmpty)
  }
}
