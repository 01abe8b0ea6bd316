import AccountContract
import Contract
import Domain
import Session
import Synchronization
import Testing
import Wire

@testable import Kit

struct ClientIdentityTests {
  @Test(arguments: [
    ("haneul-book.local", "haneul-book"), ("server1", "server1"), ("localhost", ""), ("localhost.localdomain", ""),
    ("192.168.0.7", ""), ("fe80::1", ""), ("", ""),
  ])
  func aHostIsNamedWithoutItsDomain(host: String, name: String) {
    #expect(ClientIdentity.deviceName(ofHost: host) == name)
  }

  @Test func whatThePolicyWantsGoesAlongInPlainCharacters() {
    let identity = ClientIdentity(
      platform: "linux", appVersion: "1.2.3", timeZone: "Asia/Seoul", deviceName: "하늘의 책상", productID: "p")
    var headers = HTTPHeaders()
    identity.add(to: &headers, SessionPolicy.maru.headers)
    #expect(headers["X-Platform"] == "linux" && headers["X-Local-Timezone"] == "Asia/Seoul")
    #expect(headers["X-Device-Name"].flatMap { PercentEncoding.decode(segment: $0) } == "하늘의 책상")
    #expect(headers["X-Device-Name"]?.utf8.allSatisfy { (0x21..<0x7F).contains($0) } == true)
    // The key is the call's own, and the product is of another dialect.
    #expect(headers["SeSACKey"] == nil && headers["ProductId"] == nil)
    headers = HTTPHeaders()
    identity.add(to: &headers, SessionPolicy.coded.headers)
    #expect(headers["ProductId"] == "p" && headers["X-Platform"] == nil)
  }

  /// Whatever the kit sends: calls of either kind, transfers, and ways in.
  @Test func allThatIsSentCarriesIt() async throws {
    let server = TokenServer()
    let seen = Mutex<[String: HTTPHeaders]>([:])
    let scripted = ScriptedTransport { (request) async throws(TransportError) in
      let place = "\(request.method) \(request.target)"
      seen.withLock { $0[place] = request.headers }
      return try server.answer(request)
    }
    let identity = ClientIdentity(platform: "linux", appVersion: "1", timeZone: "Asia/Seoul", deviceName: "desk")
    let client = MaruClient(
      app: .eyemon, transport: scripted.transport, credentials: .memory(), identity: identity)
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    _ = try await client.rooms()
    _ = try? await client.call(AccountAPI.sendPhoneCode, "+821012345678")
    _ = try? await client.call(AccountAPI.unsubscribe, Nothing())
    _ = try? await client.logIn(kakao: ProviderLogin(token: "k"))
    _ = try? await client.bytes(of: FileRequest(path: "/data/chats/a.png"))
    _ = try? await client.discard(UploadTicket(upload: "u", room: ID("r"), size: 1))
    server.expire()
    _ = try await client.rooms()
    let all = seen.withLock { $0 }
    #expect(all.count == 8)
    for (place, headers) in all {
      for (header, name) in SessionHeaders.table where SessionPolicy.maru.headers.contains(header) {
        #expect(headers[name]?.isEmpty == false, "\(name) of \(place)")
      }
    }
  }

  /// What a dialect asks for goes along instead.
  @Test func anotherPolicySendsOtherHeaders() async throws {
    let scripted = ScriptedTransport { (request) async throws(TransportError) in
      #expect(request.headers["ProductId"] == "p" && request.headers["X-Platform"] == nil)
      return HTTPResponse(400, body: Array(#"{"errorCode":"E11"}"#.utf8))
    }
    let client = MaruClient(
      app: .eyemon, transport: scripted.transport, credentials: .memory(), identity: ClientIdentity(productID: "p"),
      policy: .coded)
    await #expect(throws: CallError.self) { try await client.logIn(email: "p@example.com", password: "x") }
    await #expect(throws: CallError.self) { try await client.call(AccountAPI.sendPhoneCode, "+821012345678") }
    #expect(scripted.targets.count == 2)
  }
}
