import Contract
import Domain
import Testing
import Wire

@Suite struct EndpointRoundTripTests {
  static let endpoints: [Endpoint] = [
    .health, .validateEmail("a@b.co"),
    .join(JoinForm(email: "a@b.co", password: "abcd123!", nick: "눈", phoneNumber: "010", introduction: "안녕")),
    .join(JoinForm(email: "a@b.co", password: "abcd123!", nick: "눈")),
    .login(LoginForm(email: "a@b.co", password: "abcd123!")), .logout, .refresh(refreshToken: "r.r.r"),
    .refreshWebSession(.eyemon), .refreshWebSession(.eyemonDoctor), .doctors, .rooms,
    .openRoom(opponent: ID("0123456789abcdef01234567")), .messages(room: ID("00ff"), after: nil),
    .messages(room: ID("a/b?c #%ü"), after: Timestamp(milliseconds: 1_747_131_600_007)),
    .send(room: ID("00ff"), MessageDraft(clientID: "c-1", content: "안녕 \"\\\n", files: ["/data/x.png"])),
    .send(room: ID("00ff"), MessageDraft(content: "", files: ["/data/x.png"])),
    .send(room: ID("00ff"), MessageDraft(content: "x")), .markRead(room: ID("00ff"), seq: 7_000_000_000),
  ]

  @Test(arguments: endpoints)
  func printedRequestReadsBack(endpoint: Endpoint) throws {
    #expect(try Endpoint(parsing: endpoint.request(key: "eyemon", accessToken: "a.a.a")) == endpoint)
    let web = endpoint.request(key: "eyemon", web: true)
    #expect(try Endpoint(parsing: web) == endpoint)
    let target = HTTPRequest(web.method, target: web.target, headers: web.headers, body: web.body)
    #expect(try Endpoint(parsing: target) == endpoint)
  }

  @Test(arguments: endpoints)
  func credentialsReadBack(endpoint: Endpoint) {
    let read = RequestCredentials(endpoint.request(key: "eyemon", accessToken: "a.a.a", web: true).headers)
    let isRefresh = if case .refresh = endpoint { true } else { false }
    #expect(read.key == "eyemon")
    #expect(read.accessToken == (endpoint.needsAccessToken || isRefresh ? "a.a.a" : nil))
    #expect(read.refreshToken == (isRefresh ? "r.r.r" : nil))
    #expect(read.isWeb)
  }
}
