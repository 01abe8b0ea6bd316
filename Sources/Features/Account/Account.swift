import AccountContract
import Contract
import Domain
import FeatureCore
import JSON
import Wire

/// The forms for signing in and signing up. The root of the app also reads the answer to `Account.submitTag`: it holds
/// the session that begins.
public enum Account: Feature {
  public typealias State = AccountState

  public enum Action: Equatable, Sendable {
    case formShown(AccountForm, App)
    case emailTyped(String)
    case passwordTyped(String)
    case nicknameTyped(String)
    case licenseTyped(String)
    case clinicTyped(String)
    case terms(TermsChoice.Action)
    case fieldLeft(AccountField)
    case passwordEyeTapped
    case submitted
    /// A link to a provider's page is followed.
    case providerTapped
    /// The provider's page led back without a session; the word says why.
    case returned(String)
    case timerFired(Tag)
    case answered(Tag, CallOutcome)
    /// To what this feature asked by itself.
    case heard(Tag, HTTPOutcome)
  }

  public static let prefix = "account/"
  public static let submitTag = Tag("account/submit")
  static let termsTag = Tag("account/terms")
  static let waysTag = Tag("account/ways")
  static let checkTimer = Tag("account/check")
  static let checkPrefix = "account/check/"
  static let checkDelay = 400

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .formShown(let form, let app): return show(form, app, &state)
    case .emailTyped(let text): return typeEmail(text, &state)
    case .passwordTyped(let text):
      state.password = text
      state.notice = nil
    case .nicknameTyped(let text):
      state.nickname = text
      state.notice = nil
    case .licenseTyped(let text):
      state.license = text
      state.notice = nil
    case .clinicTyped(let text):
      state.clinic = text
      state.notice = nil
    case .terms(let action):
      state.notice = nil
      return state.terms.receive(action, termsTag)
    case .fieldLeft(let field): return leave(field, &state)
    case .passwordEyeTapped: state.isPasswordShown = !state.isPasswordShown
    case .submitted: return submit(&state)
    case .timerFired(let tag): return tag == checkTimer ? check(&state) : []
    case .answered(let tag, let outcome):
      if tag == submitTag { return finish(outcome, &state) }
      if tag.remainder(after: checkPrefix) == state.address { learn(outcome, &state) }
    case .providerTapped:
      // The way back brings a session without a trace in this browser: the app then asks for one.
      return [.savePreference(name: state.app.rawValue + "/entering", value: "1")]
    case .returned(let word): state.notice = .word(word)
    case .heard(termsTag, let outcome): state.terms.take(outcome)
    case .heard(waysTag, let outcome):
      if case .success(let ways) = AccountAPI.ways.outcome(outcome) { state.ways = ways }
    case .heard: break
    }
    return []
  }

  /// The address goes along from one form to the other; the rest starts anew.
  private static func show(_ form: AccountForm, _ app: App, _ state: inout State) -> [Effect] {
    var effects: [Effect] = state.ways.isNone ? [AccountAPI.ways.ask(Nothing(), waysTag)] : []
    if form == .signUp && state.terms.terms.value.isNone { effects.append(AccountAPI.terms.ask(Nothing(), termsTag)) }
    state.isDoctor = app == .eyemonDoctor
    state.app = app
    guard form != state.form else { return effects }
    let before = state
    state = State(form: form)
    state.email = before.email
    state.app = before.app
    state.isDoctor = before.isDoctor
    state.ways = before.ways
    state.terms.terms = before.terms.terms
    return effects + (form == .signUp ? check(&state) : [.cancel(checkTimer)])
  }

  private static func typeEmail(_ text: String, _ state: inout State) -> [Effect] {
    let before = state.address
    state.email = text
    state.notice = nil
    guard state.address != before else { return [] }
    state.availability = .unchecked
    state.isJoinUnconfirmed = false
    guard state.form == .signUp else { return [] }
    return state.emailFault == nil ? [.startTimer(milliseconds: checkDelay, checkTimer)] : [.cancel(checkTimer)]
  }

  /// An empty field that is only passed through is not scolded.
  private static func leave(_ field: AccountField, _ state: inout State) -> [Effect] {
    let text =
      switch field {
      case .email: state.email
      case .password: state.password
      case .nickname: state.nickname
      case .license: state.license
      case .clinic: state.clinic
      }
    if !text.isEmpty { state.judged |= field.bit }
    return field == .email ? check(&state) : []
  }

  // MARK: Is the e-mail free?

  private static func check(_ state: inout State) -> [Effect] {
    guard state.form == .signUp, state.emailFault == nil, !state.isSending else { return [] }
    guard state.availability == .unchecked || state.availability == .unknown else { return [] }
    state.availability = .checking
    return [.cancel(checkTimer), .call(.validateEmail(state.address), Tag(checkPrefix + state.address))]
  }

  private static func learn(_ outcome: CallOutcome, _ state: inout State) {
    guard state.availability == .checking else { return }
    switch outcome {
    case .success: state.availability = .free
    case .failure(.refused(let error)) where error.code == .emailTaken: state.availability = .taken
    case .failure: state.availability = .unknown
    }
    if state.availability == .taken { state.judged |= AccountField.email.bit }
  }

  // MARK: Submitting

  private static func submit(_ state: inout State) -> [Effect] {
    if state.isSending { return [] }
    state.judged = 31
    state.notice = nil
    if let field = state.firstFaultyField { return [.focus(elementID: field.rawValue)] }
    if state.form == .signUp && !state.terms.isComplete {
      state.notice = .refused(.consentMissing, retryAfterSeconds: nil)
      return []
    }
    state.isSending = true
    return [.cancel(checkTimer), .call(endpoint(state), submitTag)]
  }

  private static func endpoint(_ state: State) -> Endpoint {
    if state.form == .signIn { return .login(LoginForm(email: state.address, password: state.password)) }
    var more = state.terms.members
    if state.isDoctor {
      more["license_number"] = .string(trimmed(state.license))
      more["clinic"] = .string(trimmed(state.clinic))
    }
    return .join(JoinForm(email: state.address, password: state.password, nick: state.nick, more: more))
  }

  private static func finish(_ outcome: CallOutcome, _ state: inout State) -> [Effect] {
    guard state.isSending else { return [] }
    switch outcome {
    case .success:
      let before = state
      state = State(form: before.form)
      state.app = before.app
      state.isDoctor = before.isDoctor
      state.ways = before.ways
      state.terms.terms = before.terms.terms
      return []
    case .failure(.refused(let error)):
      if error.code == .emailTaken && state.isJoinUnconfirmed { return signInAfterJoin(&state) }
      state.isSending = false
      return explain(error, &state)
    case .failure:
      state.isSending = false
      state.isJoinUnconfirmed = state.form == .signUp
      state.notice = .unreachable
      return []
    }
  }

  /// The join whose answer was lost has happened: the same address and password open the account, if it is theirs.
  private static func signInAfterJoin(_ state: inout State) -> [Effect] {
    state.isJoinUnconfirmed = false
    state.availability = .taken
    return [.call(.login(LoginForm(email: state.address, password: state.password)), submitTag)]
  }

  private static func explain(_ error: APIError, _ state: inout State) -> [Effect] {
    if error.code == .emailTaken {
      state.availability = .taken
    } else {
      state.notice = .refused(error.code, retryAfterSeconds: error.retryAfterSeconds)
    }
    let field: AccountField
    switch error.code {
    case .emailTaken, .invalidEmail: field = .email
    case .weakPassword, .commonPassword, .wrongCredentials: field = .password
    case .badNickname: field = .nickname
    default: return []
    }
    return [.focus(elementID: field.rawValue)]
  }
}
