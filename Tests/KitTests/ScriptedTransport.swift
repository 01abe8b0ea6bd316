import Contract
import Domain
import JSON
import Kit
import Session
import Synchronization

/// A transport whose answers are the test's, with what was asked of it.
final class ScriptedTransport: Sendable {
  typealias Script = @Sendable (TransportRequest) async throws(TransportError) -> HTTPResponse

  private let requests = Mutex<[TransportRequest]>([])
  private let script: Script

  init(_ script: @escaping Script) {
    self.script = script
  }

  var transport: Transport {
    Transport { [self] (request) async throws(TransportError) in
      requests.withLock { $0.append(request) }
      let response = try await script(request)
      return TransportResponse(status: response.status, headers: response.headers, body: BodyStream(response.body))
    }
  }

  func count(of target: String) -> Int { requests.withLock { $0.filter { $0.target.hasPrefix(target) }.count } }
  var targets: [String] { requests.withLock { $0.map(\.target) } }
}

/// Something that a test waits for; it stays open.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A server in a few lines: one account whose access tokens count up, `t1`, `t2` …, of which only the newest is good.
final class TokenServer: Sendable {
  struct State {
    var token = 1
    var refreshes = 0
    /// What a refresh is answered with; nil: new tokens.
    var refreshAnswer: HTTPResponse?
    var isUnreachable = false
  }

  let state = Mutex(State())
  let person = Person(id: ID("p"), nick: "하늘")

  func session(_ number: Int) -> SessionAnswer {
    SessionAnswer(
      person: person, email: "p@example.com", role: .patient, accessToken: "t\(number)", refreshToken: "r\(number)")
  }

  func expire() { state.withLock { $0.token += 1 } }

  func answer(_ request: TransportRequest) throws(TransportError) -> HTTPResponse {
    let result: Result<HTTPResponse, TransportError> = state.withLock { state in
      if state.isUnreachable { return .failure(.timedOut) }
      switch request.target {
      case "/v1/users/login": return .success(Answer.session(session(state.token)).response)
      case "/v1/auth/refresh":
        state.refreshes += 1
        if let answer = state.refreshAnswer { return .success(answer) }
        return .success(Answer.session(session(state.token)).response)
      case "/v1/users/logout": return .success(HTTPResponse(200))
      default:
        guard request.headers["Authorization"] == "t\(state.token)" else {
          return .success(APIError.accessExpired.response)
        }
        return .success(Answer.rooms([]).response)
      }
    }
    return try result.get()
  }
}
