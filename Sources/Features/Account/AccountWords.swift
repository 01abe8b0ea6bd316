import Contract
import Domain
import FeatureCore

/// What the forms say.
enum AccountWords {
  static func title(_ form: AccountForm, _ l: Language) -> String {
    form == .signIn ? l.say("로그인", "Sign in", "ログイン") : l.say("회원가입", "Sign up", "新規登録")
  }

  static func submit(_ form: AccountForm, isBusy: Bool, _ l: Language) -> String {
    switch (form, isBusy) {
    case (.signIn, false): l.say("로그인", "Sign in", "ログイン")
    case (.signIn, true): l.say("로그인하고 있어요", "Signing in…", "ログインしています")
    case (.signUp, false): l.say("가입하기", "Create account", "登録する")
    case (.signUp, true): l.say("가입하고 있어요", "Creating your account…", "登録しています")
    }
  }

  static func otherPrompt(_ form: AccountForm, _ l: Language) -> String {
    form == .signIn
      ? l.say("아직 계정이 없나요?", "New here?", "はじめての方ですか？")
      : l.say("이미 계정이 있나요?", "Already have an account?", "アカウントをお持ちですか？")
  }

  static func label(_ field: AccountField, _ l: Language) -> String {
    switch field {
    case .email: l.say("이메일", "E-mail", "メールアドレス")
    case .password: l.say("비밀번호", "Password", "パスワード")
    case .nickname: l.say("닉네임", "Nickname", "ニックネーム")
    case .license: l.say("의사 면허번호", "Doctor’s licence number", "医師免許番号")
    case .clinic: l.say("병원 이름", "Clinic", "医院名")
    }
  }

  static func missing(_ field: AccountField, _ l: Language) -> String {
    field == .license
      ? l.say("면허번호를 입력해 주세요", "Enter your licence number", "医師免許番号を入力してください")
      : l.say("병원 이름을 입력해 주세요", "Enter your clinic", "医院名を入力してください")
  }

  static func fault(_ fault: AccountRules.EmailFault, _ l: Language) -> String {
    switch fault {
    case .empty: l.say("이메일을 입력해 주세요", "Enter your e-mail", "メールアドレスを入力してください")
    case .malformed:
      l.say("이메일 형식을 확인해 주세요", "This doesn’t look like an e-mail", "メールアドレスの形式を確認してください")
    case .tooLong: l.say("이메일이 너무 길어요", "This e-mail is too long", "メールアドレスが長すぎます")
    }
  }

  static func taken(_ l: Language) -> String {
    l.say("이미 가입한 이메일이에요", "This e-mail already has an account", "すでに登録されているメールアドレスです")
  }

  static func hint(_ availability: EmailAvailability, _ l: Language) -> String? {
    switch availability {
    case .checking: l.say("확인하고 있어요", "Checking…", "確認しています")
    case .free: l.say("쓸 수 있는 이메일이에요", "You can use this e-mail", "使用できるメールアドレスです")
    case .unknown:
      l.say("지금은 확인할 수 없어요. 가입할 때 다시 볼게요", "We’ll check this when you sign up", "登録のときにもう一度確認します")
    case .unchecked, .taken: nil
    }
  }

  static func rule(_ rule: AccountRules.PasswordFault, _ l: Language) -> String {
    switch rule {
    case .tooShort: l.say("8자 이상", "8+ characters", "8文字以上")
    case .tooLong: l.say("비밀번호가 너무 길어요", "This password is too long", "パスワードが長すぎます")
    case .noLetter: l.say("영문", "A letter", "英字")
    case .noDigit: l.say("숫자", "A digit", "数字")
    case .noSpecial: l.say("특수문자", "A symbol", "記号")
    }
  }

  static func spoken(isMet: Bool, _ l: Language) -> String {
    isMet ? l.say("충족", "met", "条件を満たしています") : l.say("아직 부족", "not met yet", "まだ満たしていません")
  }

  static func passwordFault(_ form: AccountForm, _ l: Language) -> String {
    form == .signIn
      ? l.say("비밀번호를 입력해 주세요", "Enter your password", "パスワードを入力してください")
      : l.say("비밀번호 조건을 채워 주세요", "Your password needs a bit more", "パスワードの条件を満たしてください")
  }

  static func fault(_ fault: AccountRules.NicknameFault, _ l: Language) -> String {
    switch fault {
    case .empty: l.say("닉네임을 입력해 주세요", "Choose a nickname", "ニックネームを入力してください")
    case .forbiddenCharacter:
      l.say(
        "닉네임에는 빈칸이나 . , ? * - @ 같은 기호를 쓸 수 없어요", "No spaces or signs such as . , ? * - @",
        "空白や . , ? * - @ などの記号は使えません")
    case .tooLong: l.say("닉네임이 너무 길어요", "This nickname is too long", "ニックネームが長すぎます")
    }
  }

  static func eye(isShown: Bool, _ l: Language) -> String {
    isShown
      ? l.say("비밀번호 숨기기", "Hide password", "パスワードを隠す")
      : l.say("비밀번호 보기", "Show password", "パスワードを表示")
  }

  static func notice(_ notice: FormNotice, _ l: Language) -> String {
    switch notice {
    case .refused(.wrongCredentials, _):
      l.say("이메일이나 비밀번호가 맞지 않아요", "The e-mail or password doesn’t match", "メールアドレスかパスワードが違います")
    case .refused(.badNickname, _): fault(.forbiddenCharacter, l)
    default: notice.text(l)
    }
  }

  /// As the brands want it (Kakao's and Apple's design guides).
  static func provider(_ kind: IdentityKind, _ l: Language) -> String {
    kind == .kakao
      ? l.say("카카오 로그인", "Login with Kakao", "カカオログイン")
      : l.say("Apple로 로그인", "Sign in with Apple", "Appleでサインイン")
  }

  static func phone(_ l: Language) -> String { l.say("휴대전화 번호로 계속하기", "Continue with a mobile number", "携帯電話番号で続ける") }
  static func forgot(_ l: Language) -> String { l.say("비밀번호를 잊었나요?", "Forgot your password?", "パスワードをお忘れですか？") }
  static func or(_ l: Language) -> String { l.say("또는", "or", "または") }
}
