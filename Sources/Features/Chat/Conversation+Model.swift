import ChatSync
import Contract
import Domain
import FeatureCore

/// The open conversation as texts and flags.
public struct ConversationModel: Equatable, Sendable {
  public enum Face: Equatable, Sendable {
    /// Nothing is known yet.
    case loading
    case rows
    /// The server said that nobody has written yet.
    case empty(title: String, text: String)
    /// Nothing is known and the server cannot be asked now; it goes on by itself.
    case waiting(title: String, text: String)
    /// The room does not exist, or is not for this person.
    case missing(title: String, text: String, backLabel: String)
  }

  public struct Context: Equatable, Sendable {
    public var title: String
    public var text: String
    public var dropLabel: String
  }

  public struct Suggestion: Equatable, Sendable {
    public var name: String
    public var avatar: Avatar
    public var isChosen: Bool
  }

  public struct Pinned: Equatable, Sendable {
    public var label: String
    public var text: String
    public var seq: Int64
    public var unpinLabel: String
  }

  public struct Blocked: Equatable, Sendable {
    public var text: String
    public var unblockLabel: String
    public var person: ID<Person>
  }

  public var roomID: ID<Room>
  public var title: String
  /// Under the title: that the other types, or is there.
  public var status: String?
  public var isOnline: Bool
  public var mutedLabel: String?
  public var pinned: Pinned?
  public var menuLabel: String
  public var searchLabel: String
  /// Above the field: what is answered, or that a message is being changed.
  public var context: Context?
  /// The people who may be meant by the name that was begun.
  public var suggestions: [Suggestion]
  public var suggestionsLabel: String
  /// In place of the field where the other person is blocked.
  public var blocked: Blocked?
  public var face: Face
  /// Oldest first.
  public var rows: [ConversationRow]
  /// Set where older messages are known but not shown.
  public var earlierLabel: String?
  /// Set where messages came in below while the person reads further up.
  public var newMessagesLabel: String?
  /// The rows end before the newest message.
  public var isFarUp: Bool
  /// Set where the newest messages are out of sight.
  public var newestLabel: String?
  public var attach: AttachModel
  public var draft: String
  public var placeholder: String
  public var sendLabel: String
  public var canSend: Bool
  public var isEditing: Bool
  /// False where there is nowhere to write to.
  public var showsComposer: Bool
  public var listLabel: String
  public var backLabel: String

  /// nil while no room is open.
  public init?(_ state: Chat.State) {
    guard let conversation = state.conversation else { return nil }
    let words = ChatWords(state.setting.language)
    let room = state.rooms[conversation.roomID]
    let other = room.flatMap { state.other(in: $0) }
    let machine = state.openMachine
    roomID = conversation.roomID
    title = other?.nick ?? ""
    rows = conversation.rows
    face = Self.face(state, machine, words, isEmpty: rows.isEmpty)
    let log = machine?.log ?? MessageLog()
    let count = conversation.end.map { log.position(of: $0 + 1) } ?? log.messages.count
    isFarUp = !conversation.end.isNone
    earlierLabel = count > conversation.window || machine?.hasEarlier == true ? words.earlier : nil
    newMessagesLabel = conversation.unseenBelow > 0 ? words.newMessages(conversation.unseenBelow) : nil
    newestLabel = conversation.isAtEnd ? nil : words.newest
    isOnline = other.map { state.online.contains($0.id) } ?? false
    status = state.typingRooms.contains(roomID) ? words.typing : isOnline ? words.online : nil
    mutedLabel = room?.isMuted == true ? words.muted : nil
    pinned = room?.pinned.flatMap { Pinned($0, words) }
    menuLabel = words.menu
    searchLabel = words.searchHere
    context = Self.context(conversation, state, words)
    suggestions = []
    for (index, person) in state.suggestions.enumerated() {
      suggestions.append(
        Suggestion(name: person.nick, avatar: Avatar(person), isChosen: index == conversation.mentionIndex))
    }
    suggestionsLabel = words.mentions
    blocked = other.flatMap { person in
      state.blocked.contains(person.id)
        ? Blocked(text: words.blocked, unblockLabel: words.unblock, person: person.id) : nil
    }
    draft = conversation.draft
    placeholder = words.placeholder
    sendLabel = conversation.editing.isNone ? words.send : words.save
    isEditing = !conversation.editing.isNone
    attach = AttachModel(state, words)
    canSend = !ChatText.trimmed(conversation.draft).isEmpty || (!isEditing && !attach.items.isEmpty)
    if case .missing = face { showsComposer = false } else { showsComposer = true }
    listLabel = words.listLabel(title)
    backLabel = words.back
  }

  private static func context(
    _ conversation: Chat.Conversation, _ state: Chat.State, _ words: ChatWords
  ) -> Context? {
    if let editing = conversation.editing {
      let text = ChatText.oneLine(state.text(of: editing.target) ?? "")
      return Context(title: words.editing, text: text, dropLabel: words.cancel)
    }
    guard let message = conversation.replyTo.flatMap({ state.message($0) }) else { return nil }
    let name = message.sender.id == state.me?.id ? words.me : message.sender.nick
    let text = message.content.isEmpty ? words.file : ChatText.oneLine(message.content)
    return Context(title: words.replyTo(name), text: text, dropLabel: words.cancel)
  }

  private static func face(
    _ state: Chat.State, _ machine: RoomSyncMachine?, _ words: ChatWords, isEmpty: Bool
  ) -> Face {
    if let refusal = machine?.refusal, isEmpty || refusal.code == .notFound || refusal.code == .notParticipant {
      return .missing(
        title: words.missingTitle, text: words.missingText(refusal.code), backLabel: words.backToRooms)
    }
    if !isEmpty { return .rows }
    guard let machine else { return .loading }
    if machine.isEmpty { return .empty(title: words.roomEmptyTitle, text: words.roomEmptyText) }
    if machine.isUnreachable {
      return .waiting(title: words.unreachableTitle, text: words.waitingText)
    }
    return .loading
  }
}

extension ConversationModel.Pinned {
  /// nil for a message that went.
  init?(_ message: Message, _ words: ChatWords) {
    guard !message.isDeleted, !message.isHidden else { return nil }
    label = words.pinned
    text = message.content.isEmpty ? words.file : ChatText.oneLine(message.content)
    seq = message.seq
    unpinLabel = words.unpin
  }
}
