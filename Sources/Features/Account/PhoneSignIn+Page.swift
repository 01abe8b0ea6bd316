import Contract
import Domain
import FeatureCore

extension PhoneSignIn {
  public static func title(_ l: Language) -> String {
    l.say("휴대전화로 로그인", "Sign in by phone", "携帯電話でログイン")
  }

  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    PageModel(title(l), backLabel: l.say("뒤로", "Back", "戻る"), [.form(form(state, l))])
  }

  private static func form(_ state: State, _ l: Language) -> PageModel<Action>.Form {
    let isFaulty = state.isJudged && !state.firstFaultyField.isNone
    let isNew = state.step == .newcomer
    return .init(
      text: text(state, l), fields: [field(state, isFaulty, l)],
      checks: isNew ? state.terms.rows(l).map { row in row.map { Action.terms($0) } } : [],
      submitLabel: submit(state.step, l),
      isBusy: state.isSending, submit: .submitted, notice: state.notice?.text(l),
      others: state.step == .code ? others(state, l) : [])
  }

  private static func text(_ state: State, _ l: Language) -> String {
    let phone = trimmed(state.phone)
    return switch state.step {
    case .phone:
      l.say(
        "문자로 인증번호를 보내 드려요", "We’ll text you a code", "SMSで認証番号をお送りします")
    case .code: l.say("\(phone)(으)로 인증번호를 보냈어요", "We sent a code to \(phone)", "\(phone)に認証番号を送りました")
    case .newcomer:
      l.say("처음 오셨네요! 닉네임을 정하면 바로 시작해요", "Welcome! Choose a nickname to begin", "はじめまして！ニックネームを決めて始めましょう")
    }
  }

  private static func submit(_ step: Step, _ l: Language) -> String {
    switch step {
    case .phone: l.say("인증번호 받기", "Send a code", "認証番号を受け取る")
    case .code: l.say("로그인", "Sign in", "ログイン")
    case .newcomer: l.say("가입하기", "Create account", "登録する")
    }
  }

  private static func field(_ state: State, _ isFaulty: Bool, _ l: Language) -> PageModel<Action>.Field {
    switch state.step {
    case .phone:
      .init(
        Field.phone.rawValue, l.say("휴대전화 번호", "Mobile number", "携帯電話番号"), state.phone, inputMode: "tel",
        autocomplete: "tel", error: isFaulty ? FormNotice.refused(.invalidPhone, retryAfterSeconds: nil).text(l) : nil,
        hint: l.say("예: 010-1234-5678", "e.g. 010-1234-5678 or +81 90…", "例: +81 90-1234-5678"),
        typed: { .typed(.phone, $0) })
    case .code: state.code.field(l, isJudged: state.isJudged) { .typed(.code, $0) }
    case .newcomer:
      .init(
        Field.nickname.rawValue, l.say("닉네임", "Nickname", "ニックネーム"), state.nickname, autocomplete: "nickname",
        error: isFaulty ? FormNotice.refused(.badNickname, retryAfterSeconds: nil).text(l) : nil,
        typed: { .typed(.nickname, $0) })
    }
  }

  private static func others(_ state: State, _ l: Language) -> [PageModel<Action>.Row] {
    let other = l.say("다른 번호 쓰기", "Use another number", "別の番号を使う")
    return [state.code.resendRow(l, .resendTapped), .init("other", other, .button(.otherNumberTapped))]
  }
}
