import Contract
import Domain
import FeatureCore

extension Credentials {
  /// - Parameter hasPassword: whether the account has one, which is then asked for.
  public static func page(_ state: State, hasPassword: Bool, _ l: Language) -> PageModel<Action> {
    if state.isDone {
      return PageModel(
        title(state.form, l), backLabel: MeWords.back(l),
        [.face(.init(title: l.say("바꿨어요", "Changed", "変更しました"), text: done(state.form, l)))])
    }
    return PageModel(title(state.form, l), backLabel: MeWords.back(l), [.form(form(state, hasPassword, l))])
  }

  static func title(_ form: Form, _ l: Language) -> String {
    switch form {
    case .password: l.say("비밀번호 바꾸기", "Change the password", "パスワードの変更")
    case .email: l.say("이메일", "E-mail", "メールアドレス")
    case .phone: l.say("휴대전화 번호", "Mobile number", "携帯電話番号")
    }
  }

  private static func done(_ form: Form, _ l: Language) -> String {
    switch form {
    case .password:
      l.say("다른 기기는 모두 로그아웃됐어요", "All other devices were signed out", "ほかの端末はすべてログアウトしました")
    case .email:
      l.say("다음부터 이 이메일로 로그인할 수 있어요", "You can sign in with this e-mail from now on", "次回からこのメールアドレスでログインできます")
    case .phone:
      l.say("다음부터 이 번호로 로그인할 수 있어요", "You can sign in with this number from now on", "次回からこの番号でログインできます")
    }
  }

  private static func form(_ state: State, _ hasPassword: Bool, _ l: Language) -> PageModel<Action>.Form {
    let isCode = state.form != .password && state.code.isSent
    return .init(
      text: isCode ? sent(state.address, l) : text(state.form, l),
      fields: isCode ? proving(state, hasPassword, l) : fields(state, hasPassword, l),
      submitLabel: submit(state, l),
      isBusy: state.isSending, submit: .submitted, notice: state.notice?.text(l),
      others: isCode ? others(state, l) : [])
  }

  private static func text(_ form: Form, _ l: Language) -> String? {
    switch form {
    case .password:
      l.say(
        "바꾸면 다른 기기에서는 다시 로그인해야 해요", "You’ll have to sign in again on other devices",
        "変更すると、ほかの端末では再ログインが必要です")
    case .email, .phone:
      l.say("확인을 위해 인증번호를 보내 드려요", "We’ll send a code to confirm it", "確認のため認証番号をお送りします")
    }
  }

  private static func sent(_ address: String, _ l: Language) -> String {
    l.say("\(address)(으)로 인증번호를 보냈어요", "We sent a code to \(address)", "\(address)に認証番号を送りました")
  }

  private static func submit(_ state: State, _ l: Language) -> String {
    if state.form == .password { return l.say("바꾸기", "Change", "変更する") }
    return state.code.isSent
      ? l.say("확인", "Confirm", "確認") : l.say("인증번호 받기", "Send a code", "認証番号を受け取る")
  }

  /// The code, and with a number the password: with an e-mail it was asked for before the code was sent.
  private static func proving(_ state: State, _ hasPassword: Bool, _ l: Language) -> [PageModel<Action>.Field] {
    let code = state.code.field(l, isJudged: state.isJudged) { Action.typed(.code, $0) }
    guard hasPassword, state.form == .phone else { return [code] }
    return [code, password(state, l.say("비밀번호", "Password", "パスワード"), l)]
  }

  private static func fields(_ state: State, _ hasPassword: Bool, _ l: Language) -> [PageModel<Action>.Field] {
    switch state.form {
    case .password:
      let isShort = state.isJudged && !AccountRules.faults(password: state.newPassword).isEmpty
      return [
        password(state, l.say("지금 비밀번호", "Current password", "現在のパスワード"), l),
        .init(
          Field.newPassword.rawValue, l.say("새 비밀번호", "New password", "新しいパスワード"), state.newPassword,
          type: "password", autocomplete: "new-password",
          error: isShort ? FormNotice.refused(.weakPassword, retryAfterSeconds: nil).text(l) : nil,
          hint: l.say(
            "영문, 숫자, 특수문자를 섞어 8자 이상", "8+ characters with a letter, a digit and a symbol", "英字・数字・記号を含む8文字以上"),
          typed: { .typed(.newPassword, $0) }),
      ]
    case .email:
      let address = subject(state, l.say("새 이메일", "New e-mail", "新しいメールアドレス"), .invalidEmail, "email", "email", l)
      return hasPassword ? [address, password(state, l.say("비밀번호", "Password", "パスワード"), l)] : [address]
    case .phone: return [subject(state, title(.phone, l), .invalidPhone, "tel", "tel", l)]
    }
  }

  private static func password(_ state: State, _ label: String, _ l: Language) -> PageModel<Action>.Field {
    let isMissing = state.isJudged && state.password.isEmpty && state.form == .password
    return .init(
      Field.password.rawValue, label, state.password, type: "password", autocomplete: "current-password",
      error: isMissing ? l.say("비밀번호를 입력해 주세요", "Enter your password", "パスワードを入力してください") : nil,
      typed: { .typed(.password, $0) })
  }

  private static func subject(
    _ state: State, _ label: String, _ fault: ErrorCode, _ mode: String, _ autocomplete: String, _ l: Language
  ) -> PageModel<Action>.Field {
    .init(
      Field.subject.rawValue, label, state.subject, inputMode: mode, autocomplete: autocomplete,
      error: state.isJudged && state.isSubjectFaulty ? FormNotice.refused(fault, retryAfterSeconds: nil).text(l) : nil,
      typed: { .typed(.subject, $0) })
  }

  private static func others(_ state: State, _ l: Language) -> [PageModel<Action>.Row] {
    let other = l.say("다르게 입력하기", "Use another one", "別のものを入力する")
    return [state.code.resendRow(l, .resendTapped), .init("other", other, .button(.otherSubjectTapped))]
  }
}
