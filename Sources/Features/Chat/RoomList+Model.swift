import ChatSync
import Domain
import FeatureCore
import Wire

/// The list of rooms as texts and flags.
public struct RoomListModel: Equatable, Sendable {
  public struct Row: Equatable, Sendable {
    public var id: ID<Room>
    public var title: String
    public var avatar: Avatar
    /// The last message, or the draft.
    public var text: String
    /// Set where `text` is a draft: the word before it.
    public var draftLabel: String?
    /// The other person types; `text` says so.
    public var isTyping: Bool
    public var isOnline: Bool
    /// Set where the room makes no noise: the word for it.
    public var mutedLabel: String?
    public var time: String
    /// nil where nothing is unread.
    public var badge: String?
    public var isOpen: Bool
    public var spoken: String
  }

  public var title: String
  public var face: ListFace
  public var rows: [Row]
  public var searchLabel: String
  /// nil where nothing is unread.
  public var markAllReadLabel: String?

  public init(_ state: Chat.State, now: Timestamp) {
    let words = ChatWords(state.setting.language)
    title = words.roomsTitle
    searchLabel = words.search
    markAllReadLabel = state.unreadTotal > 0 ? words.markAllRead : nil
    rows = []
    for room in state.rooms.rooms {
      guard let row = Row(room, state, words, now) else { continue }
      rows.append(row)
    }
    face = Self.face(state, words, isEmpty: rows.isEmpty)
  }

  private static func face(_ state: Chat.State, _ words: ChatWords, isEmpty: Bool) -> ListFace {
    if !isEmpty { return .rows }
    if state.rooms.isConfirmed {
      return .empty(title: words.roomsEmptyTitle, text: words.roomsEmptyText(state.role))
    }
    switch state.roomsLoading {
    case .loading, .loaded: return .loading
    case .unreachable:
      return .failed(title: words.unreachableTitle, text: words.unreachableText, retryLabel: words.retry)
    case .refused(let code):
      return .failed(title: words.failedTitle, text: words.text(code), retryLabel: words.retry)
    }
  }
}

extension RoomListModel.Row {
  /// nil for a room in which nobody has written: it is listed once there is something to read.
  init?(_ room: Room, _ state: Chat.State, _ words: ChatWords, _ now: Timestamp) {
    let draft = ChatText.oneLine(state.drafts[room.id] ?? "")
    guard room.lastSeq > 0 || !draft.isEmpty else { return nil }
    id = room.id
    let other = state.other(in: room)
    title = other?.nick ?? ""
    avatar = Avatar(other ?? Person(id: ID(""), nick: ""))
    isOpen = state.conversation?.roomID == room.id
    isTyping = state.typingRooms.contains(room.id)
    isOnline = other.map { state.online.contains($0.id) } ?? false
    mutedLabel = room.isMuted ? words.muted : nil
    if isTyping {
      draftLabel = nil
      text = words.typing
    } else if draft.isEmpty || isOpen {
      draftLabel = nil
      text = Self.text(room.lastMessage, words)
    } else {
      draftLabel = words.draft
      text = draft
    }
    let instant = room.lastMessage?.createdAt ?? room.updatedAt
    time = ChatDates(state.setting).short(instant, now: now)
    let unread = state.rooms.unreadCount(of: room)
    badge = Chat.badge(unread)
    spoken = title + ", " + text + ", " + time
    if isOnline { spoken += ", " + words.online }
    if let mutedLabel { spoken += ", " + mutedLabel }
    if let badge { spoken += ", " + words.unread(badge) }
  }

  private static func text(_ message: Message?, _ words: ChatWords) -> String {
    guard let message, !message.isHidden else { return words.noMessage }
    if message.isDeleted { return words.deleted }
    let files = message.shownAttachments
    if message.content.isEmpty && !files.isEmpty { return words.sent(files.first?.kind, count: files.count) }
    return ChatText.oneLine(message.content)
  }
}
