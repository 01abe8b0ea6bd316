import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct EndpointParsingTests {
  private func json(_ path: String, _ body: String, type: String? = "application/json") -> HTTPRequest {
    var request = HTTPRequest(.post, path, body: Array(body.utf8))
    request.headers["Content-Type"] = type
    return request
  }

  private func form(_ path: String, _ body: String) -> HTTPRequest {
    json(path, body, type: "Application/X-WWW-Form-Urlencoded; charset=utf-8")
  }

  @Test(
    arguments: [
      (.get, "/"), (.get, ""), (.get, "/v1"), (.get, "/v2/doctors"), (.get, "/doctors"), (.get, "/v1/doctor"),
      (.get, "/v1/doctors/1"), (.post, "/v1/doctors"), (.get, "/v1/users/join"), (.put, "/v1/chats"),
      (.delete, "/v1/chats/1"), (.get, "/v1/chats/1/read"), (.post, "/v1/chats/1/read/2"), (.post, "/v1/auth/refresh"),
      (.get, "/v1/web/eyemon/session/refresh"), (.post, "/v1/web/nobody/session/refresh"),
      (.post, "/v1/web/eyemon/session"), (.head, "/v1/rooms"), (.options, "/v1/chats"), (.post, "/common"),
      (.get, "/V1/doctors"),
    ] as [(HTTPMethod, String)])
  func unknownRoutesAndMethodsAre444(method: HTTPMethod, path: String) throws {
    let error = #expect(throws: APIError.self) { try Endpoint(parsing: HTTPRequest(method, path)) }
    #expect(error == .unknownRoute)
    #expect(error?.status == 444)
  }

  @Test func unknownRouteSpeaksOfTurningBack() {
    #expect(APIError.unknownRoute.message.hasPrefix("돌아가"))
  }

  @Test func slashesAtTheSeamsAreForgiven() throws {
    #expect(try Endpoint(parsing: HTTPRequest(.get, "//v1//doctors/")) == .doctors)
    #expect(try Endpoint(parsing: HTTPRequest(.get, "/common")) == .health)
  }

  @Test(arguments: [
    ("/v1/users/validation/email", ""), ("/v1/users/validation/email", "{}"),
    ("/v1/users/validation/email", #"{"email":null}"#), ("/v1/users/validation/email", #"{"email":""}"#),
    ("/v1/users/validation/email", #"{"email":["a@b.co"]}"#), ("/v1/users/join", #"{"email":"a","password":"b"}"#),
    ("/v1/users/join", #"{"nick":"a","password":"b"}"#), ("/v1/users/login", #"{"email":"a"}"#),
    ("/v1/chats", "{}"), ("/v1/chats/1", "{}"), ("/v1/chats/1", #"{"content":"","files":[]}"#),
    ("/v1/chats/1/read", "{}"),
  ])
  func missingValuesAre400(path: String, body: String) {
    #expect(throws: APIError.missingValue) { try Endpoint(parsing: json(path, body)) }
  }

  @Test(arguments: ["{", "[]", "\"email\"", "1", "{\"email\":\"\u{1}\"}", "email=a@b.co"])
  func bodiesOfAnotherFormAre400(body: String) {
    #expect(throws: APIError.badRequest) { try Endpoint(parsing: json("/v1/users/validation/email", body)) }
  }

  @Test(arguments: [#"{"files":[1,null]}"#, #"{"content":"a","files":["/x",1]}"#])
  func nothingIsSentWithoutAFileThatWasMeant(body: String) {
    #expect(throws: APIError.badRequest) { try Endpoint(parsing: json("/v1/chats/1", body)) }
  }

  @Test(arguments: [#"{"seq":"x"}"#, #"{"seq":1.5}"#, #"{"seq":9223372036854775808}"#, #"{"seq":1e3}"#])
  func positionsAreWholeNumbers(body: String) {
    #expect(throws: APIError.badRequest) { try Endpoint(parsing: json("/v1/chats/1/read", body)) }
  }

  @Test func theTypeOfTheBodyIsTakenForJSON() throws {
    for type in [nil, "application/json; charset=utf-8", "text/plain", "application/vnd.api+json"] {
      let request = json("/v1/users/validation/email", #" {"email":"a@b.co","more":1} "#, type: type)
      #expect(try Endpoint(parsing: request) == .validateEmail("a@b.co"))
    }
  }

  @Test func formsAreReadLikeJSON() throws {
    #expect(try Endpoint(parsing: form("/v1/users/validation/email", "email=a%40b.co")) == .validateEmail("a@b.co"))
    let send = try Endpoint(parsing: form("/v1/chats/1", "content=a+b&files%5B%5D=%2Fx&client_id=c"))
    #expect(send == .send(room: ID("1"), MessageDraft(clientID: "c", content: "a b", files: ["/x"])))
    let two = try Endpoint(parsing: form("/v1/chats/1", "files=/x&files=/y"))
    #expect(two == .send(room: ID("1"), MessageDraft(content: "", files: ["/x", "/y"])))
    #expect(try Endpoint(parsing: form("/v1/chats/1/read", "seq=12")) == .markRead(room: ID("1"), seq: 12))
    #expect(throws: APIError.missingValue) { try Endpoint(parsing: form("/v1/chats", "opponent=1")) }
  }

  @Test func manyNamesInAFormTakeLinearTime() throws {
    let body = (0..<50_000).map { "n\($0)=&" }.joined() + "email=a"
    #expect(try Endpoint(parsing: form("/v1/users/validation/email", body)) == .validateEmail("a"))
  }

  @Test func numbersCountAsTheirText() throws {
    let body = #"{"email":"a@b.co","password":12345678,"nick":7,"phoneNum":1012345678}"#
    let form = JoinForm(email: "a@b.co", password: "12345678", nick: "7", phoneNumber: "1012345678")
    #expect(try Endpoint(parsing: json("/v1/users/join", body)) == .join(form))
    #expect(try Endpoint(parsing: json("/v1/chats/1/read", #"{"seq":"3"}"#)) == .markRead(room: ID("1"), seq: 3))
  }

  @Test func aSignUpKeepsWhatOnlySomeClientsSay() throws {
    let body = """
      {"email":"a@b.co","password":"p","nick":"n","name":"김하늘","hashTags":["#a"],"info5":"five","gender":null,\
      "deviceToken":"t","over14":true,"unheard":1}
      """
    guard case .join(let form) = try Endpoint(parsing: json("/v1/users/join", body)) else { throw APIError.badRequest }
    #expect(form.more.members.map(\.name) == ["name", "hashTags", "info5", "deviceToken", "over14"])
    #expect(form.more["hashTags"] == ["#a"])
    let printed = Endpoint.join(form).request(key: "k")
    #expect(try Endpoint(parsing: printed) == .join(form))
  }

  @Test func anEmptyClientIDIsNone() throws {
    let request = json("/v1/chats/1", #"{"content":"x","client_id":"","files":null}"#)
    #expect(try Endpoint(parsing: request) == .send(room: ID("1"), MessageDraft(content: "x")))
  }
}

@Suite struct CursorTests {
  private let instant = Timestamp(milliseconds: 1_747_131_600_000)

  private func read(_ query: String) throws(APIError) -> Endpoint {
    try Endpoint(parsing: HTTPRequest(.get, target: "/v1/chats/1?" + query))
  }

  @Test(arguments: [
    "next=2025-05-13T10:20:00.000Z", "cursor_date=2025-05-13T10:20:00.000Z", "next=&cursor_date=2025-05-13T10:20:00Z",
    "next=2025-05-13T19%3A20%3A00%2B0900", "next=2025-05-13T19:20:00+0900", "cursor_date=2025-05-13T19:20:00.0+09:00",
    "limit=3&next=2025-05-13T10:20:00Z",
  ])
  func bothNamesAndAllFormsAreRead(query: String) throws {
    #expect(try read(query) == .messages(room: ID("1"), after: instant))
  }

  @Test(arguments: ["", "next=", "cursor_date=", "before=2025-05-13T10:20:00Z", "limit=10"])
  func noCursorAsksForAll(query: String) throws {
    #expect(try read(query) == .messages(room: ID("1"), after: nil))
  }

  @Test(arguments: ["next=0", "next=yesterday", "cursor_date=2025-02-30T00:00:00Z", "next=1747131600000"])
  func badDatesAre400(query: String) {
    #expect(throws: APIError.badDate) { try read(query) }
  }
}

@Suite struct RouteTests {
  @Test func everyRouteMatchesItsTemplate() {
    for route in APIRoute.allCases {
      let match = RouteMatch(HTTPRequest(route.method, route.template))
      #expect(match?.route == route)
    }
  }

  @Test func theRouteIsKnownBeforeTheValues() {
    let match = RouteMatch(HTTPRequest(.post, "/v1/chats/a%2Fb", body: [0xFF]))
    #expect(match?.route == .send)
    #expect(match?.parameter == "a/b")
    #expect(RouteMatch(HTTPRequest(.get, "/v1/chats/%zz"))?.parameter == "%zz")
    #expect(RouteMatch(HTTPRequest(.get, "/v1/chats"))?.parameter == "")
  }

  @Test func onlyRoutesAroundSignInAreOpen() {
    let open = APIRoute.allCases.filter { !$0.needsAccessToken }
    #expect(open == [.health, .validateEmail, .join, .login, .refresh, .refreshWebSession])
  }

  @Test func theWebSessionNeedsItsHeader() throws {
    var request = HTTPRequest(.post, "/v1/web/eyemon/session/refresh")
    #expect(throws: APIError.badRequest) { try Endpoint(parsing: request) }
    request.headers["x-maru-web"] = "1"
    #expect(try Endpoint(parsing: request) == .refreshWebSession(.eyemon))
  }

  @Test func refreshReadsEitherHeader() throws {
    for name in ["RefreshToken", "refresh", "REFRESHTOKEN"] {
      let request = HTTPRequest(.get, "/v1/auth/refresh", headers: [name: "r"])
      #expect(try Endpoint(parsing: request) == .refresh(refreshToken: "r"))
    }
    #expect(throws: APIError.missingValue) { try Endpoint(parsing: HTTPRequest(.get, "/v1/auth/refresh")) }
  }
}
