import AccountContract
import Contract
import Domain
import FeatureCore
import JSON
import Wire

/// What the person was told, the newest first; page by page.
public enum NoticeList: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var notices = Loaded<[Notice]>.loading
    public internal(set) var unread: Int64 = 0
    /// Where the next page begins; empty where there is none.
    var next = ""
    var isLoadingMore = false

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case moreTapped
    case noticeTapped(String)
    case allReadTapped
    case answered(Tag, HTTPOutcome)
    /// A new one came while the inbox is open.
    case arrived(Notice)
    /// Some were read, here or elsewhere: so many are left.
    case counted(Int64)
  }

  static let listTag = Tag("me/notices/list")
  static let moreTag = Tag("me/notices/more")
  static let readTag = Tag("me/notices/read")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.notices { state.notices = .loading }
      return [AccountAPI.notices.ask(NoticeQuery(), listTag)]
    case .moreTapped:
      guard !state.next.isEmpty, !state.isLoadingMore else { return [] }
      state.isLoadingMore = true
      return [AccountAPI.notices.ask(NoticeQuery(cursor: state.next), moreTag)]
    case .noticeTapped(let id): return open(id, &state)
    case .allReadTapped:
      guard state.unread > 0 else { return [] }
      mark(&state) { _ in true }
      state.unread = 0
      return [AccountAPI.readNotices.ask(.all, readTag)]
    case .answered(let tag, let outcome): take(tag, outcome, &state)
    case .arrived(let notice): arrive(notice, &state)
    case .counted(let unread): state.unread = unread
    }
    return []
  }

  private static func open(_ id: String, _ state: inout State) -> [Effect] {
    guard let notice = state.notices.value?.first(where: { $0.id == id }) else { return [] }
    var effects: [Effect] = []
    if !notice.isRead {
      mark(&state) { $0.id == id }
      state.unread = max(0, state.unread - 1)
      effects.append(AccountAPI.readNotices.ask(.some([id]), readTag))
    }
    if !notice.target.isEmpty { effects.append(.pushPath(notice.target)) }
    return effects
  }

  private static func mark(_ state: inout State, _ isMeant: (Notice) -> Bool) {
    guard var notices = state.notices.value else { return }
    for index in notices.indices where isMeant(notices[index]) { notices[index].isRead = true }
    state.notices = .value(notices)
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) {
    if tag == readTag {
      if case .success(let unread) = AccountAPI.readNotices.outcome(outcome) { state.unread = unread }
      return
    }
    if tag == moreTag { state.isLoadingMore = false }
    guard case .success(let page) = AccountAPI.notices.outcome(outcome) else {
      if tag == listTag && state.notices.value.isNone { state.notices = .failed }
      return
    }
    let before = tag == moreTag ? state.notices.value ?? [] : []
    state.notices = .value(before + page.notices.filter { notice in !before.contains { $0.id == notice.id } })
    state.next = page.next
    state.unread = page.unread
  }

  /// A room has one notice: its newer state comes in place of the older one.
  private static func arrive(_ notice: Notice, _ state: inout State) {
    guard var notices = state.notices.value else { return }
    if let index = notices.firstIndex(where: { $0.id == notice.id }) {
      if !notices[index].isRead { state.unread -= 1 }
      notices.remove(at: index)
    }
    notices.insert(notice, at: 0)
    if !notice.isRead { state.unread += 1 }
    state.notices = .value(notices)
  }
}
