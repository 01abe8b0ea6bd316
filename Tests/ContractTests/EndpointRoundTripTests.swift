import Contract
import Domain
import Testing
import Wire

@Suite struct EndpointRoundTripTests {
  static let endpoints: [Endpoint] = [
    .health, .validateEmail("a@b.co"),
    .join(JoinForm(email: "a@b.co", password: "abcd123!", nick: "눈", phoneNumber: "010", introduction: "안녕")),
    .join(JoinForm(email: "a@b.co", password: "abcd123!", nick: "눈")),
    .login(LoginForm(email: "a@b.co", password: "abcd123!")),
    .login(LoginForm(email: "a@b.co", password: "abcd123!", deviceToken: "t")), .logout,
    .refresh(refreshToken: "r.r.r"),
    .refreshWebSession(.eyemon), .refreshWebSession(.eyemonDoctor), .doctors, .rooms,
    .openRoom(opponent: ID("0123456789abcdef01234567")), .messages(room: ID("00ff"), after: nil),
    .messages(room: ID("a/b?c #%ü"), after: Timestamp(milliseconds: 1_747_131_600_007)),
    .send(room: ID("00ff"), MessageDraft(clientID: "c-1", content: "안녕 \"\\\n", files: ["/data/x.png"])),
    .send(room: ID("00ff"), MessageDraft(content: "", files: ["/data/x.png"])),
    .send(room: ID("00ff"), MessageDraft(content: "x")), .markRead(room: ID("00ff"), seq: 7_000_000_000),
    .send(
      room: ID("00ff"), MessageDraft(content: "@a", replyTo: ID("0d"), mentions: [ID("0a"), ID("0b")])),
    .markAllRead([RoomRead(room: ID("1"), seq: 7), RoomRead(room: ID("2"), seq: 0)]), .markAllRead([]),
    .history(room: ID("1"), before: nil, limit: nil), .history(room: ID("read"), before: 7_000_000_000, limit: 50),
    .changes(room: ID("1"), after: 0, limit: nil), .changes(room: ID("1"), after: 9, limit: 1_000),
    .edit(room: ID("1"), message: ID("2"), MessageEdit(content: "가", mentions: [ID("3")])),
    .delete(room: ID("1"), message: ID("a/b")), .react(room: ID("1"), message: ID("2"), emoji: "👍🏽", isOn: false),
    .pin(room: ID("1"), message: ID("2")), .pin(room: ID("1"), message: nil), .mute(room: ID("1"), isMuted: true),
    .search(MessageSearch(text: "안과 &=+")),
    .search(MessageSearch(text: "x", room: ID("1"), cursor: "c", limit: 3)),
    .report(message: ID("2"), Report(reason: .abuse, note: "욕설")), .block(person: ID("3"), isBlocked: true), .blocks,
    .fileLink(path: "/data/chats/a.png"),
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
