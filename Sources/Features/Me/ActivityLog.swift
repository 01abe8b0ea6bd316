import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// What happened to the account: sign-ins, changes of what opens it, consent, the last first; page by page.
public enum ActivityLog: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var list = PagedList<ActivityEntry>()

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case moreTapped
    case answered(Tag, HTTPOutcome)
  }

  static let listTag = Tag("me/activity/list")
  static let moreTag = Tag("me/activity/more")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      state.list.begin()
      return [AccountAPI.activity.ask(RecordQuery(), listTag)]
    case .moreTapped:
      guard let next = state.list.more() else { return [] }
      return [AccountAPI.activity.ask(RecordQuery(cursor: next), moreTag)]
    case .answered(let tag, let outcome):
      state.list.take(AccountAPI.activity.outcome(outcome), isMore: tag == moreTag) { $0.id == $1.id }
      return []
    }
  }

  public static func page(_ state: State, _ l: Language, _ dates: LocalDates, now: Timestamp) -> PageModel<Action> {
    let empty = (title: l.say("아직 기록이 없어요", "Nothing yet", "記録はまだありません"), text: "")
    let parts = PageModel<Action>.Part.list(state.list.entries, l, empty: empty, retry: .retryTapped) { entries in
      var rows = entries.compactMap { row($0, l, dates, now) }
      if !state.list.next.isNone { rows.append(.init("more", MeWords.more(l), .button(.moreTapped))) }
      let footer = l.say(
        "모르는 기록이 있으면 비밀번호를 바꾸고 다른 기기를 로그아웃시켜 주세요",
        "If something here wasn’t you, change your password and sign out your other devices",
        "心当たりのない記録があれば、パスワードを変更し、ほかの端末をログアウトさせてください")
      return [.rows(.init(nil, footer: footer, rows))]
    }
    return PageModel(title(l), backLabel: MeWords.back(l), parts)
  }

  static func title(_ l: Language) -> String { l.say("활동 기록", "Activity", "アクティビティ") }

  /// nil for a word of a later server.
  private static func row(
    _ entry: ActivityEntry, _ l: Language, _ dates: LocalDates, _ now: Timestamp
  ) -> PageModel<Action>.Row? {
    ActivityWords.title(entry.kind, l).map { title in
      .init(
        entry.id, title, detail: ActivityWords.detail(entry, l), meta: dates.short(entry.at, now: now),
        isMarked: ActivityWords.isAlarming(entry.kind))
    }
  }
}
