import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing

@testable import Account

@Suite struct AccountModelTests {
  @Test func rulesAreTickedOneByOne() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    func ticks() -> [Bool] { Account.model(store.state, .ko).passwordRules.map(\.isMet) }
    #expect(Account.model(store.state, .ko).passwordRules.map(\.text) == ["8자 이상", "영문", "숫자", "특수문자"])
    #expect(ticks() == [false, false, false, false])
    store.arrange(.passwordTyped("a"))
    #expect(ticks() == [false, true, false, false])
    store.arrange(.passwordTyped("a1!"))
    #expect(ticks() == [false, true, true, true])
    store.arrange(.passwordTyped("a1!a1!a1"))
    #expect(ticks() == [true, true, true, true])
    #expect(Account.model(store.state, .ko).password.isGood)
  }

  @Test func aFieldIsScoldedOnlyAfterItWasLeft() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.arrange(.emailTyped("maru@"))
    #expect(Account.model(store.state, .ko).email.error == nil)
    store.send(.fieldLeft(.email)) { $0.judged = 1 }
    #expect(Account.model(store.state, .ko).email.error == "이메일 형식을 확인해 주세요")
    store.arrange(.emailTyped("maru@example.com"))
    #expect(Account.model(store.state, .ko).email.error == nil)
  }

  @Test func anEmptyFieldThatIsPassedThroughIsNotScolded() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.send(.fieldLeft(.nickname))
    store.send(.fieldLeft(.password))
    #expect(Account.model(store.state, .ko).nickname?.error == nil)
    store.arrange(.submitted)
    #expect(Account.model(store.state, .ko).nickname?.error == "닉네임을 입력해 주세요")
    #expect(Account.model(store.state, .ko).password.error == "비밀번호 조건을 채워 주세요")
  }

  @Test func aNicknameIsJudgedByTheRules() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.arrange(.nicknameTyped("ma@ru"))
    store.arrange(.fieldLeft(.nickname))
    #expect(Account.model(store.state, .en).nickname?.error == "No spaces or signs such as . , ? * - @")
    store.arrange(.nicknameTyped("마루 "))
    #expect(Account.model(store.state, .en).nickname?.error == nil)
    #expect(Account.model(store.state, .en).nickname?.isGood == true)
  }

  @Test func thePasswordIsShownAndHidden() {
    let store = filledSignIn()
    store.send(.passwordEyeTapped) { $0.isPasswordShown = true }
    #expect(Account.model(store.state, .ko).passwordEyeLabel == "비밀번호 숨기기")
    store.send(.passwordEyeTapped) { $0.isPasswordShown = false }
    #expect(Account.model(store.state, .ko).passwordEyeLabel == "비밀번호 보기")
  }

  @Test func aFarTooLongPasswordIsNamedAtOnce() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.arrange(.passwordTyped(String(repeating: "a1!", count: 50)))
    #expect(Account.model(store.state, .ja).password.error == "パスワードが長すぎます")
  }

  @Test func theSignInFormHasNoNicknameAndNoRules() {
    let model = Account.model(filledSignIn().state, .ja)
    #expect(model.nickname == nil)
    #expect(model.passwordRules == [])
    #expect(model.title == "ログイン")
    #expect(model.otherLabel == "新規登録")
    #expect(model.isComplete)
  }

  @Test func theButtonSaysWhatItIsDoing() {
    let store = filledSignIn()
    #expect(Account.model(store.state, .ko).submitLabel == "로그인")
    store.arrange(.submitted)
    let model = Account.model(store.state, .ko)
    #expect(model.isBusy)
    #expect(model.submitLabel == "로그인하고 있어요")
  }

  @Test(arguments: Language.allCases)
  func everyTextExistsInEveryLanguage(language: Language) {
    var state = AccountState(form: .signUp)
    state.judged = 31
    for availability in [EmailAvailability.checking, .free, .unknown] {
      state.email = "a@example.com"
      state.availability = availability
      #expect(Account.model(state, language).email.hint?.isEmpty == false)
    }
    for notice in [FormNotice.unreachable, .refused(.internalError, retryAfterSeconds: nil)] {
      state.notice = notice
      #expect(Account.model(state, language).notice?.isEmpty == false)
    }
  }
}
