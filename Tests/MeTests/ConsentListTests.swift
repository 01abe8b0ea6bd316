import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct ConsentListTests {
  private let store = TestStore<ConsentList>(ConsentList.State())
  private let texts = [
    TermsText(kind: "terms", version: "2", title: "이용약관", bodyURL: "", isRequired: true),
    TermsText(kind: "marketing", version: "1", title: "소식 받기", bodyURL: "", isRequired: false),
  ]

  private func show(_ answer: ConsentAnswer) {
    store.arrange(.shown)
    store.arrange(.answered(ConsentList.termsTag, reply(AccountAPI.terms.response(texts))))
    store.arrange(.answered(ConsentList.listTag, reply(AccountAPI.consents.response(answer))))
  }

  @Test func whatIsMissingIsAskedForUntilAllIsTicked() {
    show(ConsentAnswer(given: [], missing: ["terms", "over14"]))
    store.send(.submitted) { $0.notice = .refused(.consentMissing, retryAfterSeconds: nil) }
    store.send(.ticked("terms")) {
      $0.notice = nil
      $0.ticked = ["terms"]
    }
    store.arrange(.ticked("over14"))
    let form = ConsentForm(consents: [Consent(kind: "terms", version: "2")], isOver14: true)
    store.send(.submitted, effects: [AccountAPI.consent.ask(form, ConsentList.sendTag)]) { $0.isSending = true }
    let given = ConsentAnswer.Given(consent: Consent(kind: "terms", version: "2"), at: now)
    let answer = ConsentAnswer(given: [given], missing: [])
    store.send(
      .answered(ConsentList.sendTag, reply(AccountAPI.consent.response(answer))),
      effects: [.wish(.renewal), .wish(.back)]
    ) {
      $0.isSending = false
      $0.answer = .value(answer)
      $0.ticked = []
    }
    #expect(store.state.missing.isEmpty)
  }

  @Test func aChildNamesAGuardianInPlaceOfAnAge() {
    let guardian = TermsText(kind: "guardian", version: "1", title: "보호자", bodyURL: "/g", isRequired: false)
    store.arrange(.shown)
    store.arrange(.answered(ConsentList.termsTag, reply(AccountAPI.terms.response(texts + [guardian]))))
    let asked = ConsentAnswer(given: [], missing: ["terms", "over14"])
    store.arrange(.answered(ConsentList.listTag, reply(AccountAPI.consents.response(asked))))
    for kind in ["terms", "over14"] { store.arrange(.ticked(kind)) }
    store.send(.ticked("guardian")) { $0.ticked = ["terms", "guardian"] }
    guard case .form(let form)? = ConsentList.page(store.state, .ko, dates, now: now).parts.first else {
      Issue.record("no form")
      return
    }
    #expect(form.checks.map(\.title) == ["이용약관 (필수)", "만 14세 이상이에요 (둘 중 하나 필수)", "보호자"])
    let consents = [Consent(kind: "terms", version: "2"), Consent(kind: "guardian", version: "1")]
    #expect(
      store.arrange(.submitted)
        == [AccountAPI.consent.ask(ConsentForm(consents: consents, isOver14: false), ConsentList.sendTag)])
  }

  @Test func onlyWhatIsNotRequiredCanBeTakenBack() {
    let given = ["terms", "marketing"].map {
      ConsentAnswer.Given(consent: Consent(kind: $0, version: "1"), at: now)
    }
    show(ConsentAnswer(given: given, missing: []))
    guard case .rows(let group)? = ConsentList.page(store.state, .ko, dates, now: now).parts.first else {
      Issue.record("no rows")
      return
    }
    let changes = group.rows.map { if case .toggle = $0.kind { true } else { false } }
    #expect(changes == [false, true])
    let form = ConsentForm(consents: [Consent(kind: "marketing", version: "1", isAgreed: false)])
    #expect(
      store.arrange(.changed("marketing", isAgreed: false)) == [AccountAPI.consent.ask(form, ConsentList.sendTag)])
  }

  @Test func whatDidNotComeCanBeAskedForAgain() {
    store.arrange(.shown)
    store.arrange(.answered(ConsentList.termsTag, .unreachable))
    guard case .face? = ConsentList.page(store.state, .ko, dates, now: now).parts.first else {
      Issue.record("no face")
      return
    }
    #expect(store.arrange(.retryTapped).count == 2)
  }
}
