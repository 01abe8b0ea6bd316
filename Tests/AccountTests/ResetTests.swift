import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Account

@Suite struct ResetTests {
  private let store = TestStore<Reset>(Reset.State())
  private let send = Tag("account/reset/send")
  private let confirm = Tag("account/reset/confirm")

  private func askForCode() {
    store.arrange(.shown(email: "maru@example.com"))
    store.arrange(.submitted)
    let sent = CodeSent(expiresInSeconds: 600, resendAfterSeconds: 60)
    store.arrange(.answered(send, reply(AccountAPI.requestReset.response(sent))))
  }

  @Test func theCodeGoesToTheAddressOfTheForm() {
    store.arrange(.shown(email: " maru@example.com"))
    store.send(.submitted, effects: [AccountAPI.requestReset.ask("maru@example.com", send)]) {
      $0.isSending = true
      $0.isJudged = true
    }
  }

  @Test func theNewPasswordMustMeetTheRules() {
    askForCode()
    store.arrange(.typed(.code, "123456"))
    store.arrange(.typed(.newPassword, "short"))
    store.send(.submitted, effects: [.focus(elementID: "new-password")]) { $0.isJudged = true }
  }

  @Test func theEndSaysSoAndForgetsWhatWasTyped() {
    askForCode()
    store.arrange(.typed(.code, "123456"))
    store.arrange(.typed(.newPassword, "open-floor-2"))
    let form = PasswordReset(email: "maru@example.com", code: "123456", newPassword: "open-floor-2")
    #expect(store.arrange(.submitted) == [AccountAPI.confirmReset.ask(form, confirm)])
    store.send(.answered(confirm, reply(HTTPResponse(200)))) {
      $0 = Reset.State()
      $0.isDone = true
    }
  }

  @Test func anAddressWithAFaultIsNotSent() {
    store.arrange(.shown(email: "maru"))
    store.send(.submitted, effects: [.focus(elementID: "reset-email")]) { $0.isJudged = true }
  }

  @Test func aRefusalIsSaid() {
    askForCode()
    store.arrange(.typed(.code, "123456"))
    store.arrange(.typed(.newPassword, "open-floor-2"))
    store.arrange(.submitted)
    store.send(.answered(confirm, reply(APIError.wrongCode.response))) {
      $0.isSending = false
      $0.notice = .refused(.wrongCode, retryAfterSeconds: nil)
    }
  }
}
