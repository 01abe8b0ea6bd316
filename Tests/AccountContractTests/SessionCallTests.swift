import AccountContract
import Contract
import JSON
import Testing
import Wire

struct SessionCallTests {
  private let entry = SessionEntry(
    id: "0123456789abcdef01234567", app: "eyemon", deviceName: "하늘의 iPhone", platform: "ios",
    createdAt: Timestamp(milliseconds: 1_767_571_200_000), lastUsedAt: Timestamp(milliseconds: 1_767_571_260_000),
    isThis: true)

  @Test func theListIsReadAsItWasPrinted() throws {
    let request = AccountAPI.sessions.request(Nothing(), key: "eyemon", accessToken: "t")
    #expect(request.target == "/v1/me/sessions")
    #expect(request.headers["Authorization"] == "t")
    let response = AccountAPI.sessions.response([entry])
    let json = try #require(try JSONValue(parsing: response.body)["data"]?.array?.first)
    #expect(json["device_name"] == "하늘의 iPhone")
    #expect(json["created_at"] == "2026-01-05T00:00:00.000Z")
    #expect(json["is_this"] == true)
    #expect(try AccountAPI.sessions.read(response) == [entry])
  }

  @Test func oneSessionIsNamedInThePath() throws {
    let request = AccountAPI.endSession.request("a/b", key: "eyemon", accessToken: "t")
    #expect(request.method == .delete)
    #expect(request.target == "/v1/me/sessions/a%2Fb")
    let parameters = try #require(AccountAPI.endSession.outline.parameters(request.method, RequestPath(request.path)))
    #expect(try AccountAPI.endSession.read(request, parameters: parameters) == "a/b")
  }

  @Test func allOfThemOnlyWhereThatIsAskedFor() throws {
    for isAll in [true, false] {
      let request = AccountAPI.endSessions.request(isAll, key: "eyemon", accessToken: "t")
      #expect(request.target == (isAll ? "/v1/me/sessions?all=true" : "/v1/me/sessions"))
      #expect(try AccountAPI.endSessions.read(request, parameters: []) == isAll)
    }
    let odd = HTTPRequest(.delete, "/v1/me/sessions", query: Query(parsing: "all=perhaps"))
    #expect(throws: APIError.badRequest) { try AccountAPI.endSessions.read(odd, parameters: []) }
  }
}
