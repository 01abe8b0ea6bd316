import AccountContract
import Contract
import Domain
import FeatureCore

extension WayList {
  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    if state.needsPassword, let change = state.asked { return proving(change, state, l) }
    let empty = (title: l.say("로그인 방법이 없어요", "No ways to sign in", "ログイン方法がありません"), text: "")
    let news: [PageModel<Action>.Part] =
      state.linked.map { kind in
        let way = MeWords.way(kind, l)
        return [
          .text(l.say("이제 \(way)로도 로그인할 수 있어요", "You can now sign in with \(way) too", "\(way)でもログインできるようになりました"))
        ]
      } ?? []
    let parts = PageModel<Action>.Part.list(state.identities, l, empty: empty, retry: .retryTapped) { identities in
      [.rows(.init(l.say("연결됨", "Linked", "連携済み"), identities.map { row($0, identities.count, l) }))]
        + more(state, identities, l)
    }
    return PageModel(
      l.say("로그인 방법", "Ways to sign in", "ログイン方法"), backLabel: MeWords.back(l), news + parts,
      notice: notice(state, l), question: question(state, l))
  }

  /// The password, before the change that was asked for.
  private static func proving(_ change: Change, _ state: State, _ l: Language) -> PageModel<Action> {
    let (title, label) =
      switch change {
      case .unlink(let kind): (removal(kind, l), l.say("해제", "Remove", "解除"))
      case .link(let kind): (linking(kind, l), l.say("계속", "Continue", "続ける"))
      }
    let password = PageModel<Action>.Field(
      passwordID, l.say("비밀번호", "Password", "パスワード"), state.password, type: "password",
      autocomplete: "current-password", typed: { .passwordTyped($0) })
    let form = PageModel<Action>.Form(
      text: l.say(
        "로그인 방법을 바꾸려면 비밀번호를 입력해 주세요", "Enter your password to change the ways to sign in",
        "ログイン方法を変更するには、パスワードを入力してください"),
      fields: [password], submitLabel: label, isBusy: state.isEnding || state.isStarting, submit: .confirmed,
      notice: notice(state, l), others: [.init("cancel", MeWords.cancel(l), .button(.dismissed))])
    return PageModel(title, backLabel: MeWords.back(l), [.form(form)])
  }

  private static func linking(_ kind: IdentityKind, _ l: Language) -> String {
    let way = MeWords.way(kind, l)
    return l.say("\(way) 연결", "Link \(way)", "\(way)を連携")
  }

  private static func removal(_ kind: IdentityKind, _ l: Language) -> String {
    let way = MeWords.way(kind, l)
    return l.say("\(way) 로그인을 해제할까요?", "Remove signing in by \(way)?", "\(way)でのログインを解除しますか？")
  }

  private static func notice(_ state: State, _ l: Language) -> String? {
    if let word = state.returnFault { return fault(word, l) }
    if state.isUnreachable { return FormNotice.unreachable.text(l) }
    return state.fault.map { FormNotice.refused($0, retryAfterSeconds: nil).text(l) }
  }

  /// The words of a sign-in that ended so would not fit here.
  private static func fault(_ word: String, _ l: Language) -> String {
    switch word {
    case "provider_cancelled": l.say("연결을 취소했어요", "Linking was cancelled", "連携をキャンセルしました")
    case "provider_flow_gone":
      l.say("시간이 지났어요. 다시 연결해 주세요", "That took too long. Please link again", "時間が経ちました。もう一度連携してください")
    case "access_expired":
      l.say(
        "로그인이 끝나 연결하지 못했어요. 다시 연결해 주세요", "Your sign-in ended meanwhile. Please link again",
        "ログインが切れたため連携できませんでした。もう一度連携してください")
    default: FormNotice.word(word).text(l)
    }
  }

  private static func row(_ identity: LinkedIdentity, _ count: Int, _ l: Language) -> PageModel<Action>.Row {
    let unverified = l.say("확인되지 않음", "Not confirmed", "未確認")
    return .init(
      identity.kind.rawValue, MeWords.way(identity.kind, l),
      detail: identity.label + (identity.isVerified ? "" : " · " + unverified),
      act: count > 1 ? l.say("해제", "Remove", "解除") : "",
      count > 1 ? .button(.unlinkTapped(identity.kind)) : .plain)
  }

  /// What can be added or changed here; a provider is linked on a page of its own.
  private static func more(
    _ state: State, _ identities: [LinkedIdentity], _ l: Language
  ) -> [PageModel<Action>.Part] {
    let email = identities.first { $0.kind == .email }
    var rows: [PageModel<Action>.Row] = []
    let emailTitle =
      email.isNone
      ? l.say("이메일 추가", "Add an e-mail", "メールアドレスを追加")
      : l.say("이메일 바꾸기", "Change the e-mail", "メールアドレスを変更")
    rows.append(.init("email", emailTitle, .link("/me/email")))
    if !email.isNone && state.proof?.hasPassword ?? true {
      rows.append(.init("password", l.say("비밀번호 바꾸기", "Change the password", "パスワードを変更"), .link("/me/password")))
    }
    if state.ways.phone {
      let isLinked = identities.contains { $0.kind == .phone }
      let title =
        isLinked
        ? l.say("휴대전화 번호 바꾸기", "Change the mobile number", "携帯電話番号を変更")
        : l.say("휴대전화 번호 추가", "Add a mobile number", "携帯電話番号を追加")
      rows.append(.init("phone", title, .link("/me/phone")))
    }
    for (kind, isOffered) in [(IdentityKind.kakao, state.ways.kakao), (.apple, state.ways.apple)] {
      guard isOffered, !identities.contains(where: { $0.kind == kind }) else { continue }
      rows.append(
        .init(
          kind.rawValue, linking(kind, l),
          meta: state.isStarting ? l.say("잠시만요", "One moment", "お待ちください") : "", .button(.linkTapped(kind))))
    }
    return [.rows(.init(l.say("바꾸거나 더하기", "Change or add", "変更・追加"), rows))]
  }

  private static func question(_ state: State, _ l: Language) -> PageModel<Action>.Question? {
    guard case .unlink(let kind)? = state.asked, !state.proof.isNone else { return nil }
    return .init(
      title: removal(kind, l),
      text: l.say(
        "다음부터는 남은 방법으로만 로그인할 수 있어요", "You can then sign in by the remaining ways only",
        "次回からは残りの方法でのみログインできます"),
      confirmLabel: l.say("해제", "Remove", "解除"), confirm: .confirmed, cancelLabel: MeWords.cancel(l),
      dismiss: .dismissed)
  }
}
