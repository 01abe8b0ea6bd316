import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import JSON
import Testing
import Wire

@testable import Account

@Suite struct SignUpTests {
  @Test func theTermsAndTheWaysInAreAskedForOnce() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    let ways = AccountAPI.ways.ask(Nothing(), Tag("account/ways"))
    store.send(.formShown(.signUp, .eyemon), effects: [ways, AccountAPI.terms.ask(Nothing(), termsTag)])
    store.send(.heard(termsTag, reply(AccountAPI.terms.response(texts)))) { $0.terms.terms = .value(texts) }
    let offered = WaysIn(phone: true)
    store.send(.heard(Tag("account/ways"), reply(AccountAPI.ways.response(offered)))) { $0.ways = offered }
    store.send(.formShown(.signUp, .eyemon))
    #expect(Account.model(store.state, .ko).phoneLabel != nil)
  }

  @Test func nothingIsSentBeforeAllThatIsRequiredIsTicked() {
    let store = filledSignUp()
    store.arrange(.terms(.over14Ticked))
    store.send(.submitted) {
      $0.judged = 31
      $0.notice = .refused(.consentMissing, retryAfterSeconds: nil)
    }
    #expect(Account.model(store.state, .ko).notice == "필수 약관에 동의해 주세요")
    store.send(.terms(.over14Ticked)) {
      $0.notice = nil
      $0.terms.isOver14 = true
    }
    #expect(store.arrange(.submitted).count == 2)
  }

  @Test func oneTickAgreesToAllAndTakesAllBack() {
    let store = filledSignUp()
    store.send(.terms(.allTicked)) { $0.terms.ticked = ["terms", "medical", "marketing"] }
    store.send(.terms(.allTicked)) {
      $0.terms.ticked = []
      $0.terms.isOver14 = false
    }
  }

  /// A guardian's consent stands in place of an age, and only where the server offers it.
  @Test func aChildNamesAGuardianInPlaceOfAnAge() {
    let store = filledSignUp()
    let guardian = TermsText(kind: "guardian", version: "1", title: "보호자", bodyURL: "/terms/g", isRequired: false)
    #expect(!Account.model(store.state, .ko).terms.map(\.title).contains("보호자"))
    store.arrange(.heard(termsTag, reply(AccountAPI.terms.response(texts + [guardian]))))
    #expect(
      Account.model(store.state, .ko).terms.prefix(4).map(\.title)
        == ["모두 동의해요", "만 14세 이상이에요 (둘 중 하나 필수)", "보호자", "보호자 동의 안내"])
    store.send(.terms(.ticked("guardian"))) {
      $0.terms.ticked = ["terms", "medical", "guardian"]
      $0.terms.isOver14 = false
    }
    store.send(.terms(.allTicked)) { $0.terms.ticked = ["terms", "medical", "marketing", "guardian"] }
    let members = store.state.terms.members
    #expect(members["over14"] == false)
    #expect(members["consents"]?.array?.last == ["kind": "guardian", "version": "1"])
    store.send(.terms(.over14Ticked)) {
      $0.terms.ticked = ["terms", "medical", "marketing"]
      $0.terms.isOver14 = true
    }
  }

  @Test func termsThatDidNotComeCanBeAskedForAgain() {
    let store = TestStore<Account>(AccountState(form: .signUp))
    store.send(.heard(termsTag, .unreachable)) { $0.terms.terms = .failed }
    #expect(Account.model(store.state, .ko).terms.map(\.title) == ["약관을 불러오지 못했어요. 다시 시도"])
    store.send(.terms(.retryTapped), effects: [AccountAPI.terms.ask(Nothing(), termsTag)]) {
      $0.terms.terms = .loading
    }
  }

  @Test func aDoctorNamesLicenceAndClinic() {
    let store = filledSignUp()
    store.arrange(.formShown(.signUp, .eyemonDoctor))
    store.send(.submitted, effects: [.focus(elementID: "license")]) { $0.judged = 31 }
    store.arrange(.licenseTyped(" 12345 "))
    store.send(.submitted, effects: [.focus(elementID: "clinic")])
    store.arrange(.clinicTyped("마루안과"))
    var more = agreed
    more["license_number"] = "12345"
    more["clinic"] = "마루안과"
    let join = JoinForm(email: "maru@example.com", password: "open-floor-1", nick: "마루", more: more)
    #expect(store.arrange(.submitted) == [.cancel(checkTimer), .call(.join(join), submit)])
  }

  @Test func aPatientIsNotAskedForALicence() {
    let store = filledSignUp()
    #expect(Account.model(store.state, .ko).license == nil)
    #expect(Account.model(store.state, .ko).isComplete)
  }
}
