import Contract
import Domain
import FeatureCore
import Wire

/// The forms for signing in and signing up. The root of the app also reads the answer to `Account.submitTag`: it holds
/// the session that begins.
public enum Account: Feature {
  public typealias State = AccountState

  public enum Action: Equatable, Sendable {
    case formShown(AccountForm)
    case emailTyped(String)
    case passwordTyped(String)
    case nicknameTyped(String)
    case fieldLeft(AccountField)
    case passwordEyeTapped
    case submitted
    case timerFired(Tag)
    case answered(Tag, CallOutcome)
  }

  public static let prefix = "account/"
  public static let submitTag = Tag("account/submit")
  static let checkTimer = Tag("account/check")
  static let checkPrefix = "account/check/"
  static let checkDelay = 400

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .formShown(let form): return show(form, &state)
    case .emailTyped(let text): return typeEmail(text, &state)
    case .passwordTyped(let text):
      state.password = text
      state.notice = nil
    case .nicknameTyped(let text):
      state.nickname = text
      state.notice = nil
    case .fieldLeft(let field): return leave(field, &state)
    case .passwordEyeTapped: state.isPasswordShown = !state.isPasswordShown
    case .submitted: return submit(&state)
    case .timerFired(let tag): return tag == checkTimer ? check(&state) : []
    case .answered(let tag, let outcome):
      if tag == submitTag { return finish(outcome, &state) }
      if tag.remainder(after: checkPrefix) == state.address { learn(outcome, &state) }
    }
    return []
  }

  /// The address goes along from one form to the other; the rest starts anew.
  private static func show(_ form: AccountForm, _ state: inout State) -> [Effect] {
    guard form != state.form else { return [] }
    let email = state.email
    state = State(form: form)
    state.email = email
    return form == .signUp ? check(&state) : [.cancel(checkTimer)]
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
    state.judged = 7
    state.notice = nil
    if let field = state.firstFaultyField { return [.focus(elementID: field.rawValue)] }
    state.isSending = true
    return [.cancel(checkTimer), .call(endpoint(state), submitTag)]
  }

  private static func endpoint(_ state: State) -> Endpoint {
    state.form == .signIn
      ? .login(LoginForm(email: state.address, password: state.password))
      : .join(JoinForm(email: state.address, password: state.password, nick: state.nick))
  }

  private static func finish(_ outcome: CallOutcome, _ state: inout State) -> [Effect] {
    guard state.isSending else { return [] }
    switch outcome {
    case .success:
      state = State(form: state.form)
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
    case .weakPassword, .wrongCredentials: field = .password
    case .badNickname: field = .nickname
    default: return []
    }
    return [.focus(elementID: field.rawValue)]
  }
}
