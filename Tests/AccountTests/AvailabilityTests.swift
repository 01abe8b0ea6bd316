import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing

@testable import Account

@Suite struct AvailabilityTests {
  @Test func anEmailIsCheckedOnceTypingRests() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.send(.emailTyped("maru@example.co"), effects: [.startTimer(milliseconds: 400, checkTimer)]) {
      $0.email = "maru@example.co"
    }
    #expect(store.advance(milliseconds: 399) == [])
    store.send(.emailTyped("maru@example.com"), effects: [.startTimer(milliseconds: 400, checkTimer)]) {
      $0.email = "maru@example.com"
    }
    #expect(store.advance(milliseconds: 399) == [])
    #expect(store.advance(milliseconds: 1) == [checkTimer])
    store.send(
      .timerFired(checkTimer),
      effects: [.cancel(checkTimer), .call(.validateEmail("maru@example.com"), checkTag("maru@example.com"))]
    ) { $0.availability = .checking }
    store.send(.answered(checkTag("maru@example.com"), .success(.note("ok")))) { $0.availability = .free }
  }

  @Test func aMalformedEmailIsNotAskedAbout() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.send(.emailTyped("maru"), effects: [.cancel(checkTimer)]) { $0.email = "maru" }
    store.send(.timerFired(checkTimer))
  }

  @Test func theSignInFormChecksNothing() {
    let store = TestStore<Account>(AccountState(form: .signIn))
    store.send(.emailTyped("maru@example.com")) { $0.email = "maru@example.com" }
    store.arrange(.fieldLeft(.email))
    #expect(store.state.availability == .unchecked)
  }

  @Test func anAnswerAboutAnOlderEmailIsIgnored() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.arrange(.emailTyped("a@example.com"))
    store.arrange(.timerFired(checkTimer))
    store.send(.emailTyped("b@example.com"), effects: [.startTimer(milliseconds: 400, checkTimer)]) {
      $0.email = "b@example.com"
      $0.availability = .unchecked
    }
    store.send(.answered(checkTag("a@example.com"), refused(.emailTaken, status: 409)))
    store.arrange(.timerFired(checkTimer))
    store.send(.answered(checkTag("a@example.com"), refused(.emailTaken, status: 409)))
    store.send(.answered(checkTag("b@example.com"), .success(.note("")))) { $0.availability = .free }
  }

  @Test func aTakenEmailIsSaidAtOnce() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.arrange(.emailTyped("maru@example.com"))
    store.arrange(.timerFired(checkTimer))
    store.arrange(.answered(checkTag("maru@example.com"), refused(.emailTaken, status: 409)))
    #expect(store.state.availability == .taken)
    let model = Account.model(store.state, .ko)
    #expect(model.email.error == "이미 가입한 이메일이에요")
    #expect(model.email.hint == nil)
    #expect(store.arrange(.submitted) == [.focus(elementID: "email")])
  }

  @Test func aCheckThatFailsLeavesTheFormUsable() {
    let store = filledSignUp()
    store.arrange(.emailTyped("other@example.com"))
    store.arrange(.timerFired(checkTimer))
    store.send(.answered(checkTag("other@example.com"), .failure(.unreachable))) { $0.availability = .unknown }
    let model = Account.model(store.state, .en)
    #expect(model.email.error == nil)
    #expect(model.email.hint == "We’ll check this when you sign up")
    #expect(model.isComplete)
  }

  @Test func leavingTheFieldAsksAgainWhereTheLastCheckFailed() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.arrange(.emailTyped("maru@example.com"))
    store.arrange(.timerFired(checkTimer))
    store.arrange(.answered(checkTag("maru@example.com"), .failure(.unreachable)))
    let effects = store.arrange(.fieldLeft(.email))
    #expect(
      effects == [.cancel(checkTimer), .call(.validateEmail("maru@example.com"), checkTag("maru@example.com"))])
    #expect(store.state.availability == .checking)
    #expect(store.arrange(.fieldLeft(.email)) == [])
  }

  @Test func spacesAroundTheEmailDoNotCount() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.arrange(.emailTyped("maru@example.com"))
    store.arrange(.timerFired(checkTimer))
    store.send(.emailTyped("maru@example.com ")) { $0.email = "maru@example.com " }
    store.send(.answered(checkTag("maru@example.com"), .success(.note("")))) { $0.availability = .free }
  }

  @Test func goingFromSignInToSignUpTakesTheEmailAlongAndChecksIt() {
    let store = filledSignIn()
    store.arrange(.heard(Tag("account/ways"), reply(AccountAPI.ways.response(WaysIn()))))
    store.arrange(.heard(termsTag, reply(AccountAPI.terms.response(texts))))
    store.send(
      .formShown(.signUp, .eyemon),
      effects: [.cancel(checkTimer), .call(.validateEmail("maru@example.com"), checkTag("maru@example.com"))]
    ) {
      $0 = .knowing(.signUp)
      $0.ways = WaysIn()
      $0.email = "maru@example.com"
      $0.availability = .checking
    }
    store.send(.formShown(.signUp, .eyemon))
    store.send(.formShown(.signIn, .eyemon), effects: [.cancel(checkTimer)]) {
      $0 = .knowing(.signIn)
      $0.ways = WaysIn()
      $0.email = "maru@example.com"
    }
  }
}
