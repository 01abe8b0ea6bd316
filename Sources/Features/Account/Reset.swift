import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// A new password for somebody who forgot the old one, by a code that is mailed.
public enum Reset: Feature {
  public enum Field: String, Equatable, Sendable {
    case email = "reset-email"
    case code
    case newPassword = "new-password"
  }

  public struct State: Equatable, Sendable {
    public internal(set) var email = ""
    public internal(set) var code = CodeStep()
    public internal(set) var newPassword = ""
    public internal(set) var isSending = false
    public internal(set) var isDone = false
    public internal(set) var isJudged = false
    public internal(set) var notice: FormNotice?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown(email: String)
    case typed(Field, String)
    case submitted
    case resendTapped
    case timerFired
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "account/reset/"
  static let sendTag = Tag("account/reset/send")
  static let confirmTag = Tag("account/reset/confirm")
  public static let timer = Tag("account/reset/timer")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let email):
      state = State()
      state.email = email
    case .typed(let field, let text):
      state.notice = nil
      switch field {
      case .email: state.email = text
      case .code: state.code.text = text
      case .newPassword: state.newPassword = text
      }
    case .submitted: return submit(&state)
    case .resendTapped: return state.code.mayResend && !state.isSending ? send(&state) : []
    case .timerFired: state.code.mayResend = true
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
    return []
  }

  private static func submit(_ state: inout State) -> [Effect] {
    if state.isSending { return [] }
    state.isJudged = true
    state.notice = nil
    if let field = state.firstFaultyField { return [.focus(elementID: field.rawValue)] }
    guard state.code.isSent else { return send(&state) }
    state.isSending = true
    let reset = PasswordReset(
      email: trimmed(state.email), code: trimmed(state.code.text), newPassword: state.newPassword)
    return [AccountAPI.confirmReset.ask(reset, confirmTag)]
  }

  private static func send(_ state: inout State) -> [Effect] {
    state.isSending = true
    state.code.ask()
    return [AccountAPI.requestReset.ask(trimmed(state.email), sendTag)]
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    guard state.isSending else { return [] }
    state.isSending = false
    if tag == sendTag {
      switch AccountAPI.requestReset.outcome(outcome) {
      case .success(let sent):
        state.isJudged = false
        return state.code.sent(resendAfterSeconds: sent.resendAfterSeconds, timer)
      case .failure(let failure):
        state.code.failed()
        state.notice = FormNotice(failure)
      }
      return []
    }
    switch AccountAPI.confirmReset.outcome(outcome) {
    case .success:
      state = State()
      state.isDone = true
    case .failure(let failure): state.notice = FormNotice(failure)
    }
    return []
  }
}

extension Reset.State {
  var firstFaultyField: Reset.Field? {
    if !code.isSent { return AccountRules.fault(email: trimmed(email)) == nil ? nil : .email }
    if code.isMissing { return .code }
    return AccountRules.faults(password: newPassword).isEmpty ? nil : .newPassword
  }
}
