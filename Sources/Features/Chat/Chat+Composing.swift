import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  /// What happens in the field besides its text.
  public enum ComposeAction: Equatable, Sendable {
    /// Enter: takes the person whose name was begun, else sends.
    case enterPressed
    case mentionMoved(Int)
    case mentionChosen(Int)
    case mentionsHidden
    /// Away with the quote, or with the edit.
    case contextDropped
  }

  static func compose(_ state: inout State, _ action: ComposeAction, _ moment: Moment) -> [Effect] {
    let suggestions = state.suggestions
    switch action {
    case .enterPressed:
      if suggestions.isEmpty { return send(&state, moment) }
      return name(&state, suggestions, at: state.conversation?.mentionIndex ?? 0)
    case .mentionMoved(let step):
      guard !suggestions.isEmpty, let index = state.conversation?.mentionIndex else { return [] }
      state.conversation?.mentionIndex = (index + step + suggestions.count) % suggestions.count
    case .mentionChosen(let index): return name(&state, suggestions, at: index) + [.focus(elementID: composerID)]
    case .mentionsHidden: state.conversation?.hidesMentions = true
    case .contextDropped: return dropContext(&state, moment) + [.focus(elementID: composerID)]
    }
    return []
  }

  private static func name(_ state: inout State, _ people: [Person], at index: Int) -> [Effect] {
    guard let draft = state.conversation?.draft, index < people.count else { return [] }
    return changeDraft(&state, Mentions.naming(people[index], in: draft), isTyped: false)
  }

  private static func tellTyping(_ room: ID<Room>, _ isTyping: Bool) -> Effect {
    .tellTyping(room: room.text, isTyping)
  }

  static func changeDraft(_ state: inout State, _ text: String, isTyped: Bool = true) -> [Effect] {
    guard let conversation = state.conversation, conversation.draft != text else { return [] }
    state.conversation?.draft = text
    state.conversation?.mentionIndex = 0
    state.conversation?.hidesMentions = false
    var effects: [Effect] = []
    if conversation.editing.isNone {
      effects.append(.startTimer(milliseconds: 500, ChatTag.draftTimer(conversation.roomID).tag))
      if isTyped { effects.append(tellTyping(conversation.roomID, !ChatText.trimmed(text).isEmpty)) }
    }
    return effects
  }

  /// A draft lives in the conversation while it is typed, and in the store and the list from here on.
  static func saveDraft(_ state: inout State) -> [Effect] {
    guard let conversation = state.conversation else { return [] }
    let draft = conversation.editing?.draft ?? conversation.draft
    let text = ChatText.trimmed(draft).isEmpty ? nil : draft
    guard state.drafts[conversation.roomID] != text else { return [] }
    state.drafts[conversation.roomID] = text
    return [.writeRecords([RecordChange(key: ChatRecords.key(draft: conversation.roomID), value: text)])]
  }

  static func reply(_ state: inout State, to seq: Int64) -> [Effect] {
    guard !state.message(seq).isNone else { return [] }
    if let editing = state.conversation?.editing {
      state.conversation?.draft = editing.draft
      state.conversation?.editing = nil
    }
    state.conversation?.replyTo = seq
    return [.focus(elementID: composerID)]
  }

  /// The draft waits until the edit is done.
  static func edit(_ state: inout State, _ target: ConversationRow.Target) -> [Effect] {
    guard let conversation = state.conversation, let text = state.text(of: target) else { return [] }
    state.conversation?.editing = Editing(target: target, draft: conversation.editing?.draft ?? conversation.draft)
    state.conversation?.replyTo = nil
    state.conversation?.draft = text
    return [.focus(elementID: composerID)]
  }

  static func dropContext(_ state: inout State, _ moment: Moment) -> [Effect] {
    state.conversation?.replyTo = nil
    guard let editing = state.conversation?.editing else { return [] }
    state.conversation?.editing = nil
    state.conversation?.draft = editing.draft
    return []
  }

  static func send(_ state: inout State, _ moment: Moment) -> [Effect] {
    guard let conversation = state.conversation else { return [] }
    let content = ChatText.trimmed(conversation.draft)
    guard !content.isEmpty || (conversation.editing.isNone && !state.chosenFiles.isEmpty) else { return [] }
    let people = state.rooms[conversation.roomID]?.participants.filter { $0.id != state.me?.id } ?? []
    let mentions = Mentions.named(in: content, among: people)
    if let editing = conversation.editing {
      let effects = dropContext(&state, moment)
      return effects + finish(&state, editing.target, MessageEdit(content: content, mentions: mentions), moment)
    }
    let quote = conversation.replyTo.flatMap { state.message($0) }
    state.conversation?.draft = ""
    state.conversation?.replyTo = nil
    let effects = conversation.end.isNone ? [] : jumpToEnd(&state, moment)
    state.conversation?.isAtEnd = true
    state.conversation?.unseenBelow = 0
    return effects + [tellTyping(conversation.roomID, false)]
      + submit(&state, conversation.roomID, content, quote, mentions, moment) + saveDraft(&state)
  }
}
