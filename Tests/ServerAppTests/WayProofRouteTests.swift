import AccountContract
import Accounts
import Contract
import Domain
import ServerApp
import Testing
import Wire

/// Every route that opens, closes or replaces a way in asks for the password, before it looks at anything else.
struct WayProofRouteTests {
  @Test(arguments: [
    AccountAPI.unlinkIdentity.request(WayRemoval(kind: "email"), key: "eyemon"),
    AccountAPI.linkPhone.request(CodeProof(subject: "010-1234-5678", code: "123456"), key: "eyemon"),
    AccountAPI.linkKakao.request(ProviderToken("t"), key: "eyemon"),
    AccountAPI.linkApple.request(ProviderToken("t"), key: "eyemon"),
    AccountAPI.startLink.request(ProviderWay(provider: "kakao"), key: "eyemon"),
    AccountAPI.startLink.request(ProviderWay(provider: "apple"), key: "eyemon"),
    AccountAPI.sendEmailCode.request(EmailCodeRequest(email: "b@example.com"), key: "eyemon"),
  ])
  func theAccessTokenAloneIsNotEnough(request: HTTPRequest) async throws {
    let client = try await Client(.inProcess) { $0.isPhoneOpen = true }
    let person = try await client.join()
    var request = request
    request.headers["Authorization"] = person.session.accessToken
    let response = try await client.send(request)
    #expect(response.status == 400)
    #expect(APIError(parsing: response).code == .proofNeeded)
  }

  @Test func wrongPasswordsAreCountedAndNothingElseIs() async throws {
    let client = try await Client(.inProcess) { $0.accounts.triesPerMinute = 2 }
    let person = try await client.join()
    func close(_ word: String) async throws -> Int {
      let removal = WayRemoval(kind: "email", password: word)
      let token = person.session.accessToken
      return try await client.send(AccountAPI.unlinkIdentity.request(removal, key: "eyemon", accessToken: token)).status
    }
    var statuses: [Int] = []
    for word in [password, password, password, "", "wrong!2345", "wrong!2345", password] {
      statuses.append(try await close(word))
    }
    #expect(statuses == [409, 409, 409, 400, 400, 400, 429])
  }
}
