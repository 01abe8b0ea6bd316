import Contract
import Domain
import FeatureCore

extension Reset {
  public static func title(_ l: Language) -> String {
    l.say("비밀번호 다시 정하기", "Reset the password", "パスワードの再設定")
  }

  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    let back = l.say("뒤로", "Back", "戻る")
    if state.isDone {
      let done = PageModel<Action>.Face(
        title: l.say("새 비밀번호로 바꿨어요", "Your password is changed", "新しいパスワードに変更しました"),
        text: l.say(
          "모든 기기에서 로그아웃됐어요. 새 비밀번호로 로그인해 주세요", "You were signed out everywhere. Sign in with the new password",
          "すべての端末からログアウトしました。新しいパスワードでログインしてください"))
      let signIn = PageModel<Action>.Row("sign-in", l.say("로그인하러 가기", "Sign in", "ログインへ"), .link("/sign-in"))
      return PageModel(title(l), backLabel: back, [.face(done), .rows(.init([signIn]))])
    }
    return PageModel(title(l), backLabel: back, [.form(form(state, l))])
  }

  private static func form(_ state: State, _ l: Language) -> PageModel<Action>.Form {
    let email = trimmed(state.email)
    return .init(
      text: state.code.isSent
        ? l.say(
          "\(email)에 가입한 계정이 있으면 인증번호가 갔어요", "If \(email) has an account, a code is on its way",
          "\(email)のアカウントがあれば、認証番号をお送りしました")
        : l.say(
          "가입한 이메일로 인증번호를 보내 드려요", "We’ll mail a code to the address you signed up with",
          "登録したメールアドレスに認証番号をお送りします"),
      fields: state.code.isSent
        ? [state.code.field(l, isJudged: state.isJudged) { .typed(.code, $0) }, password(state, l)]
        : [address(state, l)],
      submitLabel: state.code.isSent
        ? l.say("비밀번호 바꾸기", "Change the password", "パスワードを変更") : l.say("인증번호 받기", "Send a code", "認証番号を受け取る"),
      isBusy: state.isSending, submit: .submitted, notice: state.notice?.text(l),
      others: state.code.isSent ? [state.code.resendRow(l, .resendTapped)] : [])
  }

  private static func address(_ state: State, _ l: Language) -> PageModel<Action>.Field {
    .init(
      Field.email.rawValue, l.say("이메일", "E-mail", "メールアドレス"), state.email, inputMode: "email",
      autocomplete: "username",
      error: state.isJudged && state.firstFaultyField == .email
        ? FormNotice.refused(.invalidEmail, retryAfterSeconds: nil).text(l) : nil,
      typed: { .typed(.email, $0) })
  }

  private static func password(_ state: State, _ l: Language) -> PageModel<Action>.Field {
    let isWeak = state.isJudged && !AccountRules.faults(password: state.newPassword).isEmpty
    return .init(
      Field.newPassword.rawValue, l.say("새 비밀번호", "New password", "新しいパスワード"), state.newPassword, type: "password",
      autocomplete: "new-password",
      error: isWeak ? FormNotice.refused(.weakPassword, retryAfterSeconds: nil).text(l) : nil,
      hint: l.say("영문, 숫자, 특수문자를 섞어 8자 이상", "8+ characters with a letter, a digit and a symbol", "英字・数字・記号を含む8文字以上"),
      typed: { .typed(.newPassword, $0) })
  }
}
