import Accounts
import Contract
import Domain
import Foundation
import HTTPServer
import JSON
import RealtimeServer
import ServerApp
import Sockets
import Storage
import Testing
import Wire

/// A folder that goes with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "server-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}

struct DataFolderTests {
  @Test func oneServerHasItAtATime() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    let server = try await makeServer { $0.dataFolder = path }
    await #expect(throws: DataFolderError.inUse(path)) { try await makeServer { $0.dataFolder = path } }
    await server.stop()
    let next = try await makeServer { $0.dataFolder = path }
    await next.stop()
  }

  @Test func itIsForItsOwnerOnly() async throws {
    let folder = try TemporaryFolder()
    let server = try await makeServer { $0.dataFolder = folder.path + "/data" }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/data")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    await server.stop()
  }

  @Test func dataWithoutTheirKeysAreNotServed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    try await makeServer { $0.dataFolder = path }.stop()
    try FileManager.default.removeItem(atPath: path + "/id.key")
    await #expect(throws: SecretsError.missing(path + "/id.key")) { try await makeServer { $0.dataFolder = path } }
  }

  @Test func migratingTwiceDoesItOnce() async throws {
    let folder = try TemporaryFolder()
    var settings = ServerSettings()
    settings.dataFolder = folder.path + "/data"
    let steps = try await MaruServer.migrate(settings)
    #expect(steps.prefix(3) == ["1 people", "2 sessions", "3 chats"])
    #expect(steps.map { Int($0.prefix { $0 != " " }) } == Array(1...steps.count))
    #expect(try await MaruServer.migrate(settings) == [])
  }

  @Test func startFailuresAreSaidInWords() {
    let settings = ServerSettings()
    #expect(startFailure(DataFolderError.inUse("x"), settings).contains("another server"))
    let taken = StartError.cannotListen("127.0.0.1:80", code: EADDRINUSE)
    #expect(startFailure(taken, settings) == "cannot listen on 127.0.0.1:80: address already in use")
  }

  @Test func aStartThatFailsLeavesTheFolderFree() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/data"
    await #expect(throws: StartError.noPages("/nonexistent")) {
      try await makeServer {
        $0.dataFolder = path
        $0.webFolder = "/nonexistent"
      }
    }
    let server = try await makeServer { $0.dataFolder = path }
    await #expect(throws: StartError.cannotListen(server.address.text, code: EADDRINUSE)) {
      try await makeServer { $0.listen = server.address.text }
    }
    await server.stop()
  }
}

struct DemoTests {
  @Test func demoPeopleAreAddedOnce() async throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let client = try await Client(.inProcess) {
        $0.dataFolder = folder.path + "/data"
        $0.isDemo = true
      }
      let login = Endpoint.login(LoginForm(email: "patient1@maru.demo", password: DemoPeople.password))
      guard case .session(let session) = try await client.call(login) else { throw Unexpected() }
      let patient = SignedIn(app: .eyemon, session: session)
      guard case .doctors(let doctors) = try await client.call(.doctors, as: patient) else { throw Unexpected() }
      #expect(doctors.count == 3)
      guard case .rooms(let rooms) = try await client.call(.rooms, as: patient) else { throw Unexpected() }
      #expect(rooms.count == 2)
      let now = MaruServer.systemClock()
      #expect(rooms.allSatisfy { $0.updatedAt < now && $0.lastMessage != nil })
      await client.server.stop()
    }
  }

  @Test func everySignInWorks() async throws {
    let client = try await Client(.inProcess) { $0.isDemo = true }
    for person in DemoPeople.signIns {
      let login = Endpoint.login(LoginForm(email: person.email, password: DemoPeople.password))
      guard case .session(let session) = try await client.call(login, app: person.app) else { throw Unexpected() }
      #expect(session.person.nick == person.nick)
    }
  }

  @Test func withoutDemoThereIsNobody() async throws {
    let client = try await Client(.inProcess)
    let login = Endpoint.login(LoginForm(email: "patient1@maru.demo", password: DemoPeople.password))
    #expect(await refusal { try await client.call(login) } == .wrongCredentials)
  }
}

