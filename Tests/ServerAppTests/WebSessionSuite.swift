import Contract
import Domain
import JSON
import ServerApp
import Testing
import Wire

@Suite struct WebSessionSuite {
  private func join(_ client: Client, _ app: App = .eyemon, host: String? = nil, origin: String? = nil)
    async throws -> HTTPResponse
  {
    let form = JoinForm(email: "w-\(app.rawValue)@example.com", password: password, nick: "하늘")
    var request = Endpoint.join(form).request(key: app.rawValue, web: true)
    if let host { request.headers["Host"] = host }
    if let origin { request.headers["Origin"] = origin }
    return try await client.send(request)
  }

  private func refresh(_ client: Client, cookie: String?, key: App = .eyemon, of app: App = .eyemon) async throws
    -> HTTPResponse
  {
    var request = Endpoint.refreshWebSession(app).request(key: key.rawValue, web: true)
    if let cookie { request.headers["Cookie"] = cookie }
    return try await client.send(request)
  }

  private func pair(_ response: HTTPResponse) throws -> String {
    let cookie = try #require(response.headers["Set-Cookie"])
    return String(cookie.prefix { $0 != ";" })
  }

  @Test(arguments: Reach.allCases)
  func theRefreshTokenIsInTheCookieOnly(reach: Reach) async throws {
    let response = try await join(try await Client(reach))
    let cookie = try #require(response.headers["Set-Cookie"])
    #expect(cookie.hasPrefix("maru-eyemon=ey"))
    #expect(cookie.hasSuffix("; Path=/v1/web/eyemon/session; HttpOnly; SameSite=Strict"))
    #expect(cookie.contains("; Max-Age=5184000;"))
    #expect(try JSONValue(parsing: response.body)["refreshToken"] == "")
  }

  @Test(arguments: ["maru.example.com", "127.0.0.1.example.com", "localhost.example.com", "10.0.0.1:8080", "[::2]:80"])
  func onOtherHostsItIsSecure(host: String) async throws {
    let response = try await join(try await Client(.inProcess), host: host)
    #expect(try #require(response.headers["Set-Cookie"]).hasSuffix("; Secure"))
  }

  @Test(arguments: ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "maru.localhost:80"])
  func onLoopbackItNeedsNoTLS(host: String) async throws {
    let response = try await join(try await Client(.inProcess), host: host)
    #expect(try !#require(response.headers["Set-Cookie"]).contains("Secure"))
  }

  /// Proxies often ask for the address that they were given instead of the one that the browser asked for.
  @Test(arguments: ["https://maru.example.com", "http://maru.example.com", "null", "https://localhost.example.com"])
  func aProxyThatHidesTheHostDoesNotMakeItInsecure(origin: String) async throws {
    let response = try await join(try await Client(.inProcess), host: "127.0.0.1:8080", origin: origin)
    #expect(try #require(response.headers["Set-Cookie"]).hasSuffix("; Secure"))
  }

  @Test(arguments: ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:8080"])
  func aPageOfThisMachineNeedsNoTLS(origin: String) async throws {
    let response = try await join(try await Client(.inProcess), host: "127.0.0.1:8080", origin: origin)
    #expect(try !#require(response.headers["Set-Cookie"]).contains("Secure"))
  }

  @Test(arguments: Reach.allCases)
  func refreshingRotatesIt(reach: Reach) async throws {
    let client = try await Client(reach)
    let first = try pair(try await join(client))
    let response = try await refresh(client, cookie: "other=1; " + first + "; more=2")
    #expect(response.status == 200)
    #expect(try pair(response) != first)
    let again = try await refresh(client, cookie: first)
    #expect(try pair(again) == pair(response))
  }

  @Test(arguments: Reach.allCases)
  func withoutAGoodCookieItIsRefusedAndNothingIsCleared(reach: Reach) async throws {
    let client = try await Client(reach)
    let good = try pair(try await join(client))
    for cookie in [nil, "maru-eyemon=nonsense", "maru-eyemon=", "x" + good, "maru-eyemon-doctor=1"] {
      let response = try await refresh(client, cookie: cookie)
      #expect(APIError(parsing: response) == .refreshExpired)
      // By its name alone it would also clear what another tab has signed in with meanwhile.
      #expect(response.headers["Set-Cookie"] == nil)
    }
  }

  @Test(arguments: Reach.allCases)
  func aCookieOfOneAppOpensNoOther(reach: Reach) async throws {
    let client = try await Client(reach)
    let cookie = try pair(try await join(client)).replacing("maru-eyemon", with: "maru-eyemon-doctor")
    let other = try await refresh(client, cookie: cookie, key: .eyemonDoctor, of: .eyemonDoctor)
    #expect(other.status == 418)
    let crossed = try await refresh(client, cookie: cookie, key: .eyemon, of: .eyemonDoctor)
    #expect(APIError(parsing: crossed) == .wrongKey)
  }

  @Test(arguments: Reach.allCases)
  func theHeaderThatNoFormCanSendIsNeeded(reach: Reach) async throws {
    let client = try await Client(reach)
    let cookie = try pair(try await join(client))
    let headers: HTTPHeaders = ["SeSACKey": "eyemon", "Cookie": cookie]
    let response = try await client.send(HTTPRequest(.post, "/v1/web/eyemon/session/refresh", headers: headers))
    #expect(response.status == 400)
    #expect(response.headers["Set-Cookie"] == nil)
  }

  @Test(arguments: Reach.allCases)
  func signingOutClearsIt(reach: Reach) async throws {
    let client = try await Client(reach)
    let joined = try await join(client)
    let token = try JSONValue(parsing: joined.body)["accessToken"]?.string
    let response = try await client.send(Endpoint.logout.request(key: "eyemon", accessToken: token, web: true))
    #expect(response.status == 200)
    #expect(try #require(response.headers["Set-Cookie"]).contains("Max-Age=0"))
    #expect(try await refresh(client, cookie: pair(joined)).status == 418)
  }
}
