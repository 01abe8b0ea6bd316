import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// Who opened which file of the person's consults, and when.
public enum Openings: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var list = PagedList<FileOpeningEntry>()

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case moreTapped
    case answered(Tag, HTTPOutcome)
  }

  static let listTag = Tag("me/openings/list")
  static let moreTag = Tag("me/openings/more")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      state.list.begin()
      return [AccountAPI.fileOpenings.ask(RecordQuery(), listTag)]
    case .moreTapped:
      guard let next = state.list.more() else { return [] }
      return [AccountAPI.fileOpenings.ask(RecordQuery(cursor: next), moreTag)]
    case .answered(let tag, let outcome):
      state.list.take(AccountAPI.fileOpenings.outcome(outcome), isMore: tag == moreTag) { $0.id == $1.id }
      return []
    }
  }

  public static func page(_ state: State, _ l: Language, _ dates: LocalDates, now: Timestamp) -> PageModel<Action> {
    let empty = (
      title: l.say("아직 열어 본 사람이 없어요", "Nobody has opened a file yet", "まだ誰も開いていません"),
      text: l.say(
        "상담 파일을 누가 언제 열었는지 여기에 남아요", "Each opening of a consult’s file is kept here",
        "相談のファイルを誰がいつ開いたかがここに残ります")
    )
    let parts = PageModel<Action>.Part.list(state.list.entries, l, empty: empty, retry: .retryTapped) { entries in
      var rows = entries.map { row($0, l, dates, now) }
      if !state.list.next.isNone { rows.append(.init("more", MeWords.more(l), .button(.moreTapped))) }
      return [.rows(.init(rows))]
    }
    return PageModel(title(l), backLabel: MeWords.back(l), parts)
  }

  static func title(_ l: Language) -> String {
    l.say("누가 내 파일을 열었나요", "Who opened my files", "ファイルを開いた人")
  }

  private static func row(
    _ entry: FileOpeningEntry, _ l: Language, _ dates: LocalDates, _ now: Timestamp
  ) -> PageModel<Action>.Row {
    let who = entry.isMe ? l.say("나", "You", "自分") : entry.person.nick
    return .init(
      entry.id, who, detail: entry.title + variant(entry.variant, l), meta: dates.short(entry.at, now: now))
  }

  /// A smaller picture is still an opening; what was opened is said.
  private static func variant(_ variant: String, _ l: Language) -> String {
    if variant == "original" || variant.isEmpty { return "" }
    return " · "
      + (variant.utf8.starts(with: "page".utf8)
        ? l.say("쪽 미리보기", "page preview", "ページのプレビュー") : l.say("작은 사진", "small picture", "縮小画像"))
  }
}
