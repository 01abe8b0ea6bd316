import ChatSync
import Contract
import Domain
import FeatureCore

public typealias ChatSheet = SheetModel<Chat.MenuAction>

extension Chat {
  /// nil while no dialog is open, and where what it was about is gone.
  public static func sheet(_ state: State) -> ChatSheet? {
    let words = ChatWords(state.setting.language)
    switch state.sheet {
    case nil: return nil
    case .message(let seq): return state.message(seq).map { messageSheet($0, state, words) }
    case .item(let clientID):
      return state.openMachine?.outbox.first { $0.clientID == clientID }.map { itemSheet($0, words) }
    case .moreEmoji(let seq):
      guard let message = state.message(seq) else { return nil }
      return make(words, words.react, emoji: emoji(moreEmoji, message, state), [])
    case .confirmDelete(let seq):
      return make(
        words, words.deleteTitle, text: words.deleteText, [.init(words.remove, isDanger: true, .delete(seq))])
    case .reasons(let seq):
      var sheet = make(
        words, words.reportTitle, text: words.reportText,
        Report.Reason.allCases.map { .init(words.reason($0), .report(seq, $0)) })
      sheet.field = .init(label: words.reportNote, text: state.reportNote)
      return sheet
    case .confirmBlock(let person):
      return make(
        words, words.blockTitle(state.name(of: person)), text: words.blockText,
        [.init(words.block, isDanger: true, .block(person, true))])
    case .room(let id): return state.rooms[id].map { roomSheet($0, state, words) }
    }
  }

  private static func make(
    _ words: ChatWords, _ title: String, isTitleShown: Bool = true, text: String? = nil, emoji: [ChatSheet.Item] = [],
    _ items: [ChatSheet.Item]
  ) -> ChatSheet {
    ChatSheet(
      title: title, isTitleShown: isTitleShown, text: text, emoji: emoji, items: items, cancelLabel: words.cancel,
      dismiss: .dismissed)
  }

  private static func emoji(_ all: [String], _ message: Message, _ state: State) -> [ChatSheet.Item] {
    all.map { emoji in
      .init(emoji, isOn: state.hasReacted(message, emoji), .react(message.seq, emoji: emoji))
    }
  }

  private static func messageSheet(_ message: Message, _ state: State, _ words: ChatWords) -> ChatSheet {
    let isMine = message.sender.id == state.me?.id
    let hasText = !message.content.isEmpty
    let isPinned = state.conversation.flatMap { state.rooms[$0.roomID]?.pinned?.id } == message.id
    var items: [ChatSheet.Item] = [.init(words.reply, .reply(message.seq))]
    if hasText { items.append(.init(words.copy, .copy(message.content))) }
    if isMine && hasText { items.append(.init(words.edit, .edit(.message(message.seq)))) }
    items.append(.init(isPinned ? words.unpin : words.pin, .pin(isPinned ? nil : message.id)))
    if isMine {
      items.append(.init(words.remove, isDanger: true, .shown(.confirmDelete(message.seq))))
    } else {
      items.append(.init(words.report, .shown(.reasons(message.seq))))
      items.append(.init(words.block, isDanger: true, .shown(.confirmBlock(message.sender.id))))
    }
    var quick = emoji(quickEmoji, message, state)
    quick.append(.init("＋", .shown(.moreEmoji(message.seq))))
    return make(words, words.menu, isTitleShown: false, emoji: quick, items)
  }

  private static func itemSheet(_ item: OutboxItem, _ words: ChatWords) -> ChatSheet {
    var items: [ChatSheet.Item] = []
    if item.isFailed { items.append(.init(words.retrySend, .retry(clientID: item.clientID))) }
    if !item.content.isEmpty {
      items.append(.init(words.copy, .copy(item.content)))
      items.append(.init(words.edit, .edit(.item(clientID: item.clientID))))
    }
    items.append(.init(words.remove, isDanger: true, .remove(clientID: item.clientID)))
    return make(words, words.menu, isTitleShown: false, items)
  }

  private static func roomSheet(_ room: Room, _ state: State, _ words: ChatWords) -> ChatSheet {
    var items: [ChatSheet.Item] = [.init(words.searchHere, .search(room.id))]
    if state.rooms.unreadCount(of: room) > 0 { items.append(.init(words.markRead, .read(room.id))) }
    items.append(.init(room.isMuted ? words.unmute : words.mute, .mute(room.id, !room.isMuted)))
    if let other = state.other(in: room) {
      let isBlocked = state.blocked.contains(other.id)
      items.append(
        isBlocked
          ? .init(words.unblock, .block(other.id, false))
          : .init(words.block, isDanger: true, .shown(.confirmBlock(other.id))))
    }
    return make(words, state.other(in: room)?.nick ?? words.menu, items)
  }
}
