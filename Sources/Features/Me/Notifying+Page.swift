import AccountContract
import Domain
import FeatureCore

extension Notifying {
  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    var parts: [PageModel<Action>.Part] = []
    if let standing = state.standing { parts.append(browser(standing, state, l)) }
    switch state.level {
    case .loading: parts.append(.loading)
    case .failed, .missing: parts.append(.failure(l, .retryTapped))
    case .value(let level): parts.append(levels(level, l))
    }
    return PageModel(
      title(l), backLabel: MeWords.back(l), parts, notice: state.hasFailed ? MeWords.failed(l) : nil)
  }

  static func title(_ l: Language) -> String { l.say("알림 설정", "Notification settings", "通知の設定") }

  private static func browser(_ standing: PushStanding, _ state: State, _ l: Language) -> PageModel<Action>.Part {
    let name = l.say("이 기기에서 알림 받기", "Notify me on this device", "この端末で通知を受け取る")
    switch standing {
    case .unsupported:
      return .rows(
        .init(
          footer: l.say(
            "이 브라우저는 알림을 보여 줄 수 없어요. iPhone에서는 홈 화면에 추가하면 쓸 수 있어요",
            "This browser can’t show notifications. On an iPhone, add the app to the home screen first",
            "このブラウザでは通知を表示できません。iPhoneではホーム画面に追加すると使えます"),
          [.init("push", name, meta: l.say("쓸 수 없음", "Not available", "利用不可"))]))
    case .refused:
      return .rows(
        .init(
          footer: l.say(
            "브라우저에서 알림을 막아 두었어요. 주소창 옆의 사이트 설정에서 알림을 허용해 주세요",
            "Notifications are blocked. Allow them in the site settings beside the address",
            "ブラウザで通知がブロックされています。アドレスバー横のサイト設定で許可してください"),
          [.init("push", name, meta: l.say("막혀 있음", "Blocked", "ブロック中"))]))
    case .off:
      return .rows(.init(footer: reason(l), [.init("push", name, .toggle(false, .onTapped))]))
    case .on:
      return .rows(.init(footer: reason(l), [.init("push", name, .toggle(true, .offTapped))]))
    }
  }

  private static func reason(_ l: Language) -> String {
    l.say(
      "보고 있지 않은 채팅에 새 메시지가 오면 알려 드려요", "You hear of new messages in chats you aren’t looking at",
      "見ていないチャットに新しいメッセージが届くと通知します")
  }

  private static func levels(_ chosen: LockScreenLevel, _ l: Language) -> PageModel<Action>.Part {
    .rows(
      .init(
        l.say("잠금 화면에 보이는 내용", "What the lock screen shows", "ロック画面に表示する内容"),
        footer: l.say(
          "상담 내용이 남에게 보이지 않도록 처음에는 아무것도 보여 주지 않아요",
          "To keep consults private, nothing is shown unless you choose so",
          "相談内容が人に見られないよう、最初は何も表示しません"),
        LockScreenLevel.allCases.map { level in
          .init(
            level.rawValue, name(level, l), detail: example(level, l), .choice(level == chosen, .levelChosen(level)))
        }))
  }

  private static func name(_ level: LockScreenLevel, _ l: Language) -> String {
    switch level {
    case .full: l.say("보낸 사람과 내용", "Sender and text", "送信者と内容")
    case .sender: l.say("보낸 사람만", "Sender only", "送信者のみ")
    case .none: l.say("새 소식이 있다는 것만", "Only that there is news", "新着があることのみ")
    }
  }

  private static func example(_ level: LockScreenLevel, _ l: Language) -> String {
    switch level {
    case .full:
      l.say("김의사: 내일 오전에 뵐게요", "Dr. Kim: See you tomorrow morning", "キム医師: 明日の午前にお会いしましょう")
    case .sender: l.say("김의사 님의 새 메시지", "New message from Dr. Kim", "キム医師からの新しいメッセージ")
    case .none: l.say("새 메시지가 있어요", "You have a new message", "新しいメッセージがあります")
    }
  }
}
