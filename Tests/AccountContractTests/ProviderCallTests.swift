import AccountContract
import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct ProviderCallTests {
  @Test func tokensGoUnderTheNamesOfTheWire() throws {
    let form = ProviderLogin(token: "t", nick: "강하늘", more: ["deviceToken": "d"])
    for (call, name) in [(AccountAPI.kakaoLogin, "oauthToken"), (AccountAPI.appleLogin, "idToken")] {
      let request = call.request(form, key: "eyemon", accessToken: "x")
      #expect(request.headers["Authorization"] == nil)
      let body = try JSONValue(parsing: request.body)
      #expect(body[name]?.string == "t" && body["nick"]?.string == "강하늘" && body["deviceToken"]?.string == "d")
      #expect(try call.read(request, parameters: []) == form)
    }
  }

  @Test func aMissingTokenIsMissing() throws {
    for body in ["{}", "{\"oauthToken\":\"\"}", "{\"oauthToken\":null}", "{\"idToken\":\"x\"}"] {
      let request = HTTPRequest(.post, "/v1/users/login/kakao", body: Array(body.utf8))
      #expect(throws: APIError.missingValue) { try AccountAPI.kakaoLogin.read(request, parameters: []) }
    }
  }

  @Test func linkingPrintsAndParses() throws {
    let way = ProviderWay(provider: "apple", target: "settings", password: "p")
    let request = AccountAPI.startLink.request(way, key: "eyemon", accessToken: "a", web: true)
    #expect(request.path == "/v1/me/identities/apple/start")
    #expect(try AccountAPI.startLink.read(request, parameters: ["apple"]) == way)
    let link = AccountAPI.linkKakao.request(ProviderToken("t", password: "p"), key: "eyemon", accessToken: "a")
    #expect(link.path == "/v1/me/identities/kakao")
    #expect(try AccountAPI.linkKakao.read(link, parameters: []) == ProviderToken("t", password: "p"))
  }

  @Test func thePageHasItsTarget() {
    #expect(AccountAPI.signInPage(app: "eyemon", provider: "kakao") == "/v1/web/eyemon/sign-in/kakao")
    let page = AccountAPI.signInPage(app: "eyemon", provider: "kakao", target: "chats/0a")
    #expect(HTTPRequest(.get, target: page).query["to"] == "chats/0a")
  }
}
