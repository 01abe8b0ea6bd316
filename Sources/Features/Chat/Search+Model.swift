import ChatSync
import Domain
import FeatureCore
import Wire

/// The search as texts and flags.
public struct SearchModel: Equatable, Sendable {
  public struct Row: Equatable, Sendable {
    public var key: String
    public var title: String
    public var avatar: Avatar
    /// The place of the text where the match is.
    public var text: [TextPart]
    public var time: String
    public var action: Chat.SearchAction
    public var spoken: String
  }

  public var title: String
  public var query: String
  public var face: ListFace
  public var rows: [Row]
  /// Set where the server has more.
  public var moreLabel: String?
  public var backLabel: String
  public var clearLabel: String

  /// nil while nobody searches.
  public init?(_ state: Chat.State, now: Timestamp) {
    guard let search = state.search else { return nil }
    let words = ChatWords(state.setting.language)
    title = search.room == nil ? words.search : words.searchHere
    query = search.query
    backLabel = words.back
    clearLabel = words.clear
    rows = search.results.map { Row($0, search, state, words, now) }
    moreLabel = search.cursor == nil || rows.isEmpty ? nil : words.more
    face = Self.face(search, words, isEmpty: rows.isEmpty)
  }

  private static func face(_ search: Chat.Search, _ words: ChatWords, isEmpty: Bool) -> ListFace {
    if !isEmpty { return .rows }
    let isShort = ChatText.trimmed(search.query).count < Chat.shortestQuery
    if isShort { return .empty(title: words.search, text: words.searchHint) }
    switch search.loading {
    case .loading: return .loading
    case .loaded where search.asked != ChatText.trimmed(search.query): return .loading
    case .loaded: return .empty(title: words.nothingFound, text: words.nothingFoundText)
    case .unreachable:
      return .failed(title: words.unreachableTitle, text: words.unreachableText, retryLabel: words.retry)
    case .refused(let code):
      return .failed(title: words.failedTitle, text: words.text(code), retryLabel: words.retry)
    }
  }
}

extension SearchModel.Row {
  init(_ message: Message, _ search: Chat.Search, _ state: Chat.State, _ words: ChatWords, _ now: Timestamp) {
    key = message.id.text
    let isMine = message.sender.id == state.me?.id
    let other = state.rooms[message.roomID].flatMap { state.other(in: $0) }
    let sender = isMine ? words.me : message.sender.nick
    avatar = Avatar(message.sender)
    title = search.room == nil && isMine ? (other?.nick ?? "") + " · " + sender : sender
    text = Self.excerpt(MessageText.matches(ChatText.oneLine(message.content), of: search.asked))
    time = ChatDates(state.setting).short(message.createdAt, now: now)
    action = .resultTapped(message.roomID, message.seq)
    spoken = title + ", " + text.joined + ", " + time
  }

  /// A long text begins shortly before the first match, so that the match is seen.
  private static func excerpt(_ parts: [TextPart]) -> [TextPart] {
    guard case .plain(let before)? = parts.first, parts.count > 1, before.count > 24 else { return parts }
    return [.plain("…" + String(before.suffix(20)))] + parts.dropFirst()
  }
}