struct PageTests {
  private func client(_ folder: TemporaryFolder) async throws -> Client {
    try folder.write("index.html", "<html>index")
    try folder.write("eyemon/index.html", "<html>shell")
    try folder.write("eyemon/sw.js", "// worker")
    try folder.write("assets/app.0123.js", "// app")
    try folder.write("secret.txt", "secret")
    return try await Client(.overSocket) { $0.webFolder = folder.path }
  }

  @Test func everyPathOfAnAppIsItsShell() async throws {
    let folder = try TemporaryFolder()
    let client = try await client(folder)
    for path in ["/eyemon/", "/eyemon/chats/0123", "/eyemon/sign-in", "/eyemon/a/b/c"] {
      let response = try await client.send(HTTPRequest(.get, path))
      #expect(response.status == 200)
      #expect(String(decoding: response.body, as: UTF8.self) == "<html>shell")
      #expect(response.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
      #expect(response.headers["Cache-Control"] == "no-cache")
    }
    let index = try await client.send(HTTPRequest(.get, "/"))
    #expect(String(decoding: index.body, as: UTF8.self) == "<html>index")
  }

  @Test func assetsAreKeptAndWorkersAreAskedAgain() async throws {
    let folder = try TemporaryFolder()
    let client = try await client(folder)
    let asset = try await client.send(HTTPRequest(.get, "/assets/app.0123.js"))
    #expect(asset.headers["Cache-Control"]?.contains("immutable") == true)
    let worker = try await client.send(HTTPRequest(.get, "/eyemon/sw.js"))
    #expect(String(decoding: worker.body, as: UTF8.self) == "// worker")
    #expect(worker.headers["Cache-Control"] == "no-cache")
  }

  @Test(arguments: ["/secret.txt", "/assets/none.js", "/assets/../secret.txt", "/eyemonx", "/ssacsu/"])
  func nothingElseIsThere(path: String) async throws {
    let folder = try TemporaryFolder()
    let client = try await client(folder)
    #expect(try await client.send(HTTPRequest(.get, path)).status == 444)
  }
}

/// What one check an address and minute answers to requests that were forwarded for these.
func statuses(forwardedFor addresses: [String?], trusting: (inout ProxyTrust) -> Void) async throws -> [Int] {
  let client = try await Client(.inProcess) {
    trusting(&$0.proxies)
    $0.accounts.checksPerMinute = 1
  }
  var statuses: [Int] = []
  for address in addresses {
    var request = Endpoint.validateEmail("free@example.com").request(key: "eyemon")
    if let address { request.headers["X-Forwarded-For"] = address }
    statuses.append(try await client.send(request).status)
  }
  return statuses
}

struct ClientAddressTests {
  private func tries(proxies: Int, forwarded: [String?]) async throws -> [Int] {
    try await statuses(forwardedFor: forwarded) { $0.count = proxies }
  }

  @Test func withoutProxiesTheHeaderMeansNothing() async throws {
    #expect(try await tries(proxies: 0, forwarded: [nil, "1.1.1.1", "2.2.2.2"]) == [200, 429, 429])
  }

  @Test func behindAProxyEachClientHasItsOwnLimit() async throws {
    #expect(
      try await tries(proxies: 1, forwarded: ["1.1.1.1", "2.2.2.2", "9.9.9.9, 1.1.1.1", "::1", " 2.2.2.2 "])
        == [200, 200, 429, 200, 429])
  }

  @Test func whatIsNoAddressIsThePeer() async throws {
    #expect(try await tries(proxies: 1, forwarded: ["nonsense", nil, "unknown", "1.1.1.1,"]) == [200, 429, 429, 200])
  }

  @Test func ofTwoProxiesTheOuterOneIsBelieved() async throws {
    #expect(
      try await tries(proxies: 2, forwarded: ["1.1.1.1, 5.5.5.5", "7.7.7.7, 1.1.1.1, 6.6.6.6"]) == [200, 429])
  }
}
