import AccountContract
import Domain
import FeatureCore
import Wire

extension NoticeList {
  public static func page(_ state: State, _ l: Language, _ dates: LocalDates, now: Timestamp) -> PageModel<Action> {
    let empty = (
      title: l.say("아직 알림이 없어요", "No notifications yet", "通知はまだありません"),
      text: l.say("새 소식이 오면 여기에 모여요", "News will gather here", "新しいお知らせはここに届きます")
    )
    let parts = PageModel<Action>.Part.list(state.notices, l, empty: empty, retry: .retryTapped) { notices in
      var rows = notices.map { row($0, l, dates, now) }
      if !state.next.isEmpty { rows.append(.init("more", MeWords.more(l), .button(.moreTapped))) }
      return [.rows(.init(rows))]
    }
    let readAll = l.say("모두 읽음", "Mark all read", "すべて既読")
    return PageModel(
      title(l), backLabel: MeWords.back(l), tool: state.unread > 0 ? .init(readAll, .allReadTapped) : nil, parts)
  }

  static func title(_ l: Language) -> String { l.say("알림", "Notifications", "通知") }

  private static func row(
    _ notice: Notice, _ l: Language, _ dates: LocalDates, _ now: Timestamp
  ) -> PageModel<Action>.Row {
    let time = dates.short(notice.createdAt, now: now)
    return .init(
      notice.id, notice.title.isEmpty ? notice.body : notice.title, detail: notice.title.isEmpty ? "" : notice.body,
      meta: notice.isRead ? time : l.say("새 알림", "New", "新着") + " · " + time, isMarked: !notice.isRead,
      .button(.noticeTapped(notice.id)))
  }
}
