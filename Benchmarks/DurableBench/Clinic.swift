import Accounts
import Contract
import Crypto
import Domain
import HTTPServer
import ServerApp
import Sockets
import Storage
import Wire

struct Unexpected: Error {}

/// A whole server on a disk, without sockets, and people who talk in pairs.
struct Clinic: Sendable {
  let server: MaruServer
  let senders: [Sender]

  init(folder: String, database: String?, senders count: Int) async throws {
    var settings = ServerSettings()
    settings.accounts.doctorsWait = false
    settings.isConsultOpen = true
    settings.listen = "127.0.0.1:0"
    settings.admin = nil
    settings.dataFolder = folder
    settings.database = database.flatMap { DataPlace(url: $0) }
    settings.logging = .none
    settings.loops = 1
    settings.accounts.passwordCost = .lowest
    settings.accounts.triesPerMinute = 1_000_000
    settings.messagesPerMinute = 1_000_000_000
    let server = try await MaruServer(settings)
    self.server = server
    var senders: [Sender] = []
    for number in 0..<count / 2 {
      let patient = try await Self.join(.eyemon, "p\(number)", server)
      let doctor = try await Self.join(.eyemonDoctor, "d\(number)", server)
      let opening = Endpoint.openRoom(opponent: doctor.person.id)
      guard case .room(let room) = try await Self.call(opening, .eyemon, patient.accessToken, server) else {
        throw Unexpected()
      }
      senders.append(Sender(app: .eyemon, token: patient.accessToken, room: room.id))
      senders.append(Sender(app: .eyemonDoctor, token: doctor.accessToken, room: room.id))
    }
    self.senders = senders
  }

  private static func join(_ app: App, _ name: String, _ server: MaruServer) async throws -> SessionAnswer {
    let form = JoinForm(email: name + "@example.com", password: "maru!2345", nick: name)
    guard case .session(let session) = try await call(.join(form), app, nil, server) else { throw Unexpected() }
    return session
  }

  private static func call(
    _ endpoint: Endpoint, _ app: App, _ token: String?, _ server: MaruServer
  ) async throws -> Answer {
    let response = try await respond(endpoint, app, token, server)
    guard case .bytes(let bytes) = response.body else { throw Unexpected() }
    return try Answer(parsing: HTTPResponse(response.status, headers: response.headers, body: bytes), for: endpoint)
  }

  private static func respond(
    _ endpoint: Endpoint, _ app: App, _ token: String?, _ server: MaruServer
  ) async throws -> ServerResponse {
    var request = endpoint.request(key: app.rawValue, accessToken: token)
    request.headers["Host"] = server.address.text
    let context = RequestContext(id: RequestID(1), peer: try SocketAddress("127.0.0.1:1"))
    return await server.respond(ServerRequest(request, context: context))
  }

  /// Returns when the message is on the disk.
  func send(_ text: String, by sender: Sender) async throws {
    let draft = MessageDraft(clientID: text, content: text + String(repeating: " 눈이 침침해요", count: 4))
    // Not parsed: the work of clients is not what is measured.
    let response = try await Self.respond(.send(room: sender.room, draft), sender.app, sender.token, server)
    guard response.status == 200 else { throw Unexpected() }
  }
}

struct Sender: Sendable {
  let app: App
  let token: String
  let room: ID<Room>
}
