import Contract
import Testing
import Wire

@Suite struct RequestCredentialsTests {
  @Test(arguments: ["SeSACKey", "SesacKey", "SeSacKey", "sesacKey", "SESACKEY"])
  func theKeyIsReadInAnyCase(name: String) {
    #expect(RequestCredentials([name: "eyemon"]).key == "eyemon")
  }

  @Test(
    arguments: [
      ("a.b.c", "a.b.c"), ("Bearer a.b.c", "a.b.c"), ("bearer  a.b.c", "a.b.c"), (" a.b.c", "a.b.c"), ("Bearer ", nil),
      ("", nil), (" ", nil), ("Bearer", "Bearer"), ("Basic x", "Basic x"), ("눈", "눈"),
    ] as [(String, String?)])
  func bearerIsStripped(value: String, token: String?) {
    #expect(RequestCredentials(["Authorization": value]).accessToken == token)
  }

  @Test func emptyValuesAreNone() {
    #expect(RequestCredentials(["SeSACKey": "", "RefreshToken": "", "X-Maru-Web": ""]) == RequestCredentials())
    #expect(RequestCredentials(["RefreshToken": "", "Refresh": "r"]).refreshToken == "r")
  }

  @Test func onlyOneMeansWeb() {
    #expect(RequestCredentials(["x-maru-web": "1"]).isWeb)
    #expect(!RequestCredentials(["X-Maru-Web": "0"]).isWeb)
    #expect(!RequestCredentials(["X-Maru-Web": "true"]).isWeb)
  }
}
