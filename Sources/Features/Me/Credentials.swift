import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// Changing what the person signs in with: the password, the e-mail, the mobile number. The latter two by a code.
public enum Credentials: Feature {
  public enum Form: Equatable, Sendable { case password, email, phone }

  public enum Field: String, Equatable, Sendable {
    case password, subject, code
    case newPassword = "new-password"
  }

  public struct State: Equatable, Sendable {
    public internal(set) var form = Form.password
    public internal(set) var password = ""
    public internal(set) var newPassword = ""
    public internal(set) var subject = ""
    /// Sent to `subject`.
    public internal(set) var code = CodeStep()
    public internal(set) var isSending = false
    public internal(set) var isDone = false
    public internal(set) var notice: FormNotice?
    /// What is wrong with the fields, said at the first try.
    public internal(set) var isJudged = false

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown(Form)
    case typed(Field, String)
    case submitted
    case resendTapped
    case otherSubjectTapped
    case timerFired
    case answered(Tag, HTTPOutcome)
  }

  static let passwordTag = Tag("me/credentials/password")
  static let sendTag = Tag("me/credentials/send")
  static let proveTag = Tag("me/credentials/prove")
  public static let timer = Tag("me/credentials/timer")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let form):
      guard form != state.form || state.isDone else { return [] }
      state = State()
      state.form = form
    case .typed(let field, let text): type(field, text, &state)
    case .submitted: return submit(&state)
    case .resendTapped: return state.code.mayResend && !state.isSending ? send(&state) : []
    case .otherSubjectTapped:
      state.code = CodeStep()
      state.notice = nil
    case .timerFired: state.code.mayResend = true
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
    return []
  }

  private static func type(_ field: Field, _ text: String, _ state: inout State) {
    state.notice = nil
    switch field {
    case .password: state.password = text
    case .newPassword: state.newPassword = text
    case .subject: state.subject = text
    case .code: state.code.text = text
    }
  }

  private static func submit(_ state: inout State) -> [Effect] {
    if state.isSending { return [] }
    state.isJudged = true
    state.notice = nil
    if let field = state.firstFaultyField { return [.focus(elementID: field.rawValue)] }
    if state.form == .password {
      state.isSending = true
      let change = PasswordChange(password: state.password, newPassword: state.newPassword)
      return [AccountAPI.changePassword.ask(change, passwordTag)]
    }
    guard state.code.isSent else { return send(&state) }
    state.isSending = true
    let proof = CodeProof(
      subject: state.address, code: trimmed(state.code.text), password: state.form == .phone ? state.password : "")
    return [state.form == .email ? AccountAPI.setEmail.ask(proof, proveTag) : AccountAPI.linkPhone.ask(proof, proveTag)]
  }

  private static func send(_ state: inout State) -> [Effect] {
    state.isSending = true
    state.code.ask()
    return state.form == .email
      ? [
        AccountAPI.sendEmailCode.ask(EmailCodeRequest(email: state.address, password: state.password), sendTag)
      ] : [AccountAPI.sendPhoneCode.ask(state.address, sendTag)]
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    guard state.isSending else { return [] }
    state.isSending = false
    if tag == sendTag {
      // Both are answered alike.
      switch AccountAPI.sendPhoneCode.outcome(outcome) {
      case .success(let sent):
        state.isJudged = false
        return state.code.sent(resendAfterSeconds: sent.resendAfterSeconds, timer)
      case .failure(let failure):
        state.code.failed()
        state.notice = FormNotice(failure)
      }
      return []
    }
    switch AccountAPI.changePassword.outcome(outcome) {
    case .success:
      let form = state.form
      state = State()
      state.form = form
      state.isDone = true
      return form == .email ? [.wish(.renewal)] : []
    case .failure(let failure): state.notice = FormNotice(failure)
    }
    return []
  }
}

extension Credentials.State {
  /// As it is sent: phones add a blank after a suggested word.
  var address: String { trimmed(subject) }

  var firstFaultyField: Credentials.Field? {
    if form == .password {
      if password.isEmpty { return .password }
      return AccountRules.faults(password: newPassword).isEmpty ? nil : .newPassword
    }
    if code.isSent { return code.isMissing ? .code : nil }
    return isSubjectFaulty ? .subject : nil
  }

  var isSubjectFaulty: Bool {
    form == .email ? AccountRules.fault(email: address) != nil : PhoneNumber(address) == nil
  }
}
