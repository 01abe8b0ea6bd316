import Accounts
import Contract
import Crypto
import Domain
import Foundation
import HTTPServer
import JSON
import ServerApp
import Sockets
import Storage
import StorageTesting
import Testing
import Wire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let password = "maru!2345"

/// A server in memory that listens on a free port.
func makeServer(_ change: (inout ServerSettings) -> Void = { _ in }) async throws -> MaruServer {
  var settings = ServerSettings()
  settings.accounts.doctorsWait = false
  settings.isConsultOpen = true
  settings.listen = "127.0.0.1:0"
  settings.admin = nil
  settings.dataFolder = nil
  settings.loops = 1
  settings.logging = .none
  settings.decoding = .inProcess
  settings.accounts.passwordCost = .lowest
  change(&settings)
  // A test of the folder is one of SQLite.
  if DataPlace.serverUnderTest != nil && settings.dataFolder == nil { settings.database = .ofTest() }
  return try await MaruServer(settings)
}

/// The two ways to the same server. Every fact of the suite holds for both.
enum Reach: CaseIterable, Sendable {
  case inProcess, overSocket
}

/// A server of its own, and calls to it.
final class Client: Sendable {
  let server: MaruServer
  let reach: Reach

  init(_ reach: Reach, _ change: (inout ServerSettings) -> Void = { _ in }) async throws {
    server = try await makeServer(change)
    self.reach = reach
  }

  deinit {
    Task { [server] in await server.stop() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch reach {
    case .inProcess: try await sendInProcess(request)
    case .overSocket: try await sendOverSocket(request)
    }
  }

  private func sendInProcess(_ request: HTTPRequest) async throws -> HTTPResponse {
    let context = RequestContext(id: RequestID(1), peer: try SocketAddress("127.0.0.1:1"))
    var request = request
    if request.headers["Host"] == nil { request.headers["Host"] = server.address.text }
    let response = await server.respond(ServerRequest(request, context: context))
    guard case .bytes(let bytes) = response.body else { throw Unexpected() }
    return HTTPResponse(response.status, headers: response.headers, body: bytes)
  }

  private func sendOverSocket(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let url = URL(string: "http://" + server.address.text + request.target) else { throw Unexpected() }
    var sent = URLRequest(url: url)
    sent.httpMethod = request.method.rawValue
    for field in request.headers.fields { sent.addValue(field.value, forHTTPHeaderField: field.name) }
    if !request.body.isEmpty { sent.httpBody = Data(request.body) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    let (data, answer) = try await session.data(for: sent)
    guard let answer = answer as? HTTPURLResponse else { throw Unexpected() }
    var headers = HTTPHeaders()
    for (name, value) in answer.allHeaderFields { headers.add("\(name)", "\(value)") }
    return HTTPResponse(answer.statusCode, headers: headers, body: Array(data))
  }

  func call(_ endpoint: Endpoint, as person: SignedIn? = nil, app: App = .eyemon) async throws -> Answer {
    let key = (person?.app ?? app).rawValue
    let response = try await send(endpoint.request(key: key, accessToken: person?.session.accessToken))
    return try Answer(parsing: response, for: endpoint)
  }

  func join(_ app: App = .eyemon, nick: String = "하늘") async throws -> SignedIn {
    let email = "\(Hex.encode(SecureRandom.bytes(6)))@example.com"
    let answer = try await call(.join(JoinForm(email: email, password: password, nick: nick)), app: app)
    guard case .session(let session) = answer else { throw Unexpected() }
    return SignedIn(app: app, session: session)
  }

  func openRoom(_ person: SignedIn, with other: SignedIn) async throws -> Room {
    guard case .room(let room) = try await call(.openRoom(opponent: other.session.person.id), as: person) else {
      throw Unexpected()
    }
    return room
  }

  func say(_ text: String, in room: Room, by person: SignedIn, clientID: String? = nil) async throws -> Message {
    let draft = MessageDraft(clientID: clientID, content: text)
    guard case .message(let message) = try await call(.send(room: room.id, draft), as: person) else {
      throw Unexpected()
    }
    return message
  }
}

struct SignedIn: Sendable {
  var app: App
  var session: SessionAnswer
}

struct Unexpected: Error {}

/// The refusal that a call ends in; nil where it goes well.
func refusal<T>(_ call: () async throws -> T) async -> APIError? {
  do {
    _ = try await call()
    return nil
  } catch {
    if let error = error as? APIError { return error }
    Issue.record("another error than a refusal: \(error)")
    return nil
  }
}
