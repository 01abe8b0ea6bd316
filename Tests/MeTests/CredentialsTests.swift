import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct CredentialsTests {
  private let store = TestStore<Credentials>(Credentials.State())

  @Test func aPasswordIsChangedWithTheOldOne() {
    store.arrange(.typed(.password, "open-floor-1"))
    store.arrange(.typed(.newPassword, "open-floor-2"))
    let change = PasswordChange(password: "open-floor-1", newPassword: "open-floor-2")
    store.send(.submitted, effects: [AccountAPI.changePassword.ask(change, Credentials.passwordTag)]) {
      $0.isJudged = true
      $0.isSending = true
    }
    store.send(.answered(Credentials.passwordTag, reply(HTTPResponse(200)))) {
      $0 = Credentials.State()
      $0.isDone = true
    }
  }

  @Test func aWrongOldPasswordIsSaid() {
    store.arrange(.typed(.password, "open-floor-9"))
    store.arrange(.typed(.newPassword, "open-floor-2"))
    store.arrange(.submitted)
    store.send(.answered(Credentials.passwordTag, reply(APIError.wrongPassword.response))) {
      $0.isSending = false
      $0.notice = .refused(.wrongCredentials, retryAfterSeconds: nil)
    }
  }

  @Test func aNewAddressIsProvedByItsCode() {
    store.send(.shown(.email)) { $0.form = .email }
    store.arrange(.typed(.subject, "new@example.com "))
    store.arrange(.typed(.password, "open-floor-1"))
    let request = EmailCodeRequest(email: "new@example.com", password: "open-floor-1")
    #expect(store.arrange(.submitted) == [AccountAPI.sendEmailCode.ask(request, Credentials.sendTag)])
    let sent = CodeSent(expiresInSeconds: 600, resendAfterSeconds: 60)
    store.send(
      .answered(Credentials.sendTag, reply(AccountAPI.sendEmailCode.response(sent))),
      effects: [.startTimer(milliseconds: 60_000, Credentials.timer), .focus(elementID: "code")]
    ) {
      $0.isSending = false
      $0.code.isSent = true
      $0.isJudged = false
    }
    store.arrange(.typed(.code, "123456"))
    let proof = CodeProof(subject: "new@example.com", code: "123456")
    #expect(store.arrange(.submitted) == [AccountAPI.setEmail.ask(proof, Credentials.proveTag)])
    #expect(store.arrange(.answered(Credentials.proveTag, reply(HTTPResponse(200)))) == [.wish(.renewal)])
    #expect(store.state.isDone)
  }

  @Test func aNumberIsProvedByItsCode() {
    store.arrange(.shown(.phone))
    store.arrange(.typed(.subject, "12"))
    store.send(.submitted, effects: [.focus(elementID: "subject")]) { $0.isJudged = true }
    store.arrange(.typed(.subject, "010-1234-5678"))
    #expect(store.arrange(.submitted) == [AccountAPI.sendPhoneCode.ask("010-1234-5678", Credentials.sendTag)])
    let sent = CodeSent(expiresInSeconds: 600, resendAfterSeconds: 60)
    store.arrange(.answered(Credentials.sendTag, reply(AccountAPI.sendPhoneCode.response(sent))))
    #expect(fields(hasPassword: true) == ["code", "password"])
    #expect(fields(hasPassword: false) == ["code"])
    store.arrange(.typed(.code, "123456"))
    store.arrange(.typed(.password, "open-floor-1"))
    let proof = CodeProof(subject: "010-1234-5678", code: "123456", password: "open-floor-1")
    #expect(store.arrange(.submitted) == [AccountAPI.linkPhone.ask(proof, Credentials.proveTag)])
  }

  private func fields(hasPassword: Bool) -> [String] {
    guard case .form(let form)? = Credentials.page(store.state, hasPassword: hasPassword, .ko).parts.first else {
      return []
    }
    return form.fields.map(\.id)
  }

  @Test func anotherFormStartsFromNothing() {
    store.arrange(.typed(.password, "open-floor-1"))
    store.send(.shown(.phone)) {
      $0 = Credentials.State()
      $0.form = .phone
    }
  }
}
