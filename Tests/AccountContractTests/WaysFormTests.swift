import AccountContract
import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct WaysFormTests {
  private let at = Timestamp(milliseconds: 1_750_000_000_000)

  /// What a client prints, a server reads; and the other way round.
  private func travels<Input: Equatable, Output: Equatable>(
    _ call: APICall<Input, Output>, _ input: Input, _ output: Output, _ target: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let request = call.request(input, key: "eyemon", accessToken: "token")
    #expect(request.target == target, sourceLocation: location)
    #expect((request.headers["Authorization"] == nil) == (call.outline.access == .key), sourceLocation: location)
    let parameters = try #require(call.outline.parameters(request.method, RequestPath(request.path)))
    #expect(try call.read(request, parameters: parameters) == input, sourceLocation: location)
    #expect(try call.read(call.response(output)) == output, sourceLocation: location)
  }

  @Test func everyCallTravels() throws {
    let consent = Consent(kind: "terms", version: "1")
    let given = ConsentAnswer.Given(consent: Consent(kind: "marketing", version: "2", isAgreed: false), at: at)
    let answer = ConsentAnswer(given: [given], missing: ["medical", "over14"])
    let sent = CodeSent(expiresInSeconds: 300, resendAfterSeconds: 30)
    let terms = TermsText(kind: "terms", version: "1", title: "약관", bodyURL: "/terms/terms", isRequired: true)
    let session = SessionAnswer(
      person: Person(id: ID("1"), nick: "눈", introduction: "안녕"), email: "", role: .patient, accessToken: "a",
      refreshToken: "r")
    let identity = LinkedIdentity(kind: .kakao, label: "눈", isVerified: true, linkedAt: at)
    try travels(AccountAPI.terms, Nothing(), [terms], "/v1/account/terms")
    try travels(AccountAPI.consents, Nothing(), answer, "/v1/me/consents")
    try travels(AccountAPI.consent, ConsentForm(consents: [consent], isOver14: true), answer, "/v1/me/consents")
    try travels(AccountAPI.consent, ConsentForm(consents: []), answer, "/v1/me/consents")
    let change = PasswordChange(password: "a", newPassword: "b")
    try travels(AccountAPI.changePassword, change, Nothing(), "/v1/me/password")
    try travels(AccountAPI.requestReset, "a@b.co", sent, "/v1/account/reset")
    let reset = PasswordReset(email: "a@b.co", code: "123456", newPassword: "x")
    try travels(AccountAPI.confirmReset, reset, Nothing(), "/v1/account/reset/confirm")
    try travels(AccountAPI.sendEmailCode, EmailCodeRequest(email: "a@b.co"), sent, "/v1/me/email/code")
    try travels(AccountAPI.setEmail, CodeProof(subject: "a@b.co", code: "1"), Nothing(), "/v1/me/email")
    try travels(AccountAPI.sendPhoneCode, "01012345678", sent, "/v1/account/phone/code")
    let more: JSONObject = ["consents": .array([consent.json]), "over14": true, "clinic": "새봄"]
    let login = PhoneLogin(phone: "010", code: "1", nick: "눈", more: more)
    try travels(AccountAPI.phoneLogin, login, session, "/v1/account/phone/login")
    try travels(AccountAPI.phoneLogin, PhoneLogin(phone: "010", code: "1"), session, "/v1/account/phone/login")
    try travels(AccountAPI.linkPhone, CodeProof(subject: "010", code: "1"), Nothing(), "/v1/me/phone")
    try travels(AccountAPI.identities, Nothing(), [identity], "/v1/me/identities")
    let proved = CodeProof(subject: "010", code: "1", password: "p")
    try travels(AccountAPI.linkPhone, proved, Nothing(), "/v1/me/phone")
    try travels(AccountAPI.proof, Nothing(), ProofState(hasPassword: true, isFresh: false), "/v1/me/proof")
    for word in ["", "p"] {
      let removal = WayRemoval(kind: "kakao", password: word)
      try travels(AccountAPI.unlinkIdentity, removal, Nothing(), "/v1/me/identities/kakao")
    }
    let refused = DoctorApproval(state: .refused, reason: "면허 번호")
    try travels(AccountAPI.approval, Nothing(), refused, "/v1/me/approval")
    let application = DoctorApplication(licenseNumber: "12345", clinic: "새봄")
    try travels(AccountAPI.applyForApproval, application, DoctorApproval(state: .waiting), "/v1/me/approval")
  }

  @Test(arguments: [
    #"{"consents":"all"}"#, #"{"consents":[{"kind":"terms"}]}"#, #"{"consents":[],"over14":"maybe"}"#,
  ])
  func aConsentOfAnotherFormIsRefused(body: String) {
    var request = HTTPRequest(.post, "/v1/me/consents", query: Query())
    request.headers.add("Content-Type", "application/json")
    request.body = Array(body.utf8)
    #expect(throws: APIError.badRequest) { try AccountAPI.consent.read(request, parameters: []) }
  }
}
