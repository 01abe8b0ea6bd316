import AccountContract
import Contract
import Domain
import FeatureCore
import JSON
import Wire

/// Signing in by the code of a mobile number; where nobody has the number, signing up with it.
public enum PhoneSignIn: Feature {
  public enum Field: String, Equatable, Sendable {
    case phone, code, nickname
  }

  public enum Step: Equatable, Sendable { case phone, code, newcomer }

  public struct State: Equatable, Sendable {
    public internal(set) var step = Step.phone
    public internal(set) var phone = ""
    public internal(set) var code = CodeStep()
    public internal(set) var nickname = ""
    public internal(set) var terms = TermsChoice()
    public internal(set) var isSending = false
    public internal(set) var isJudged = false
    public internal(set) var notice: FormNotice?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case typed(Field, String)
    case terms(TermsChoice.Action)
    case submitted
    case resendTapped
    case otherNumberTapped
    case timerFired
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "account/phone/"
  static let sendTag = Tag("account/phone/send")
  static let loginTag = Tag("account/phone/login")
  static let termsTag = Tag("account/phone/terms")
  public static let timer = Tag("account/phone/timer")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown: state = State()
    case .typed(let field, let text):
      state.notice = nil
      switch field {
      case .phone: state.phone = text
      case .code: state.code.text = text
      case .nickname: state.nickname = text
      }
    case .terms(let action):
      state.notice = nil
      return state.terms.receive(action, termsTag)
    case .submitted: return submit(&state)
    case .resendTapped: return state.code.mayResend && !state.isSending ? send(&state) : []
    case .otherNumberTapped:
      let phone = state.phone
      state = State()
      state.phone = phone
    case .timerFired: state.code.mayResend = true
    case .answered(termsTag, let outcome): state.terms.take(outcome)
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
    return []
  }

  private static func submit(_ state: inout State) -> [Effect] {
    if state.isSending { return [] }
    state.isJudged = true
    state.notice = nil
    if let field = state.firstFaultyField { return [.focus(elementID: field.rawValue)] }
    if state.step == .phone { return send(&state) }
    let isNew = state.step == .newcomer
    if isNew && !state.terms.isComplete {
      state.notice = .refused(.consentMissing, retryAfterSeconds: nil)
      return []
    }
    state.isSending = true
    let login = PhoneLogin(
      phone: trimmed(state.phone), code: trimmed(state.code.text), nick: isNew ? trimmed(state.nickname) : nil,
      more: isNew ? state.terms.members : [:])
    return [AccountAPI.phoneLogin.ask(login, loginTag, beginsSession: true)]
  }

  private static func send(_ state: inout State) -> [Effect] {
    state.isSending = true
    state.code.ask()
    return [AccountAPI.sendPhoneCode.ask(trimmed(state.phone), sendTag)]
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    guard state.isSending else { return [] }
    state.isSending = false
    if tag == sendTag {
      switch AccountAPI.sendPhoneCode.outcome(outcome) {
      case .success(let sent):
        state.step = .code
        state.isJudged = false
        return state.code.sent(resendAfterSeconds: sent.resendAfterSeconds, timer)
      case .failure(let failure):
        state.code.failed()
        state.notice = FormNotice(failure)
      }
      return []
    }
    // A success is the app's: it ends this place.
    guard case .failure(let failure) = AccountAPI.phoneLogin.outcome(outcome) else { return [] }
    if case .refused(let error) = failure, error.code == .phoneUnknown {
      state.step = .newcomer
      state.isJudged = false
      return [AccountAPI.terms.ask(Nothing(), termsTag), .focus(elementID: Field.nickname.rawValue)]
    }
    if case .refused(let error) = failure, error.code == .wrongCode { state.step = .code }
    state.notice = FormNotice(failure)
    return []
  }
}

extension PhoneSignIn.State {
  var firstFaultyField: PhoneSignIn.Field? {
    switch step {
    case .phone: PhoneNumber(trimmed(phone)) == nil ? .phone : nil
    case .code: code.isMissing ? .code : nil
    case .newcomer: AccountRules.fault(nickname: trimmed(nickname)) == nil ? nil : .nickname
    }
  }
}
