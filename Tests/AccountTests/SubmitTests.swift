import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing

@testable import Account

@Suite struct SubmitTests {
  private let join = JoinForm(email: "maru@example.com", password: "open-floor-1", nick: "마루", more: agreed)
  private let login = LoginForm(email: "maru@example.com", password: "open-floor-1")

  @Test func signingUpSendsTheFormAndWipesItOnSuccess() {
    let store = filledSignUp()
    store.send(.submitted, effects: [.cancel(checkTimer), .call(.join(join), submit)]) {
      $0.judged = 31
      $0.isSending = true
    }
    store.send(.answered(submit, .success(.session(session)))) { $0 = .knowing(.signUp) }
    #expect(store.state.password.isEmpty)
  }

  @Test func signingInSendsTheFormAndWipesItOnSuccess() {
    let store = filledSignIn()
    store.send(.submitted, effects: [.cancel(checkTimer), .call(.login(login), submit)]) {
      $0.judged = 31
      $0.isSending = true
    }
    store.send(.answered(submit, .success(.session(session)))) { $0 = AccountState(form: .signIn) }
  }

  @Test func aSecondSubmitWhileSendingDoesNothing() {
    let store = filledSignIn()
    store.arrange(.submitted)
    store.send(.submitted)
  }

  @Test func focusGoesToTheFirstFaultyField() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.send(.submitted, effects: [.focus(elementID: "email")]) { $0.judged = 31 }
    store.arrange(.emailTyped("maru@example.com"))
    store.send(.submitted, effects: [.focus(elementID: "password")])
    store.arrange(.passwordTyped("open-floor-1"))
    store.send(.submitted, effects: [.focus(elementID: "nickname")])
    store.arrange(.nicknameTyped("마루"))
    store.send(.submitted) { $0.notice = .refused(.consentMissing, retryAfterSeconds: nil) }
  }

  @Test func wrongCredentialsKeepWhatWasTyped() {
    let store = filledSignIn()
    store.arrange(.submitted)
    store.send(.answered(submit, refused(.wrongCredentials, status: 401)), effects: [.focus(elementID: "password")]) {
      $0.isSending = false
      $0.notice = .refused(.wrongCredentials, retryAfterSeconds: nil)
    }
    #expect(store.state.email == "maru@example.com")
    #expect(store.state.password == "open-floor-1")
    #expect(Account.model(store.state, .ko).notice == "이메일이나 비밀번호가 맞지 않아요")
    store.send(.passwordTyped("open-floor-2")) {
      $0.password = "open-floor-2"
      $0.notice = nil
    }
  }

  @Test func anAccountOfTheOtherAppIsToldWhereItBelongs() {
    let store = filledSignIn()
    store.arrange(.submitted)
    #expect(store.arrange(.answered(submit, refused(.wrongApp, status: 401))).isEmpty)
    #expect(Account.model(store.state, .ko).notice == "환자는 아이몬, 의사는 아이몬 닥터에서 로그인할 수 있어요")
  }

  @Test(arguments: [
    (ErrorCode.invalidEmail, "email"), (.weakPassword, "password"), (.commonPassword, "password"),
    (.badNickname, "nickname"),
  ])
  func aRefusedFieldGetsTheFocus(code: ErrorCode, element: String) {
    let store = filledSignUp()
    store.arrange(.submitted)
    #expect(store.arrange(.answered(submit, refused(code))) == [.focus(elementID: element)])
    #expect(store.state.notice == .refused(code, retryAfterSeconds: nil))
  }

  @Test func tooManyTriesSayHowLongToWait() {
    let store = filledSignIn()
    store.arrange(.submitted)
    store.arrange(.answered(submit, refused(.tooManyCalls, status: 429, retryAfter: 30)))
    #expect(Account.model(store.state, .en).notice == "Try again in 30 seconds")
    store.arrange(.submitted)
    store.arrange(.answered(submit, refused(.tooManyCalls, status: 429)))
    #expect(Account.model(store.state, .en).notice == "Something went wrong. Try again in a moment")
  }

  @Test func anEmailTakenAtTheLastMomentIsShownAtTheField() {
    let store = filledSignUp()
    store.arrange(.submitted)
    store.send(.answered(submit, refused(.emailTaken, status: 409)), effects: [.focus(elementID: "email")]) {
      $0.isSending = false
      $0.availability = .taken
    }
    #expect(store.state.nickname == "마루")
  }

  @Test func aJoinWhoseAnswerWasLostSignsInAtTheNextTry() {
    let store = filledSignUp()
    store.arrange(.submitted)
    store.send(.answered(submit, .failure(.unreachable))) {
      $0.isSending = false
      $0.isJoinUnconfirmed = true
      $0.notice = .unreachable
    }
    store.arrange(.submitted)
    store.send(.answered(submit, refused(.emailTaken, status: 409)), effects: [.call(.login(login), submit)]) {
      $0.isJoinUnconfirmed = false
      $0.availability = .taken
    }
    store.send(.answered(submit, .success(.session(session)))) { $0 = .knowing(.signUp) }
  }

  @Test func aTakenEmailOfSomebodyElseIsNotSignedInTo() {
    let store = filledSignUp()
    store.arrange(.submitted)
    store.arrange(.answered(submit, .failure(.unreachable)))
    store.arrange(.emailTyped("other@example.com"))
    store.arrange(.submitted)
    #expect(store.arrange(.answered(submit, refused(.emailTaken, status: 409))) == [.focus(elementID: "email")])
  }

  @Test func anAnswerThatNobodyWaitsForChangesNothing() {
    let store = filledSignIn()
    store.send(.answered(submit, .success(.session(session))))
    store.send(.answered(submit, .failure(.unreachable)))
  }
}
