import AccountContract
import Domain
import FeatureCore
import Wire

extension SessionList {
  public static func page(_ state: State, _ l: Language, _ dates: LocalDates, now: Timestamp) -> PageModel<Action> {
    let sessions = state.sessions.value ?? []
    let others = sessions.filter { !$0.isThis }
    let parts = PageModel<Action>.Part.list(state.sessions, l, empty: nothing(l), retry: .retryTapped) { sessions in
      let here = sessions.filter { $0.isThis }.map { row($0, l, dates, now) }
      let there = others.map { row($0, l, dates, now) }
      var parts: [PageModel<Action>.Part] = [.rows(.init(l.say("이 기기", "This device", "この端末"), here))]
      if !there.isEmpty {
        parts.append(
          .rows(
            .init(
              l.say("다른 기기", "Other devices", "ほかの端末"),
              footer: l.say(
                "모르는 기기가 있으면 로그아웃시키고 비밀번호를 바꿔 주세요",
                "If you don’t know a device, sign it out and change your password",
                "見覚えのない端末があれば、ログアウトさせてパスワードを変更してください"), there)))
        parts.append(.rows(.init([.init("others", endOthers(l), .danger(.endOthersTapped))])))
      }
      return parts
    }
    return PageModel(
      l.say("로그인한 기기", "Signed-in devices", "ログイン中の端末"), backLabel: MeWords.back(l), parts,
      notice: state.hasFailed ? MeWords.failed(l) : nil, question: state.asked.map { question($0, l) })
  }

  private static func nothing(_ l: Language) -> (title: String, text: String) {
    (l.say("로그인한 기기가 없어요", "No devices", "端末がありません"), "")
  }

  private static func endOthers(_ l: Language) -> String {
    l.say("다른 기기 모두 로그아웃", "Sign out all other devices", "ほかの端末をすべてログアウト")
  }

  private static func row(
    _ entry: SessionEntry, _ l: Language, _ dates: LocalDates, _ now: Timestamp
  ) -> PageModel<Action>.Row {
    let used = dates.short(entry.lastUsedAt, now: now)
    let detail =
      entry.isThis
      ? l.say("지금 쓰고 있어요", "In use now", "使用中")
      : l.say("마지막 사용 \(used)", "Last used \(used)", "最終使用 \(used)")
    return .init(
      entry.id, name(entry, l), detail: app(entry.app, l) + detail,
      act: entry.isThis ? "" : l.say("로그아웃", "Sign out", "ログアウト"),
      entry.isThis ? .plain : .button(.endTapped(entry.id)))
  }

  private static func app(_ key: String, _ l: Language) -> String {
    switch App(rawValue: key) {
    case .eyemon: l.say("아이몬", "EyeMon", "アイモン") + " · "
    case .eyemonDoctor: l.say("아이몬 닥터", "EyeMon Doctor", "アイモン ドクター") + " · "
    default: ""
    }
  }

  static func name(_ entry: SessionEntry, _ l: Language) -> String {
    if !entry.deviceName.isEmpty { return entry.deviceName }
    switch entry.platform {
    case "ios": return "iPhone · iPad"
    case "android": return "Android"
    case "web": return l.say("브라우저", "Browser", "ブラウザ")
    default: return l.say("이름 없는 기기", "Unnamed device", "名前のない端末")
    }
  }

  private static func question(_ asked: Question, _ l: Language) -> PageModel<Action>.Question {
    let title =
      switch asked {
      case .one(let entry):
        l.say(
          "\(name(entry, l))에서 로그아웃할까요?", "Sign out of \(name(entry, l))?", "\(name(entry, l))からログアウトしますか？")
      case .others:
        l.say("다른 기기에서 모두 로그아웃할까요?", "Sign out of all other devices?", "ほかの端末からすべてログアウトしますか？")
      }
    return .init(
      title: title,
      text: l.say(
        "그 기기의 채팅과 알림도 바로 끊겨요", "Chats and notifications there stop at once", "その端末のチャットと通知もすぐに止まります"),
      confirmLabel: l.say("로그아웃", "Sign out", "ログアウト"), confirm: .confirmed, cancelLabel: MeWords.cancel(l),
      dismiss: .dismissed)
  }
}
