import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Account

@Suite struct PhoneSignInTests {
  private let store = TestStore<PhoneSignIn>(PhoneSignIn.State())
  private let send = Tag("account/phone/send")
  private let login = Tag("account/phone/login")
  private let sent = CodeSent(expiresInSeconds: 300, resendAfterSeconds: 60)

  private func askForCode() {
    store.arrange(.typed(.phone, "010-1234-5678"))
    store.arrange(.submitted)
    store.arrange(.answered(send, reply(AccountAPI.sendPhoneCode.response(sent))))
  }

  @Test func aCodeIsSentAndSignsIn() {
    store.arrange(.typed(.phone, "010-1234-5678"))
    store.send(.submitted, effects: [AccountAPI.sendPhoneCode.ask("010-1234-5678", send)]) {
      $0.isSending = true
      $0.isJudged = true
    }
    store.send(
      .answered(send, reply(AccountAPI.sendPhoneCode.response(sent))),
      effects: [.startTimer(milliseconds: 60_000, PhoneSignIn.timer), .focus(elementID: "code")]
    ) {
      $0.isSending = false
      $0.isJudged = false
      $0.step = .code
      $0.code.isSent = true
    }
    store.arrange(.typed(.code, "123456"))
    let form = PhoneLogin(phone: "010-1234-5678", code: "123456")
    store.send(.submitted, effects: [AccountAPI.phoneLogin.ask(form, login, beginsSession: true)]) {
      $0.isSending = true
      $0.isJudged = true
    }
  }

  @Test func whatIsNoMobileNumberIsNotSent() {
    store.arrange(.typed(.phone, "02-123-4567"))
    store.send(.submitted, effects: [.focus(elementID: "phone")]) { $0.isJudged = true }
    #expect(PhoneSignIn.page(store.state, .ko).parts.count == 1)
  }

  @Test func anUnknownNumberSignsUpWithTheSameCode() {
    askForCode()
    store.arrange(.typed(.code, "123456"))
    store.arrange(.submitted)
    store.send(
      .answered(login, reply(APIError.phoneUnknown.response)),
      effects: [AccountAPI.terms.ask(Nothing(), Tag("account/phone/terms")), .focus(elementID: "nickname")]
    ) {
      $0.isSending = false
      $0.isJudged = false
      $0.step = .newcomer
    }
    store.arrange(.typed(.nickname, "마루"))
    store.send(.submitted) {
      $0.isJudged = true
      $0.notice = .refused(.consentMissing, retryAfterSeconds: nil)
    }
    store.arrange(.answered(Tag("account/phone/terms"), reply(AccountAPI.terms.response(texts))))
    for kind in ["terms", "medical"] { store.arrange(.terms(.ticked(kind))) }
    store.arrange(.terms(.over14Ticked))
    let form = PhoneLogin(phone: "010-1234-5678", code: "123456", nick: "마루", more: agreed)
    #expect(store.arrange(.submitted) == [AccountAPI.phoneLogin.ask(form, login, beginsSession: true)])
  }

  @Test func aWrongCodeIsSaidAndMayBeTypedAgain() {
    askForCode()
    store.arrange(.typed(.code, "000000"))
    store.arrange(.submitted)
    store.send(.answered(login, reply(APIError.wrongCode.response))) {
      $0.isSending = false
      $0.notice = .refused(.wrongCode, retryAfterSeconds: nil)
    }
    store.send(.typed(.code, "123456")) {
      $0.code.text = "123456"
      $0.notice = nil
    }
  }

  @Test func aCodeIsSentAgainOnlyAfterAWhile() {
    askForCode()
    store.send(.resendTapped)
    store.send(.timerFired) { $0.code.mayResend = true }
    #expect(store.arrange(.resendTapped) == [AccountAPI.sendPhoneCode.ask("010-1234-5678", send)])
  }
}
