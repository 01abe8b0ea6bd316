import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import JSON
import Wire

@testable import Account

/// Testing has a `Tag` of its own.
typealias Tag = FeatureCore.Tag

func refused(_ code: ErrorCode, status: Int = 400, retryAfter: Int? = nil) -> CallOutcome {
  .failure(.refused(APIError(status: status, code: code, message: "", retryAfterSeconds: retryAfter)))
}

let session = SessionAnswer(
  person: Person(id: ID("p1"), nick: "마루"), email: "maru@example.com", role: .patient, accessToken: "a",
  refreshToken: "")

let submit = Tag("account/submit")
let checkTimer = Tag("account/check")

func checkTag(_ email: String) -> Tag { Tag("account/check/\(email)") }

let texts = [
  TermsText(kind: "terms", version: "2", title: "이용약관", bodyURL: "/terms/2", isRequired: true),
  TermsText(kind: "medical", version: "1", title: "민감정보 처리", bodyURL: "", isRequired: true),
  TermsText(kind: "marketing", version: "1", title: "소식 받기", bodyURL: "", isRequired: false),
]

let termsTag = Tag("account/terms")

func reply(_ response: HTTPResponse) -> HTTPOutcome { .response(response) }

/// What a sign-up says of them where all that is required is ticked.
let agreed: JSONObject = [
  "consents": [["kind": "terms", "version": "2"], ["kind": "medical", "version": "1"]], "over14": true,
]

extension AccountState {
  /// An empty form that knows the texts.
  static func knowing(_ form: AccountForm) -> AccountState {
    var state = AccountState(form: form)
    state.terms.terms = .value(texts)
    return state
  }
}

/// A sign-up form with everything right and the e-mail known to be free.
func filledSignUp() -> TestStore<Account> {
  let store = TestStore<Account>(AccountState(form: .signUp))
  store.arrange(.emailTyped("maru@example.com"))
  store.arrange(.timerFired(checkTimer))
  store.arrange(.answered(checkTag("maru@example.com"), .success(.note(""))))
  store.arrange(.passwordTyped("open-floor-1"))
  store.arrange(.nicknameTyped("마루"))
  store.arrange(.heard(termsTag, reply(AccountAPI.terms.response(texts))))
  for kind in ["terms", "medical"] { store.arrange(.terms(.ticked(kind))) }
  store.arrange(.terms(.over14Ticked))
  return store
}

func filledSignIn() -> TestStore<Account> {
  let store = TestStore<Account>(AccountState(form: .signIn))
  store.arrange(.emailTyped("maru@example.com"))
  store.arrange(.passwordTyped("open-floor-1"))
  return store
}
