import Account
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Wire

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

/// A sign-up form with everything right and the e-mail known to be free.
func filledSignUp() -> TestStore<Account> {
  let store = TestStore<Account>(AccountState(form: .signUp))
  store.arrange(.emailTyped("maru@example.com"))
  store.arrange(.timerFired(checkTimer))
  store.arrange(.answered(checkTag("maru@example.com"), .success(.note(""))))
  store.arrange(.passwordTyped("open-floor-1"))
  store.arrange(.nicknameTyped("마루"))
  return store
}

func filledSignIn() -> TestStore<Account> {
  let store = TestStore<Account>(AccountState(form: .signIn))
  store.arrange(.emailTyped("maru@example.com"))
  store.arrange(.passwordTyped("open-floor-1"))
  return store
}
