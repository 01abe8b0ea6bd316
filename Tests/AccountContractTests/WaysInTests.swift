import AccountContract
import Contract
import Testing
import Wire

@Suite struct WaysInTests {
  @Test func theCallPrintsAndParses() throws {
    let request = AccountAPI.ways.request(Nothing(), key: "eyemon", accessToken: "secret")
    #expect(request.target == "/v1/account/ways")
    // A route of the key alone never sees a token.
    #expect(request.headers["Authorization"] == nil)
    let ways = WaysIn(email: true, phone: true, kakao: false, apple: true)
    #expect(try AccountAPI.ways.read(AccountAPI.ways.response(ways)) == ways)
  }
}
